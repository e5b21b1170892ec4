import type { OrderCash } from '@rangavalli/contracts/entities/cash';
import type { Order } from '@rangavalli/contracts/entities/order';
import { hasPermission } from '@rangavalli/contracts/permissions';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { paiseToRupees } from '@rangavalli/service-kit/money';
import type { OrderCashRecord } from '../cash/order-cash.schema.js';
import { type OrderRecord, SYSTEM } from '../store/order.schema.js';
import { toReturns } from '../returns/return.mapper.js';
import { cancelledUnits, deliveryOf, isOnSale } from '../returns/return-rules.js';
import { transitions } from '../store/order-state.js';

/** Shown to customers instead of the email address of a member of staff. */
const SHOP = 'shop';
const internalEntries: readonly string[] = [transitions.open.description];

const join = (parts: (string | undefined)[], separator: string): string => parts.filter(Boolean).join(separator);

const toOrderCash = ({ duePaise, collectedAt, refusedAt, remittance }: OrderCashRecord): OrderCash => ({
  due: paiseToRupees(duePaise),
  ...(collectedAt ? { collectedAt: collectedAt.toISOString() } : {}),
  ...(refusedAt ? { refusedAt: refusedAt.toISOString() } : {}),
  ...(remittance ? { remittedAt: remittance.recordedAt.toISOString() } : {}),
});

export function toOrder(record: OrderRecord, viewer: Pick<Identity, 'role'>): Order {
  const { billing, customer, payment } = record;
  const isStaff = hasPermission(viewer.role, 'orders.read');
  const total = paiseToRupees(record.totalPaise);
  const returns = toReturns(record);
  return {
    _id: String(record._id),
    orderNumber: record.orderNumber,
    orderedAt: (record.orderedAt ?? record.createdAt).toISOString(),
    totalAmount: total,
    amount: total,
    currency: 'INR',
    status: record.status ?? 'Pending',
    address: billing
      ? join([billing.address, billing.city, join([billing.state, billing.pincode], ' '), billing.country], ', ')
      : '',
    ...(billing ? { billing } : {}),
    ...(record.promise ? { promise: record.promise } : {}),
    ...(record.note ? { note: record.note } : {}),
    ...(record.giftMessage ? { giftMessage: record.giftMessage } : {}),
    ...(record.method === 'cod' ? { paymentMethod: 'cod' } : {}),
    ...(payment ? { paymentMethod: payment.method, razorpayPaymentId: payment.id } : {}),
    paymentState: record.paymentState,
    ...(record.cash ? { cash: toOrderCash(record.cash) } : {}),
    ...(record.creditPaise ? { creditAmount: paiseToRupees(record.creditPaise) } : {}),
    ...(payment && payment.amountPaise < record.totalPaise ? { paidOnline: paiseToRupees(payment.amountPaise) } : {}),
    ...(record.razorpayOrderId ? { razorpayOrderId: record.razorpayOrderId } : {}),
    user: {
      _id: record.userId,
      name: customer.name,
      email: customer.email,
      ...(billing ? { phone: billing.phone } : {}),
    },
    products: record.lines.map((line, index) => {
      const { lineId, productId, name, image, unitPaise, size, personalisation, extraDays, quantity, category } = line;
      const price = paiseToRupees(unitPaise);
      const cancelled = cancelledUnits(record, lineId);
      const deliveredAt = deliveryOf(record, lineId).at;
      return {
        lineId,
        product: { _id: productId, name, ...(image ? { image } : {}), price },
        size,
        ...(personalisation?.length ? { personalisation } : {}),
        ...(category ? { category } : {}),
        ...(isOnSale(record, index) ? { isOnSale: true } : {}),
        ...(extraDays ? { extraDays } : {}),
        quantity,
        ...(cancelled > 0 ? { cancelled } : {}),
        ...(deliveredAt ? { deliveredAt: deliveredAt.toISOString() } : {}),
        price,
      };
    }),
    ...(record.quote ? { quote: record.quote } : {}),
    ...deliveredAtOf(record),
    ...(returns.length > 0 ? { returns } : {}),
    history: record.history
      .filter(({ what }) => isStaff || !internalEntries.includes(what))
      .map(({ at, by, what, from, to }) => ({
        at: at.toISOString(),
        by: isStaff || by === customer.email || by === SYSTEM ? by : SHOP,
        what,
        ...(from ? { from } : {}),
        ...(to ? { to } : {}),
      })),
  };
}

function deliveredAtOf({ status, history, deliveries = [] }: OrderRecord): { deliveredAt?: string } {
  const times = deliveries.map(({ at }) => at.getTime());
  const at = times.length > 0 ? new Date(Math.max(...times)) : history.findLast(({ to }) => to === 'Delivered')?.at;
  return at && (status === 'Delivered' || times.length > 0) ? { deliveredAt: at.toISOString() } : {};
}
