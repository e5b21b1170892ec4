import type { Order } from '@rangavalli/contracts/entities/order';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { paiseToRupees } from '@rangavalli/service-kit/money';
import type { OrderRecord } from './order.schema.js';
import { SYSTEM } from './order.store.js';

/** What a customer reads instead of the name of whoever of the shop did it. */
const SHOP = 'shop';

const text = (parts: (string | undefined)[], between: string): string => parts.filter(Boolean).join(between);

/**
 * A placed order as the documented calls show it: rupees, the address as one line, who did what.
 * @param viewer whoever asks; customers are not told which admin touched their order
 */
export function toOrder(record: OrderRecord, viewer: Identity): Order {
  const { billing, customer, payment } = record;
  const total = paiseToRupees(record.totalPaise);
  const nameFor = (by: string) => (viewer.role === 'admin' || by === customer.email || by === SYSTEM ? by : SHOP);
  return {
    _id: String(record._id),
    orderedAt: (record.orderedAt ?? record.createdAt).toISOString(),
    totalAmount: total,
    amount: total,
    currency: 'INR',
    status: record.status ?? 'Pending',
    address: billing
      ? text([billing.address, billing.city, text([billing.state, billing.pincode], ' '), billing.country], ', ')
      : '',
    ...(billing ? { billing } : {}),
    ...(payment ? { paymentMethod: payment.method, razorpayPaymentId: payment.id } : {}),
    paymentState: record.paymentState,
    ...(record.razorpayOrderId ? { razorpayOrderId: record.razorpayOrderId } : {}),
    user: {
      _id: record.userId,
      name: customer.name,
      email: customer.email,
      ...(billing ? { phone: billing.phone } : {}),
    },
    products: record.lines.map(({ productId, name, image, unitPaise, size, quantity }) => {
      const price = paiseToRupees(unitPaise);
      return { product: { _id: productId, name, ...(image ? { image } : {}), price }, size, quantity, price };
    }),
    history: record.history.map(({ at, by, what, from, to }) => ({
      at: at.toISOString(),
      by: nameFor(by),
      what,
      ...(from ? { from } : {}),
      ...(to ? { to } : {}),
    })),
  };
}
