import type { CallInput } from '@rangavalli/contracts/calls';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Types } from 'mongoose';
import type { OrderRecord } from '../store/order.schema.js';
import { divideReturn, paidFor } from './return-amounts.js';
import { cancelledUnits, damagedUnits, deliveryOf, getLine, returnedUnits, wasDispatched } from './return-rules.js';
import type { ReturnRecord } from './return.schema.js';

type Units = CallInput<'POST /orders/{orderId}/lines/cancel'>['body']['lines'][number];

/** Returns the units of each line that are not cancelled, 0 for none. */
export const remainingLines = (order: OrderRecord): Units[] =>
  order.lines.map(({ lineId, quantity }) => ({ lineId, quantity: quantity - cancelledUnits(order, lineId) }));

/** Whether parcels have delivered all units that are not cancelled. */
export const hasAllDelivered = (order: OrderRecord): boolean =>
  (order.deliveries ?? []).length > 0 &&
  remainingLines(order).every(({ lineId, quantity }) => deliveryOf(order, lineId).units >= quantity);

/** Returns the units of a line that can still be cancelled. Without parcels, the status of the order decides. */
export function undispatchedUnits(order: OrderRecord, lineId: string): number {
  const { line } = getLine(order, lineId);
  const { dispatches = [] } = order;
  if (order.status === 'Delivered' || (wasDispatched(order) && dispatches.length === 0)) return 0;
  const dispatched = dispatches
    .flatMap(({ lines }) => lines)
    .reduce((units, one) => units + (one.lineId === lineId ? one.quantity : 0), 0);
  return Math.max(0, line.quantity - cancelledUnits(order, lineId) - dispatched);
}

/**
 * Returns the record of units that are cancelled: a return that needs no inspection.
 * @throws AppError ORDER_LINES_NOT_CANCELLABLE
 */
export function buildCancellation(
  order: OrderRecord,
  units: readonly Units[],
  by: { id: string; name: string },
  requestId?: string,
): ReturnRecord {
  const at = new Date();
  const lines = units.map(({ lineId, quantity }) => {
    if (!order.lines.some((line) => line.lineId === lineId)) throw new AppError('ORDER_LINES_NOT_CANCELLABLE');
    const acceptedBefore = returnedUnits(order, lineId, 'accepted');
    const refundPaise = paidFor(order, lineId, acceptedBefore, quantity);
    const damaged = Math.min(damagedUnits(order, lineId), Math.max(0, quantity - undispatchedUnits(order, lineId)));
    const decided = { accepted: quantity, acceptedBefore, restock: true, ...(damaged ? { damaged } : {}), refundPaise };
    return { lineId, quantity, reason: 'cancelled', outcome: 'refund' as const, ...decided };
  });
  return {
    id: String(new Types.ObjectId()),
    ...(requestId ? { requestId } : {}),
    state: 'cancelled',
    isBeforeInvoice: !wasDispatched(order),
    requestedAt: at,
    lines,
    decidedAt: at,
    decidedBy: { id: by.id, name: by.name },
    ...divideReturn(order, lines),
  };
}
