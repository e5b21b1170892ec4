import type { OrderStatus } from '@rangavalli/contracts/entities/order';
import type { Tone } from '@rangavalli/web-kit/ui/Badge';

const tones: Record<OrderStatus, Tone> = {
  Pending: 'yellow',
  Processing: 'yellow',
  Shipped: 'blue',
  Delivered: 'green',
  Cancelled: 'red',
};

/** The badge's colour of an order's status in the user area; gray for one that is not known (specification §4). */
export const statusTone = (status: string): Tone => tones[status as OrderStatus] ?? 'gray';
