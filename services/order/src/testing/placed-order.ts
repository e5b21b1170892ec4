import { formatOrderNumber } from '@rangavalli/contracts/order-number';
import type { OrderRecord } from '../store/order.schema.js';
import { createId } from './fake-shop.js';

export const SAREE = createId();

let sequence = 0;
/** Returns a number of a year in which the tests place no orders. */
function createOrderNumber(): string {
  sequence += 1;
  return formatOrderNumber('20', sequence);
}

/** Fields of an order of one saree for 1,000.50 rupees, as they are stored. */
export const buildPlacedOrder = (orderedAt: string | Date, facts: Partial<OrderRecord> = {}) => ({
  orderNumber: createOrderNumber(),
  userId: createId(),
  customer: { name: 'Asha', email: 'asha@example.com' },
  phase: 'placed' as const,
  cartKey: 'key',
  holdId: createId(),
  holdSeq: 1,
  paymentState: 'captured' as const,
  lines: [{ lineId: '1', productId: SAREE, name: 'Saree', unitPaise: 100_050, size: '', quantity: 1 }],
  totalPaise: 100_050,
  status: 'Pending' as const,
  createdAt: new Date(orderedAt),
  orderedAt: new Date(orderedAt),
  ...facts,
});
