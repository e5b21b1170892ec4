import { auditShop, findFaults, type ShopFaults, toAuditedOrder } from '@rangavalli/service-kit/testing/shop-auditor';
import { mustCall } from '../support/api.js';
import { getAllOrders, getProduct, logInAsOwner } from '../support/people.js';
import { getRazorpayState } from '../support/razorpay.js';
import { eventually } from '../support/store.js';
import type { PurchaseLog } from './buyer.js';

/** Columns of the drills' tables; all but `accepted` must be 0. */
export interface Audit extends ShopFaults {
  accepted: number;
  unresolved: number;
}

/** Audits the shop's orders and stock and Razorpay's records against what was confirmed to the buyers. */
async function auditOnce(log: PurchaseLog): Promise<Audit> {
  const { token } = await logInAsOwner();
  const buyers = new Set(log.buyers.map(({ id }) => id));
  const orders = (await getAllOrders(token)).filter(({ user }) => buyers.has(user._id));
  const state = await getRazorpayState();
  const payments = state.payments.filter(({ order_id }) => log.checkouts.has(order_id));
  const paymentIds = new Set(payments.map(({ id }) => id));
  const refunds = state.refunds.filter(({ payment_id }) => paymentIds.has(payment_id));
  const events = new Set(state.events.filter(({ payment_id }) => paymentIds.has(payment_id)).map(({ id }) => id));
  const webhooks = state.deliveries.filter(({ status, event_id }) => status === 'waiting' && events.has(event_id));
  const { deadLetters } = await mustCall('GET /operations/dead-letters', {}, token);
  const products = await Promise.all(
    log.products.map(async (before) => ({ id: before._id, before, after: await getProduct(before) })),
  );
  const { confirmed, cancelled } = log;
  return {
    accepted: orders.length,
    ...auditShop({ orders: orders.map(toAuditedOrder), payments, refunds, products, confirmed, cancelled }),
    unresolved:
      orders.filter(({ paymentState }) => paymentState === 'refunding').length +
      refunds.filter(({ status }) => status !== 'processed').length +
      webhooks.length +
      deadLetters.length,
  };
}

export const faultsIn = ({ accepted: _accepted, ...faults }: Audit): Partial<Audit> => findFaults(faults);

/** Repeats the audit until it has no faults but the ignored one, or `timeoutMs` is over. @returns the last audit */
export async function auditUntilSettled(
  log: PurchaseLog,
  timeoutMs = 60_000,
  ignored?: keyof ShopFaults,
): Promise<Audit> {
  let last: Audit | undefined;
  await eventually(async () => {
    last = await auditOnce(log);
    if (Object.keys(faultsIn(last)).some((fault) => fault !== ignored)) throw new Error('not settled yet');
  }, timeoutMs).catch(() => undefined);
  return last ?? auditOnce(log);
}
