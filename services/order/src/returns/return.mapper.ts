import type { OrderReturn } from '@rangavalli/contracts/entities/return';
import { paiseToRupees } from '@rangavalli/service-kit/money';
import type { OrderRecord } from '../store/order.schema.js';
import type { ReturnRecord } from './return.schema.js';

const amount = <K extends string>(name: K, paise: number | undefined) =>
  (paise ? { [name]: paiseToRupees(paise) } : {}) as { [P in K]?: number };

/** Without units that were cancelled before their dispatch, which are stored beside the returns. */
export const toReturns = (order: OrderRecord): OrderReturn[] =>
  (order.returns ?? []).filter(({ state }) => state !== 'cancelled').map((record) => toReturn(order, record));

export function toReturn(order: OrderRecord, record: ReturnRecord): OrderReturn {
  const due = record.replacement?.due;
  const lines = new Map(order.lines.map((line) => [line.lineId, line]));
  return {
    id: record.id,
    orderId: String(order._id),
    orderNumber: order.orderNumber,
    state: record.state === 'cancelled' ? 'completed' : record.state,
    requestedAt: record.requestedAt.toISOString(),
    customer: order.customer.name,
    lines: record.lines.flatMap(
      ({ lineId, quantity, reason, outcome, exchangeFor, accepted, restock, damaged = 0, refundPaise }) => {
        const line = lines.get(lineId);
        if (!line) return [];
        const notRestocked = restock ? damaged : (accepted ?? 0);
        return {
          lineId,
          productId: line.productId,
          name: line.name,
          size: line.size,
          quantity,
          reason,
          outcome,
          ...(exchangeFor ? { exchangeFor } : {}),
          ...(accepted === undefined ? {} : { accepted, restocked: (restock ?? false) && notRestocked < accepted }),
          ...(notRestocked ? { damaged: notRestocked } : {}),
          ...amount('amount', refundPaise),
        };
      },
    ),
    ...(record.comment ? { comment: record.comment } : {}),
    ...(record.upiId ? { upiId: record.upiId } : {}),
    ...(record.bank ? { bank: record.bank } : {}),
    ...(record.photos?.length ? { photos: record.photos } : {}),
    ...(record.video ? { video: record.video } : {}),
    ...(record.decisionPhoto ? { decisionPhoto: record.decisionPhoto } : {}),
    ...(record.shipment ? { shipment: { ...record.shipment, at: record.shipment.at.toISOString() } } : {}),
    ...(record.decidedAt ? { decidedAt: record.decidedAt.toISOString() } : {}),
    ...(record.note ? { note: record.note } : {}),
    ...amount('refunded', record.onlinePaise),
    ...amount('credited', record.creditPaise),
    ...amount('payout', record.payoutPaise),
    ...(record.payoutState ? { payoutState: record.payoutState } : {}),
    ...(record.payoutReference ? { payoutReference: record.payoutReference } : {}),
    ...amount('exchanged', record.exchangePaise),
    ...amount('difference', record.differencePaise),
    ...(due ? { due: { amount: paiseToRupees(due.paise), payBy: due.payBy.toISOString() } } : {}),
    ...(record.replacementOrderId ? { replacementOrderId: record.replacementOrderId } : {}),
    ...(record.replacement ? { replacementOrderNumber: record.replacement.orderNumber } : {}),
  };
}
