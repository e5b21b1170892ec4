import type { Order } from '@rangavalli/contracts/entities/order';

/** Returns when an item was delivered. The previous version of the order service sends only the order's time. */
export const deliveredAtOf = ({ products, deliveredAt }: Order, line: Order['products'][number]): string | undefined =>
  products.some((one) => one.deliveredAt) ? line.deliveredAt : deliveredAt;
