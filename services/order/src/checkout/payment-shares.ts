import { paiseToRupees } from '@rangavalli/service-kit/money';
import type { OrderRecord } from '../store/order.schema.js';

type Shared = Pick<OrderRecord, 'method' | 'totalPaise' | 'creditPaise' | 'advancePaise'>;

/** The least that Razorpay takes, paise. */
export const MIN_ONLINE_PAISE = 100;

/** Returns what is paid at Razorpay, paise: the total less the store credit, the advance of a part payment, or 0. */
export const onlineShareOf = ({ method, totalPaise, creditPaise = 0, advancePaise = 0 }: Shared): number =>
  method === undefined ? totalPaise - creditPaise : method === 'part' ? advancePaise : 0;

/** Returns what the courier collects, paise. */
export const cashShareOf = (order: Shared): number =>
  order.totalPaise - (order.creditPaise ?? 0) - onlineShareOf(order);

/**
 * Returns the store credit that a checkout uses, paise: as much as there is, so that what remains to be paid online is
 * nothing or enough for Razorpay.
 */
export function creditShare(balancePaise: number, totalPaise: number): number {
  const rest = totalPaise - Math.min(balancePaise, totalPaise);
  return rest > 0 && rest < MIN_ONLINE_PAISE ? Math.max(0, totalPaise - MIN_ONLINE_PAISE) : totalPaise - rest;
}

/** Returns the advance of a part payment, paise: a percentage in whole rupees, rounded up. */
export const advanceShare = (payablePaise: number, percent: number): number =>
  Math.min(payablePaise, Math.max(MIN_ONLINE_PAISE, Math.ceil((payablePaise * percent) / 10_000) * 100));

/** Returns what a checkout pays with store credit and on delivery, rupees; nothing when it is paid online. */
export const sharesOf = (order: Shared): { creditAmount?: number; dueOnDelivery?: number } => ({
  ...(order.creditPaise ? { creditAmount: paiseToRupees(order.creditPaise) } : {}),
  ...(cashShareOf(order) > 0 ? { dueOnDelivery: paiseToRupees(cashShareOf(order)) } : {}),
});
