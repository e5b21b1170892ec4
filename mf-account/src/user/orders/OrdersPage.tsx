import { useEffect } from 'react';
import type { Order } from '@rangavalli/contracts/entities/order';
import { call } from '@rangavalli/web-kit/data/api';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { Link } from '@rangavalli/web-kit/federation/router';
import { useSession } from '@rangavalli/web-kit/session/session';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { Picture } from '@rangavalli/web-kit/ui/Picture';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { Table } from '@rangavalli/web-kit/ui/Table';
import { linesInWords } from './lines-in-words.js';
import css from './OrdersPage.module.css';
import { statusTone } from './status-tone.js';

const columns = ['Order ID', 'Date', 'Total', 'Status', 'Action'] as const;

/** My Orders: every order of the customer, newest first (specification §2, §8). */
export function OrdersPage() {
  const userId = useSession()?.user?._id;
  const {
    data: orders,
    error,
    reload,
  } = useQuery(userId && `orders ${userId}`, (signal) =>
    call('GET /orders/{userId}', { params: { userId: userId ?? '' } }, { signal }),
  );

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
      {userId && !error && !orders && (
        <>
          <p role="status" className={css.loading}>
            Loading…
          </p>
          <div className={css.waiting}>
            {[1, 2, 3].map((row) => (
              <Skeleton key={row} height="6rem" />
            ))}
          </div>
        </>
      )}
      {orders?.length === 0 && (
        <EmptyState title="No orders found." text="What you buy stands here, with its way to you.">
          <ButtonLink to="/all">Browse Products</ButtonLink>
        </EmptyState>
      )}
      {orders && orders.length > 0 && (
        <div className={css.list}>
          <Table caption="My Orders" columns={columns}>
            {orders.map((order) => (
              <Row key={order._id} order={order} />
            ))}
          </Table>
        </div>
      )}
    </Page>
  );
}

function Row({ order }: { order: Order }) {
  const { _id, orderedAt, totalAmount, status, products } = order;
  return (
    <tr>
      <td>
        <div className={css.what}>
          <Picture
            url={products[0]?.product.image}
            alt=""
            sizes="56px"
            widths={[160, 320]}
            ratio="4 / 5"
            className={css.picture}
          />
          <div className={css.words}>
            <Link to={`/user/orders/${_id}`} className={css.id}>
              #{_id.slice(-8)}
            </Link>
            <span className={css.lines}>{linesInWords(products)}</span>
          </div>
        </div>
      </td>
      <td>{formatDay(orderedAt)}</td>
      <td>{formatRupees(totalAmount)}</td>
      <td>
        <Badge tone={statusTone(status)}>{status}</Badge>
      </td>
      <td className={css.action}>
        <ButtonLink look="quiet" to={`/user/orders/${_id}`}>
          View<span className={css.hidden}> order {_id.slice(-8)}</span>
        </ButtonLink>
      </td>
    </tr>
  );
}
