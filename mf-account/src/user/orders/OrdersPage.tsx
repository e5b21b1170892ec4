import { useEffect } from 'react';
import { call } from '@rangavalli/web-kit/api';
import { formatDay } from '@rangavalli/web-kit/dates';
import { formatRupees } from '@rangavalli/web-kit/money';
import { useQuery } from '@rangavalli/web-kit/query';
import { Link } from '@rangavalli/web-kit/router';
import { useSession } from '@rangavalli/web-kit/session';
import { toast } from '@rangavalli/web-kit/toast';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { Table } from '@rangavalli/web-kit/ui/Table';
import css from './OrdersPage.module.css';
import { statusTone } from './status-tone.js';

const columns = ['Order ID', 'Date', 'Total', 'Status', 'Action'] as const;

/** My Orders: every order of the customer, newest first (specification §2, §8). */
export function OrdersPage() {
  const userId = useSession()?.user?._id;
  const { data: orders, error, reload } = useQuery(userId && `orders ${userId}`, (signal) => call('GET /orders/{userId}', { params: { userId: userId ?? '' } }, { signal }));

  useEffect(() => {
    if (!userId) toast.error('You must be logged in to view orders.');
  }, [userId]);
  useEffect(() => {
    if (error) toast.error('Failed to load your orders.');
  }, [error]);

  return (
    <Page title="My Orders">
      {!userId && <ErrorState title="You must be logged in to view orders." />}
      {error && !orders && <ErrorState title="Failed to load your orders." error={error} onRetry={reload} />}
      {userId && !error && !orders && <p role="status">Loading…</p>}
      {orders?.length === 0 && <EmptyState title="No orders found." text="What you buy stands here, with its way to you."><ButtonLink to="/all">Browse Products</ButtonLink></EmptyState>}
      {orders && orders.length > 0 && (
        <div className={css.list}>
          <Table caption="My Orders" columns={columns}>
            {orders.map((order) => (
              <tr key={order._id}>
                <td><Link to={`/user/orders/${order._id}`}>#{order._id.slice(-8)}</Link></td>
                <td>{formatDay(order.orderedAt)}</td>
                <td>{formatRupees(order.totalAmount)}</td>
                <td><Badge tone={statusTone(order.status)}>{order.status}</Badge></td>
                <td className={css.action}><ButtonLink look="quiet" to={`/user/orders/${order._id}`}>View<span className={css.hidden}> order {order._id.slice(-8)}</span></ButtonLink></td>
              </tr>
            ))}
          </Table>
        </div>
      )}
    </Page>
  );
}
