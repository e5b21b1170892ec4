import type { OrderReturn } from '@rangavalli/contracts/entities/return';
import { paiseToRupees } from '@rangavalli/service-kit/money';
import type { OrderRecord } from '../store/order.schema.js';
import { lineIdOf } from './return-rules.js';
import type { ReturnRecord } from './return.schema.js';

const amount = <K extends string>(name: K, paise: number | undefined) =>
  (paise ? { [name]: paiseToRupees(paise) } : {}) as { [P in K]?: number };

export function toReturn(order: OrderRecord, record: ReturnRecord): OrderReturn {
  const lines = new Map(order.lines.map((line, index) => [lineIdOf(line, index), line]));
  return {
    id: record.id,
    orderId: String(order._id),
    ...(order.orderNumber ? { orderNumber: order.orderNumber } : {}),
    state: record.state,
    requestedAt: record.requestedAt.toISOString(),
    customer: order.customer.name,
    lines: record.lines.flatMap(
      ({ lineId, quantity, reason, outcome, exchangeFor, accepted, restock, refundPaise }) => {
        const line = lines.get(lineId);
        if (!line) return [];
        return {
          lineId,
          productId: line.productId,
          name: line.name,
          size: line.size,
          quantity,
          reason,
          outcome,
          ...(exchangeFor ? { exchangeFor } : {}),
          ...(accepted === undefined ? {} : { accepted, restocked: restock ?? false }),
          ...amount('amount', refundPaise),
        };
      },
    ),
    ...(record.comment ? { comment: record.comment } : {}),
    ...(record.upiId ? { upiId: record.upiId } : {}),
    ...(record.decidedAt ? { decidedAt: record.decidedAt.toISOString() } : {}),
    ...(record.note ? { note: record.note } : {}),
    ...amount('refunded', record.onlinePaise),
    ...amount('credited', record.creditPaise),
    ...amount('payout', record.payoutPaise),
    ...amount('exchanged', record.exchangePaise),
    ...(record.replacementOrderId ? { replacementOrderId: record.replacementOrderId } : {}),
  };
}
