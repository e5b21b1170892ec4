import { call } from '@rangavalli/web-kit/api';
import { formatDay } from '@rangavalli/web-kit/dates';
import { formatRupees } from '@rangavalli/web-kit/money';
import { useQuery } from '@rangavalli/web-kit/query';
import { Link } from '@rangavalli/web-kit/router';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { Card } from '@rangavalli/web-kit/ui/Card';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { Facts } from '../facts/Facts.js';
import css from './DashboardPage.module.css';

const LAST_ORDERS = 5;

/** Greeting, who one is, and the last five orders, newest first (specification §2 "User area"). */
export function DashboardPage() {
  const { data, error, reload } = useQuery('profile', (signal) => call('GET /users/profile', {}, { signal }));
  if (error && !data) return <Page title="Dashboard"><ErrorState title="Failed to load user data." error={error} onRetry={reload} /></Page>;
  if (!data) return <Page title="Dashboard"><Skeleton height="14rem" /></Page>;
  const { user } = data;
  const orders = user.orders.toSorted((one, other) => other.orderedAt.localeCompare(one.orderedAt)).slice(0, LAST_ORDERS);
  return (
    <Page title={`Hello, ${user.name.split(' ')[0]}`}>
      <div className={css.columns}>
        <Card>
          <Facts facts={{ Name: user.name, Email: user.email, Joined: formatDay(user.createdAt) }} />
          <div className={css.links}>
            <ButtonLink look="secondary" to="/user/orders">My Orders</ButtonLink>
            <ButtonLink look="quiet" to="/user/address">My Addresses</ButtonLink>
            <ButtonLink look="quiet" to="/user/profile">My Profile</ButtonLink>
          </div>
        </Card>
        <section aria-labelledby="last-orders">
          <h2 id="last-orders" className={css.heading}>Recent orders</h2>
          {orders.length === 0 ? (
            <p className={css.none}>No orders found.</p>
          ) : (
            <ul className={css.orders}>
              {orders.map((order) => (
                <li key={order.orderId} className={css.order}>
                  <Link to={`/user/orders/${order.orderId}`}>#{order.orderId.slice(-8)}</Link>
                  <span>{formatDay(order.orderedAt)}</span>
                  <strong>{formatRupees(order.totalAmount)}</strong>
                  {/* In this summary Delivered is green and anything else yellow (specification §4). */}
                  <Badge tone={order.status === 'Delivered' ? 'green' : 'yellow'}>{order.status}</Badge>
                </li>
              ))}
            </ul>
          )}
        </section>
      </div>
    </Page>
  );
}
