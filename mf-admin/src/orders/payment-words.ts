import type { Order } from '@rangavalli/contracts/entities/order';

/** Where an order's money stands, in plain words. */
export const paymentWords: Record<Order['paymentState'], string> = {
  awaiting: 'Not paid yet',
  captured: 'Received',
  refunding: 'Being given back',
  refunded: 'Given back',
};
