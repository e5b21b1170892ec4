import type { OrderStatus } from '@rangavalli/contracts/entities/order';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { Icon, type IconName } from '@rangavalli/web-kit/ui/Icon';
import css from './OrdersPage.module.css';
import { statusTone } from './status-tone.js';

const icons: Record<OrderStatus, IconName> = {
  Pending: 'box',
  Processing: 'box',
  Shipped: 'right',
  Delivered: 'check',
  Cancelled: 'close',
};

/** An order's status with its icon (specification §2 "Admin area"). */
export function StatusBadge({ status }: { status: OrderStatus }) {
  return (
    <Badge tone={statusTone(status)}>
      <span className={css.badge}>
        <Icon name={icons[status] ?? 'box'} size={16} /> {status}
      </span>
    </Badge>
  );
}
