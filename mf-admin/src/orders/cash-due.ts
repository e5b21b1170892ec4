import type { Order } from '@rangavalli/contracts/entities/order';

/** Cash that is still to be collected, rupees. */
export const cashDueOf = ({ cash, status }: Order): number =>
  cash && !cash.collectedAt && status !== 'Cancelled' ? cash.due : 0;

/** The advance is paid online, the rest is not collected yet. */
export const isPaidInPart = (order: Order): boolean => order.paymentState === 'captured' && cashDueOf(order) > 0;
