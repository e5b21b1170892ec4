import type { OrderStatus } from '@rangavalli/contracts/entities/order';
import { Badge, type Tone } from '@rangavalli/web-kit/ui/Badge';
import { Icon, type IconName } from '@rangavalli/web-kit/ui/Icon';
import css from './OrdersPage.module.css';

// Repeats the contracts' list, which would bring zod into the browser; the type keeps them equal.
export const statuses = ['Pending', 'Processing', 'Shipped', 'Delivered', 'Cancelled'] as const satisfies OrderStatus[];

const looks: Record<OrderStatus, { icon: IconName; tone: Tone }> = {
  Pending: { icon: 'box', tone: 'yellow' },
  Processing: { icon: 'box', tone: 'blue' },
  Shipped: { icon: 'right', tone: 'blue' },
  Delivered: { icon: 'check', tone: 'green' },
  Cancelled: { icon: 'close', tone: 'red' },
};

/** Returns the badge colour of an order status in the admin area; gray when unknown (specification §4). */
export const statusTone = (status: string): Tone => looks[status as OrderStatus]?.tone ?? 'gray';

export const StatusBadge = ({ status }: { status: OrderStatus }) => (
  <Badge tone={statusTone(status)}>
    <span className={css.badge}>
      <Icon name={looks[status]?.icon ?? 'box'} size={16} /> {status}
    </span>
  </Badge>
);
