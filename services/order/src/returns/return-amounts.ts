import { computeLineRefund } from '../pricing/line-refund.js';
import { isCollected } from '../cash/order-cash.schema.js';
import type { OrderRecord } from '../store/order.schema.js';
import { getLine } from './return-rules.js';
import type { ReturnLineRecord, ReturnRecord } from './return.schema.js';

/** How the value of accepted goods reaches the customer. Paise. */
export type ReturnAmounts = Required<
  Pick<ReturnRecord, 'onlinePaise' | 'creditPaise' | 'payoutPaise' | 'exchangePaise'>
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
 * Divides the value of a return. A refund goes back to its source: first what was paid online and is not refunded yet,
 * then store credit; cash goes to the UPI ID, or becomes store credit without one.
 */
export function divideReturn(order: OrderRecord, lines: readonly ReturnLineRecord[], upiId?: string): ReturnAmounts {
  const valueOf = (outcome: ReturnLineRecord['outcome']): number =>
    lines.reduce((sum, line) => sum + (line.outcome === outcome ? (line.refundPaise ?? 0) : 0), 0);
  const earlier = order.returns ?? [];
  const used = (part: 'onlinePaise' | 'payoutPaise') => earlier.reduce((sum, one) => sum + (one[part] ?? 0), 0);
  const refundPaise = valueOf('refund');
  const onlinePaise = Math.min(refundPaise, Math.max(0, (order.payment?.amountPaise ?? 0) - used('onlinePaise')));
  const rest = refundPaise - onlinePaise;
  const cashPaise = order.cash && isCollected(order.cash) ? order.cash.duePaise : 0;
  const payoutPaise = upiId ? Math.min(rest, Math.max(0, cashPaise - used('payoutPaise'))) : 0;
  return {
    onlinePaise,
    payoutPaise,
    creditPaise: valueOf('credit') + rest - payoutPaise,
    exchangePaise: valueOf('exchange'),
  };
}
