import type { OrderSummary } from '@rangavalli/contracts/entities/user';
import { call } from '@rangavalli/web-kit/data/api';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { Link } from '@rangavalli/web-kit/federation/router';
import { useSession } from '@rangavalli/web-kit/session/session';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { Picture } from '@rangavalli/web-kit/ui/Picture';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { summarizeItems } from '../orders/order-progress.js';
import css from './DashboardPage.module.css';
import { messages } from './messages.js';

const MAX_ORDERS = 5;

/** Specification §2; items are loaded separately. */
export function RecentOrders({ orders }: { orders: readonly OrderSummary[] | undefined }) {
  const userId = useSession()?.user?._id;
  const { data: details } = useQuery(orders?.length && userId ? `recent orders ${userId}` : undefined, (signal) =>
    call('GET /orders/list/{userId}', { params: { userId: userId ?? '' }, query: { limit: MAX_ORDERS } }, { signal }),
  );
  if (!orders)
    return (
      <div className={css.orders}>
        {[1, 2, 3].map((row) => (
          <div key={row} className={css.waiting}>
            <Skeleton height="5.5rem" />
          </div>
        ))}
      </div>
    );
  if (orders.length === 0) {
    return (
      <div className={css.none}>
        <p>{messages.noOrders}</p>
        <ButtonLink to="/all">{messages.browse}</ButtonLink>
      </div>
    );
  }
  const recent = orders.toSorted((a, b) => b.orderedAt.localeCompare(a.orderedAt)).slice(0, MAX_ORDERS);
  return (
    <ul className={css.orders}>
      {recent.map(({ orderId, orderNumber, orderedAt, totalAmount, status }) => {
        const lines = details?.orders.find(({ _id }) => _id === orderId)?.products ?? [];
        return (
          <li key={orderId} className={css.order}>
            <Picture url={lines[0]?.product.image} alt="" sizes="72px" widths={[160, 320]} ratio="4 / 5" />
            <div className={css.what}>
              <Link to={`/user/orders/${orderNumber}`} className={css.link}>
                {orderNumber}
              </Link>
              <span className={css.lines}>{summarizeItems(lines)}</span>
              <span className={css.day}>{formatDay(orderedAt)}</span>
            </div>
            <div className={css.sum}>
              <strong>{formatRupees(totalAmount)}</strong>
              {/* Specification §4. */}
              <Badge tone={status === 'Delivered' ? 'green' : 'yellow'}>{status}</Badge>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
