import { MIN_ONLINE_PAISE } from '../checkout/payment-shares.js';
import { computeLineRefund } from '../pricing/line-refund.js';
import { isCollected } from '../cash/order-cash.schema.js';
import type { OrderRecord } from '../store/order.schema.js';
import { getLine } from './return-rules.js';
import type { ReturnLineRecord, ReturnRecord } from './return.schema.js';

/** How the value of accepted goods reaches the customer. Paise. */
export type ReturnAmounts = Required<
  Pick<ReturnRecord, 'cashPaise' | 'onlinePaise' | 'creditPaise' | 'payoutPaise' | 'exchangePaise'>
>;

/**
 * Returns what was paid for units of a line, paise.
 * @param before units that earlier returns took back
 */
export function paidFor(order: OrderRecord, lineId: string, before: number, units: number): number {
  if (units === 0) return 0;
  const { line, index } = getLine(order, lineId);
  const quoted = order.quote?.lines[index];
  return quoted ? computeLineRefund(quoted, before, units).refundPaise : line.unitPaise * units;
}

/**
 * Divides the value of a return. Cash that the courier has not collected yet is not collected. A refund goes back to
 * its source: first what was paid online and is not refunded yet, unless Razorpay would refuse it as too small, then
 * store credit; collected cash goes to the UPI ID or the bank account of the customer, or becomes store credit without
 * one. The value of exchanged goods beyond their replacement is refunded. Of goods that are not refundable, which pay
 * for the replacement first, it becomes store credit.
 */
export function divideReturn(
  order: OrderRecord,
  lines: readonly ReturnLineRecord[],
  {
    hasPayee = false,
    replacementPaise,
    isRefundable = () => true,
  }: { hasPayee?: boolean; replacementPaise?: number; isRefundable?: (line: ReturnLineRecord) => boolean } = {},
): ReturnAmounts {
  const valueOf = (outcome: ReturnLineRecord['outcome'], of = lines): number =>
    of.reduce((sum, line) => sum + (line.outcome === outcome ? (line.refundPaise ?? 0) : 0), 0);
  const earlier = order.returns ?? [];
  const used = (part: 'onlinePaise' | 'payoutPaise') => earlier.reduce((sum, one) => sum + (one[part] ?? 0), 0);
  const exchangePaise = Math.min(valueOf('exchange'), replacementPaise ?? valueOf('exchange'));
  const notRefundable = lines.filter((line) => !isRefundable(line));
  const creditOnlyPaise = Math.max(0, valueOf('exchange', notRefundable) - exchangePaise);
  const refundPaise = valueOf('refund') + valueOf('exchange') - exchangePaise - creditOnlyPaise;
  const cashPaise = Math.min(refundPaise, order.cash?.state === 'due' ? order.cash.duePaise : 0);
  const paidOnlinePaise = Math.max(0, (order.payment?.amountPaise ?? 0) - used('onlinePaise'));
  const ofPaymentPaise = Math.min(refundPaise - cashPaise, paidOnlinePaise);
  const onlinePaise = ofPaymentPaise < MIN_ONLINE_PAISE ? 0 : ofPaymentPaise;
  const rest = refundPaise - cashPaise - onlinePaise;
  const collectedPaise = order.cash && isCollected(order.cash) ? order.cash.duePaise : 0;
  const payoutPaise = hasPayee ? Math.min(rest, Math.max(0, collectedPaise - used('payoutPaise'))) : 0;
  return {
    cashPaise,
    onlinePaise,
    payoutPaise,
    creditPaise: valueOf('credit') + creditOnlyPaise + rest - payoutPaise,
    exchangePaise,
  };
}

/** Returns the cash of an order without what need not be collected any more. */
export const cashWithout = ({ cash }: OrderRecord, paise: number): Pick<OrderRecord, 'cash'> =>
  cash && paise > 0 ? { cash: { ...cash, duePaise: cash.duePaise - paise } } : {};

export const totalOf = (amounts: ReturnAmounts): number =>
  Object.values(amounts).reduce((total, paise) => total + paise, 0);
