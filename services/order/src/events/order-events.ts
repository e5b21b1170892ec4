import type { OrderStatus } from '@rangavalli/contracts/entities/order';
import type { Quote } from '@rangavalli/contracts/entities/quote';
import type { Envelope, EventData } from '@rangavalli/contracts/events';
import type { StaffRole } from '@rangavalli/contracts/permissions';
import { email } from '@rangavalli/contracts/primitives';
import { createEvent } from '@rangavalli/service-kit/events/envelope';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { cashShareOf } from '../checkout/payment-shares.js';
import { damagedUnits, getLine } from '../returns/return-rules.js';
import type { ReturnRecord } from '../returns/return.schema.js';
import { type OrderRecord, SYSTEM } from '../store/order.schema.js';

export function createOrderPlaced(order: OrderRecord, orderedAt: Date): Envelope<'order.placed'> {
  const { emailVerified } = order.customer;
  return createEvent('order.placed', {
    ...idsOf(order),
    orderNumber: order.orderNumber,
    orderedAt: orderedAt.toISOString(),
    ...(isFromCart(order) ? {} : { isFromCart: false as const }),
    totalPaise: order.totalPaise,
    status: 'Pending',
    lines: order.lines,
    ...(order.creditPaise ? { creditPaise: order.creditPaise } : {}),
    ...(cashShareOf(order) > 0 ? { payment: { method: 'cod', duePaise: cashShareOf(order) } } : {}),
    ...(order.promise ? { promise: order.promise } : {}),
    ...(order.quote ? { charges: chargesOf(order.quote) } : {}),
    ...(emailVerified && order.billing ? { delivery: deliveryOf(order.billing) } : {}),
    ...(order.billing ? { recipient: { name: order.billing.fullName, phone: order.billing.phone } } : {}),
    customer: recipientOf(order),
  });
}

const isFromCart = ({ takenBy, cartKey }: OrderRecord): boolean => !takenBy && !cartKey.startsWith('exchange:');

const chargesOf = ({ discountPaise, shippingPaise, codFeePaise, roundOffPaise }: Quote) => ({
  discountPaise,
  shippingPaise,
  codFeePaise,
  roundOffPaise,
});

function deliveryOf(billing: NonNullable<OrderRecord['billing']>) {
  const { email: _email, gstin: _gstin, businessName: _name, businessAddress: _address, ...delivery } = billing;
  return delivery;
}

export const createOrderExpired = (order: OrderRecord, isWithdrawn = false): Envelope<'order.expired'> =>
  createEvent('order.expired', {
    ...idsOf(order),
    holdId: order.holdId,
    ...(isWithdrawn ? { isWithdrawn } : {}),
  });

/** Requests the refund of a payment without an order. Idempotent. */
export const createOrderUnfulfillable = (
  order: OrderRecord,
  razorpayPaymentId: string,
  amountPaise: number,
): Envelope<'order.unfulfillable'> =>
  createEvent('order.unfulfillable', { ...idsOf(order), razorpayPaymentId, amountPaise });

/** Requests restocking and refund. Idempotent. */
/** An order of which units were cancelled one by one names the sums of the last ones. */
export function createOrderCancelled(
  order: Omit<OrderRecord, 'cancelledBy'> & { cancelledBy?: OrderRecord['cancelledBy'] | undefined },
): Envelope<'order.cancelled'> {
  const last = order.returns?.findLast(({ state }) => state === 'cancelled');
  const amountPaise = last ? (last.onlinePaise ?? 0) : (order.payment?.amountPaise ?? 0);
  const creditPaise = last ? last.creditPaise : order.creditPaise;
  const damaged = last ? [] : damagedLines(order);
  return createEvent('order.cancelled', {
    ...idsOf(order),
    ...(order.cancelledBy ? { staff: order.cancelledBy } : {}),
    holdId: order.holdId,
    razorpayPaymentId: order.payment?.id ?? '',
    amountPaise,
    ...(creditPaise ? { creditPaise } : {}),
    lines: order.lines,
    ...(damaged.length > 0 ? { damaged } : {}),
    orderNumber: order.orderNumber,
    customer: recipientOf(order),
    by: order.history.findLast(({ to }) => to === 'Cancelled')?.by ?? SYSTEM,
    ...(last ? { isSettled: true as const } : {}),
  });
}

const damagedLines = (order: Pick<OrderRecord, 'lines' | 'damaged' | 'returns'>) =>
  order.lines.flatMap(({ lineId, productId, size, quantity: ordered }) => {
    const quantity = Math.min(damagedUnits(order, lineId), ordered);
    return quantity > 0 ? [{ productId, size, quantity }] : [];
  });

export const createStatusChanged = (
  order: OrderRecord,
  change: { from: OrderStatus; to: OrderStatus; revision: number; by: string },
): Envelope<'order.status.changed'> => createEvent('order.status.changed', { ...idsOf(order), ...change });

/** Informs the customer about a return before its decision. */
export const createReturnUpdated = (
  order: OrderRecord,
  returnId: string,
  step: EventData<'order.return.updated'>['step'],
  pickup: Pick<EventData<'order.return.updated'>, 'pickupOn' | 'courierName'> = {},
): Envelope<'order.return.updated'> =>
  createEvent('order.return.updated', {
    ...idsOf(order),
    orderNumber: order.orderNumber,
    returnId,
    step,
    ...pickup,
    customer: recipientOf(order),
  });

/** Informs the customer that nobody collects the goods on the announced day. */
export const createPickupCancelled = (order: OrderRecord, returnId: string): Envelope<'order.pickup.cancelled'> =>
  createEvent('order.pickup.cancelled', {
    ...idsOf(order),
    orderNumber: order.orderNumber,
    returnId,
    customer: recipientOf(order),
  });

/** Requests restocking, refund, credit and exchange of accepted goods. Idempotent by the return. */
export const createReturnDecided = (
  order: OrderRecord,
  record: ReturnRecord,
  staff: Pick<Identity, 'id' | 'name' | 'role'>,
): Envelope<'order.return.decided'> => {
  const { replacementOrderId: orderId, exchangePaise: amountPaise = 0, differencePaise, replacement } = record;
  const { payoutPaise = 0 } = record;
  const due = replacement?.due;
  const exchange = {
    amountPaise,
    ...(differencePaise ? { differencePaise } : {}),
    ...(due ? { due: { amountPaise: due.paise, payBy: due.payBy.toISOString() } } : {}),
  };
  return createEvent('order.return.decided', {
    ...settlementOf(order, record),
    ...refusalOf(order, record),
    ...(payoutPaise > 0 ? { payout: { amountPaise: payoutPaise, to: payeeOf(record) } } : {}),
    ...(orderId ? { exchange: { orderId, ...exchange } } : {}),
    staff: memberOf(staff),
  });
};

/** Informs the customer that none of the goods was accepted. */
export const createReturnRefused = (order: OrderRecord, record: ReturnRecord): Envelope<'order.return.refused'> =>
  createEvent('order.return.refused', {
    ...idsOf(order),
    orderNumber: order.orderNumber,
    returnId: record.id,
    ...refusalOf(order, record),
    customer: recipientOf(order),
  });

/** Informs the customer that a refund of cash was paid. */
export const createReturnPaid = (
  order: OrderRecord,
  record: ReturnRecord,
  reference: string,
): Envelope<'order.return.paid'> =>
  createEvent('order.return.paid', {
    ...idsOf(order),
    orderNumber: order.orderNumber,
    returnId: record.id,
    amountPaise: record.payoutPaise ?? 0,
    to: payeeOf(record),
    reference,
    customer: recipientOf(order),
  });

const payeeOf = ({ upiId }: ReturnRecord) => (upiId ? ('upi' as const) : ('bank' as const));

function refusalOf(order: OrderRecord, { lines, note }: ReturnRecord) {
  const refused = lines
    .map(({ lineId, quantity, accepted = 0 }) => ({
      name: getLine(order, lineId).line.name,
      quantity: quantity - accepted,
    }))
    .filter(({ quantity }) => quantity > 0);
  return { ...(refused.length > 0 ? { refused } : {}), ...(note ? { note } : {}) };
}

/**
 * Requests restocking, refund and credit of cancelled units. Idempotent by the record.
 * @param lines units that are still to be delivered
 * @param staff undefined when the customer cancelled them
 */
export const createLinesCancelled = (
  order: OrderRecord,
  record: ReturnRecord,
  lines: EventData<'order.lines.cancelled'>['lines'],
  staff: Pick<Identity, 'id' | 'name' | 'role'> | undefined,
): Envelope<'order.lines.cancelled'> =>
  createEvent('order.lines.cancelled', {
    ...settlementOf(order, record),
    lines,
    ...(staff ? { staff: memberOf(staff) } : {}),
  });

const memberOf = ({ id, name, role }: Pick<Identity, 'id' | 'name' | 'role'>) => ({
  id,
  name,
  role: role as StaffRole,
});

function settlementOf(order: OrderRecord, { id, lines, onlinePaise = 0, creditPaise = 0 }: ReturnRecord) {
  return {
    ...idsOf(order),
    orderNumber: order.orderNumber,
    returnId: id,
    holdId: `${id}:1`,
    restocked: lines.flatMap(({ lineId, accepted = 0, restock, damaged = 0 }) => {
      const { productId, size } = getLine(order, lineId).line;
      const quantity = restock ? accepted - damaged : 0;
      return quantity > 0 ? [{ productId, size, quantity }] : [];
    }),
    ...(order.payment && onlinePaise > 0
      ? { refund: { razorpayPaymentId: order.payment.id, amountPaise: onlinePaise } }
      : {}),
    creditPaise,
    customer: recipientOf(order),
  };
}

/** The dispatch email and others who need the invoice. */
export const createOrderInvoiced = (
  order: OrderRecord,
  invoiceNumber: string,
  issuedAt: Date,
  totalPaise: number,
): Envelope<'order.invoiced'> => {
  return createEvent('order.invoiced', {
    ...idsOf(order),
    orderNumber: order.orderNumber,
    invoiceNumber,
    issuedAt: issuedAt.toISOString(),
    totalPaise,
    customer: recipientOf(order),
  });
};

/** For the emails about a parcel. */
export const createParcelMoved = (
  order: OrderRecord,
  {
    shipmentId,
    status,
    courier,
    awb,
    trackingPath,
    lines,
  }: Pick<
    EventData<'fulfilment.shipment.changed'>,
    'shipmentId' | 'status' | 'courier' | 'awb' | 'trackingPath' | 'lines'
  >,
): Envelope<'order.parcel.moved'> =>
  createEvent('order.parcel.moved', {
    ...idsOf(order),
    orderNumber: order.orderNumber,
    shipmentId,
    status,
    courier,
    awb,
    trackingPath,
    lines: lines.flatMap(({ lineId, quantity }) => {
      const line = order.lines.find((one) => one.lineId === lineId);
      return line ? { name: line.name, quantity } : [];
    }),
    customer: recipientOf(order),
  });

/** For the email about an order without parcels that staff report as delivered. */
export const createDeliveredByStaff = (
  order: OrderRecord,
  lines: EventData<'fulfilment.shipment.changed'>['lines'],
): Envelope<'order.parcel.moved'> => {
  const shipmentId = `order-${String(order._id)}`;
  const trackingPath = `/user/orders/${order.orderNumber}`;
  return createParcelMoved(order, { shipmentId, status: 'delivered', courier: 'own', awb: '', trackingPath, lines });
};

function recipientOf({ customer, billing }: Pick<OrderRecord, 'customer' | 'billing'>) {
  const { name, emailVerified } = customer;
  const address = email.safeParse(customer.email).data;
  return {
    name,
    ...(address ? { email: address } : {}),
    ...(emailVerified === undefined ? {} : { emailVerified }),
    ...(billing ? { phone: billing.phone } : {}),
  };
}

const idsOf = ({ _id, userId }: Pick<OrderRecord, '_id' | 'userId'>) => ({ orderId: String(_id), userId });
