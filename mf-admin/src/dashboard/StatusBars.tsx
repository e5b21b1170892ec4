import type { SalesSummary } from '@rangavalli/contracts/entities/order';
import { Link } from '@rangavalli/web-kit/federation/router';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { VisuallyHidden } from '@rangavalli/web-kit/ui/VisuallyHidden';
import { statusTone } from '../orders/StatusBadge.js';
import { messages } from './messages.js';
import css from './StatusBars.module.css';

/** Number of orders per status, each linked to those orders. */
export function StatusBars({ byStatus }: { byStatus: SalesSummary['byStatus'] }) {
  const most = Math.max(1, ...byStatus.map(({ orders }) => orders));
  return (
    <ul className={css.list}>
      {byStatus.map(({ status, orders }) => (
        <li key={status}>
          <Link className={css.row} to={`/admin/orders?status=${status}`}>
            <span>
              <Badge tone={statusTone(status)}>{status}</Badge>
            </span>
            <span className={css.track} aria-hidden="true">
              <span className={css.bar} data-tone={statusTone(status)} style={{ width: `${(100 * orders) / most}%` }} />
            </span>
            <span className={css.count}>
              {orders}
              <VisuallyHidden> {messages.orderUnit(orders)}</VisuallyHidden>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
