import { formatOrderNumber } from '@rangavalli/contracts/order-number';
import { phrasesOf, wordsOf } from '@rangavalli/service-kit/database/search-words';
import type { ObjectId } from 'mongodb';
import { createRandom } from '../shop/sample-products.js';
import { DAY_MS, idAt, type Person, personOf } from './people.js';

export interface Sizes {
  orders: number;
  customers: number;
  products: number;
}

/** What orders refer to. */
export interface SeededShop {
  sizes: Sizes;
  /** Times of the first order and of the last one, epoch ms. */
  start: number;
  end: number;
  products: readonly { id: string; name: string; pricePaise: number; size: string }[];
}

export interface Purchase {
  number: number;
  id: ObjectId;
  orderNumber: string;
  at: Date;
  customer: Person;
  lines: { productId: string; name: string; unitPaise: number; size: string; quantity: number }[];
  totalPaise: number;
  razorpayOrderId: string;
  paymentId: string;
  /**
   * `open`: the checkout still holds its items; `abandoned`: it ended unpaid; `withoutOrder`: money arrived after its
   * end, and no order was placed.
   */
  outcome: 'placed' | 'open' | 'abandoned' | 'withoutOrder';
  /** Of a placed order. */
  status: 'Pending' | 'Processing' | 'Shipped' | 'Delivered' | 'Cancelled' | undefined;
}

/** Checkouts that are not paid are deleted after this time. */
export const UNPAID_DAYS = 90;
const ABANDONED_SHARE = 0.15;
const WITHOUT_ORDER_SHARE = 0.02;
/** The newest checkouts, one of each customer. */
const OPEN_CHECKOUTS = 500;
/** Open checkouts stay open while the store is measured. */
const HOLD_MS = DAY_MS;
/** Every so many payments were not compared with their orders yet, as after an outage of the order service. */
const PLACED_PER_UNMATCHED = 50;
const CANCELLED_PER_FAILED_REFUND = 50;
const WITHOUT_ORDER_PER_APPROVAL = 4;
/** Of the order numbers: beyond those that the store allocates meanwhile. */
const FIRST_SEQUENCE = 900_000_000;
const ORDERS_PER_COD = 4;
/** How unevenly orders and customers are spread: 1 is even. */
const SKEW = 1.3;

/** Returns the nth of all purchases, oldest first, always the same. */
export function purchaseOf({ sizes, start, end, products }: SeededShop, number: number): Purchase {
  const random = createRandom(number);
  const at = new Date(start + ((end - start) * number) / sizes.orders);
  const ageDays = (end - at.getTime()) / DAY_MS;
  const skewed = (count: number): number => Math.floor(count * random() ** SKEW);
  const lines = Array.from({ length: random() < 0.7 ? 1 : 2 + Math.floor(random() * 2) }, () => {
    const { id = '', name = '', pricePaise = 0, size = '' } = products[skewed(products.length)] ?? {};
    return { productId: id, name, unitPaise: pricePaise, size, quantity: random() < 0.9 ? 1 : 2 };
  });
  const serial = number.toString(36).padStart(6, '0');
  const newest = sizes.orders - 1 - number;
  const isOpen = newest < Math.min(OPEN_CHECKOUTS, sizes.customers);
  const customer = skewed(sizes.customers);
  const outcome = isOpen ? 'open' : outcomeOf(ageDays, random());
  return {
    number,
    id: idAt(at.getTime(), number),
    orderNumber: formatOrderNumber(String(at.getUTCFullYear() % 100), FIRST_SEQUENCE + number),
    at,
    customer: personOf(isOpen ? newest : customer, start),
    lines,
    totalPaise: lines.reduce((sum, { unitPaise, quantity }) => sum + unitPaise * quantity, 0),
    razorpayOrderId: `order_Growth${serial}`,
    paymentId: `pay_Growth${serial}`,
    outcome,
    status: outcome === 'placed' ? statusOf(ageDays, random()) : undefined,
  };
}

function outcomeOf(ageDays: number, share: number): Purchase['outcome'] {
  if (ageDays >= UNPAID_DAYS) return 'placed';
  if (share < ABANDONED_SHARE) return 'abandoned';
  return share < ABANDONED_SHARE + WITHOUT_ORDER_SHARE ? 'withoutOrder' : 'placed';
}

/** Whether an order is paid on delivery: it has no payment. */
export const isCod = ({ number, outcome }: Purchase): boolean => outcome === 'placed' && number % ORDERS_PER_COD === 1;

export const isCharged = (purchase: Purchase): boolean =>
  (purchase.outcome === 'placed' && !isCod(purchase)) || purchase.outcome === 'withoutOrder';

function statusOf(ageDays: number, share: number): Purchase['status'] {
  if (share < 0.05) return 'Cancelled';
  if (ageDays > 10) return 'Delivered';
  return ageDays > 3 ? 'Shipped' : ageDays > 1 ? 'Processing' : 'Pending';
}

const billingOf = ({ name, email, phone }: Person) => ({
  fullName: name,
  email,
  phone,
  address: '12 Temple Street, Besant Nagar',
  city: 'Chennai',
  state: 'Tamil Nadu',
  pincode: '600090',
  country: 'India',
});

/** Without what follows the sale: cash and returns. */
export function toOrder(purchase: Purchase) {
  const { id, orderNumber, at, customer, lines, totalPaise, razorpayOrderId, paymentId, outcome, status } = purchase;
  const billing = billingOf(customer);
  const terms = [
    orderNumber.replaceAll('-', '').toLowerCase(),
    ...phrasesOf(customer.name),
    ...[customer.email, ...(isCharged(purchase) ? [paymentId] : [])].flatMap((text) => wordsOf(text)),
    customer.phone.replaceAll(/\D/g, '').slice(-10),
  ];
  const history = [{ at, by: 'system', what: 'Checkout started' }];
  const shared = {
    _id: id,
    orderNumber,
    userId: String(customer.id),
    customer: { name: customer.name, email: customer.email, emailVerified: true },
    cartKey: String(id).repeat(2),
    searchTerms: [...new Set(terms)],
    lines: lines.map((line, index) => ({ lineId: String(index + 1), ...line })),
    totalPaise,
    billing,
    holdId: `${String(id)}:1`,
    holdSeq: 1,
    units: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    renewals: 0,
    ...(isCod(purchase) ? {} : { razorpayOrderId }),
    extraPayments: [],
    dueTries: 0,
    createdAt: at,
    outbox: [],
  };
  const holdExpiresAt = new Date(at.getTime() + HOLD_MS);
  if (outcome === 'open')
    return {
      ...shared,
      phase: 'checkout',
      open: true,
      paymentState: 'awaiting',
      revision: 0,
      history,
      holdExpiresAt,
      dueAt: holdExpiresAt,
    };
  if (outcome !== 'placed')
    return {
      ...shared,
      phase: 'expired',
      paymentState: 'awaiting',
      revision: 0,
      history: [...history, { at, by: 'system', what: 'Checkout ended without payment' }],
      purgeAt: new Date(at.getTime() + UNPAID_DAYS * DAY_MS),
    };
  const payment = { id: paymentId, method: 'upi', amountPaise: totalPaise, capturedAt: at };
  const paid = [
    ...(isCod(purchase) ? [] : [{ at, by: 'system', what: 'Payment received' }]),
    { at, by: 'system', what: 'Order placed' },
  ];
  const changed = { at, by: 'asha@example.com', what: 'Status changed', from: 'Pending', to: status };
  return {
    ...shared,
    phase: 'placed',
    ...(isCod(purchase)
      ? { method: 'cod' }
      : { payment, paymentState: status === 'Cancelled' ? 'refunded' : 'captured' }),
    status,
    revision: 1,
    history: [...history, ...paid, ...(status === 'Pending' ? [] : [changed])],
    orderedAt: at,
  };
}

export function toPayment(purchase: Purchase) {
  const { number, id, orderNumber, at, customer, totalPaise, razorpayOrderId, paymentId, outcome, status } = purchase;
  const orderId = String(id);
  const isPaid = isCharged(purchase);
  const purgeAt = new Date(at.getTime() + (UNPAID_DAYS + 10) * DAY_MS);
  return {
    _id: orderId,
    orderNumber,
    userId: String(customer.id),
    amountPaise: totalPaise,
    currency: 'INR',
    razorpayOrderId,
    state: isPaid ? 'captured' : 'created',
    captures: isPaid ? [{ paymentId, method: 'upi', amountPaise: totalPaise, currency: 'INR', at }] : [],
    refunds: refundsOf(purchase),
    failures: outcome === 'abandoned' ? [{ paymentId, reason: 'Payment failed at the bank', at }] : [],
    webhookEvents: isPaid ? [`evt_${paymentId}`] : [],
    checks: 0,
    ...(isPaid && status !== 'Cancelled'
      ? { orderMatch: status && number % PLACED_PER_UNMATCHED > 0 ? 'matched' : 'unchecked' }
      : {}),
    createdAt: at,
    ...(outcome === 'open' ? { nextCheckAt: new Date(at.getTime() + HOLD_MS) } : {}),
    ...(isPaid ? {} : { purgeAt }),
    outbox: [],
  };
}

/** Of a cancelled order, some failed at the bank; of money without an order, some await a second person's approval. */
function refundsOf({ number, at, totalPaise, paymentId, outcome, status }: Purchase) {
  const refund = {
    key: `refund-${paymentId}`,
    paymentId,
    amountPaise: totalPaise,
    reason: 'Order cancelled',
    attempts: 0,
    nextAt: at,
    requestedAt: at,
  };
  if (status === 'Cancelled') {
    const state = number % CANCELLED_PER_FAILED_REFUND === 0 ? 'failed' : 'done';
    return [{ ...refund, state, attempts: 1, razorpayRefundId: paymentId.replace('pay', 'rfnd') }];
  }
  if (outcome !== 'withoutOrder' || number % WITHOUT_ORDER_PER_APPROVAL > 0) return [];
  const requestedBy = { id: 'a'.repeat(24), name: 'Asha Rao' };
  return [{ ...refund, state: 'awaiting_approval', approval: { cause: 'amount', requestedBy, requestedAt: at } }];
}

export const toSummary = ({ id, at, customer, totalPaise, status }: Purchase) => ({
  _id: String(id),
  userId: String(customer.id),
  orderedAt: at,
  totalPaise,
  status,
  revision: 1,
});

export const toStockEntries = ({ id, at, lines }: Purchase) =>
  lines.map(({ productId, size, quantity, unitPaise }, index) => ({
    _id: `${productId}/${String(id)}:1:${index}`,
    productId,
    holdId: `${String(id)}:1`,
    orderId: String(id),
    size,
    quantity,
    unitPaise,
    state: 'sold',
    expiresAt: at,
    at,
  }));

export const toDelivery = ({ id, at, razorpayOrderId, paymentId }: Purchase) => ({
  _id: `delivery_${paymentId}`,
  eventId: `evt_${paymentId}`,
  event: 'payment.captured',
  receivedAt: at,
  outcome: 'handled',
  razorpayOrderId,
  razorpayPaymentId: paymentId,
  orderId: String(id),
  raw: JSON.stringify({ event: 'payment.captured', payload: { payment: { entity: { id: paymentId } } } }),
  signature: 'f'.repeat(64),
});

export const toEmail = ({ id, at, customer }: Purchase) => ({
  _id: `order-${String(id)}`,
  kind: 'order_placed',
  channel: 'email',
  to: customer.email,
  orderId: String(id),
  state: 'sent',
  attempts: 1,
  claimedAt: at,
  createdAt: at,
  sentAt: at,
});
