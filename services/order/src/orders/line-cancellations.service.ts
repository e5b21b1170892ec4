import { Injectable } from '@nestjs/common';
import type { CallInput } from '@rangavalli/contracts/calls';
import { hasPermission, isStaff } from '@rangavalli/contracts/permissions';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { createAuditEvent } from '@rangavalli/service-kit/events/audit';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { formatPaise } from '@rangavalli/service-kit/money';
import { createLinesCancelled } from '../events/order-events.js';
import { buildCancellation, remainingLines, undispatchedUnits } from '../returns/cancelled-lines.js';
import { assertWithinRefundLimit } from '../returns/refund-limit.js';
import { cashWithout } from '../returns/return-amounts.js';
import { getLine } from '../returns/return-rules.js';
import type { ReturnRecord } from '../returns/return.schema.js';
import type { OrderRecord } from '../store/order.schema.js';
import { OrderStore } from '../store/order.store.js';
import { cancellableByCustomer, OrdersService } from './orders.service.js';

/** Of simultaneous changes of one order, one succeeds per attempt. */
const MAX_ATTEMPTS = 20;
/** Bounds the document. */
const MAX_RECORDS = 100;

type Cancelled = CallInput<'POST /orders/{orderId}/lines/cancel'>['body'];

/** Units that are cancelled before their dispatch, while the rest of the order stays. */
@Injectable()
export class LineCancellations {
  constructor(
    private readonly store: OrderStore,
    private readonly orders: OrdersService,
    private readonly commands: Commands,
  ) {}

  /**
   * Cancels units; the last ones cancel the order. Stock and money follow by one event, which is stored with the
   * change. Once per `requestId`.
   * @param reference an id or an order number
   * @throws AppError ORDER_NOT_FOUND, also for other customers' orders; ORDER_NUMBER_INVALID, ORDER_NOT_CANCELLABLE,
   *   ORDER_LINES_NOT_CANCELLABLE, ORDER_CHANGED, REFUND_LIMIT, UNAVAILABLE
   */
  async cancel(reference: string, request: Cancelled, caller: Identity): Promise<OrderRecord> {
    const mayEdit = hasPermission(caller.role, 'orders.write');
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const order = await this.store.findByReference(reference);
      if (order?.phase !== 'placed' || (order.userId !== caller.id && !mayEdit)) throw new AppError('ORDER_NOT_FOUND');
      const isDone = order.returns?.some(({ requestId }) => requestId === request.requestId);
      if (isDone || order.status === 'Cancelled') return order;
      this.assertCancellable(order, request, mayEdit);
      if (isAll(order, request))
        return mayEdit ? this.orders.setStatus(reference, 'Cancelled', caller) : this.orders.cancel(reference, caller);
      const record = buildCancellation(order, request.lines, caller, request.requestId);
      if (isStaff(caller.role)) await this.assertWithinLimit(order, record, caller);
      const cancelled = await this.write(order, record, caller);
      if (cancelled) return cancelled;
    }
    throw new AppError('ORDER_CHANGED');
  }

  private assertCancellable(order: OrderRecord, { lines }: Cancelled, mayEdit: boolean): void {
    const { status = 'Pending', paymentState, returns = [] } = order;
    if (paymentState === 'refunding' || paymentState === 'refunded') throw new AppError('ORDER_NOT_CANCELLABLE');
    if (!mayEdit && !cancellableByCustomer.includes(status)) throw new AppError('ORDER_NOT_CANCELLABLE');
    const isKnown = lines.every(({ lineId }) => remainingLines(order).some((line) => line.lineId === lineId));
    if (!isKnown || returns.length >= MAX_RECORDS) throw new AppError('ORDER_LINES_NOT_CANCELLABLE');
    if (lines.some(({ lineId, quantity }) => quantity > undispatchedUnits(order, lineId)))
      throw new AppError('ORDER_LINES_NOT_CANCELLABLE');
  }

  private assertWithinLimit(
    order: OrderRecord,
    { id: returnId, onlinePaise = 0, creditPaise = 0 }: ReturnRecord,
    caller: Identity,
  ): Promise<void> {
    return assertWithinRefundLimit(this.commands, order, { returnId, amountPaise: onlinePaise + creditPaise }, caller);
  }

  /** Null when the order was changed meanwhile. */
  private write(order: OrderRecord, record: ReturnRecord, caller: Identity): Promise<OrderRecord | null> {
    const { revision, paymentState, cash } = order;
    const returns = [...(order.returns ?? []), record];
    const next = { ...order, returns };
    const what = record.lines
      .map(({ lineId, quantity }) => `${quantity} × ${getLine(order, lineId).line.name}`)
      .join(', ');
    const valuePaise = record.lines.reduce((sum, { refundPaise = 0 }) => sum + refundPaise, 0);
    const orderId = String(order._id);
    const audit = createAuditEvent(caller, {
      action: 'order.lines.cancelled',
      subject: 'order',
      subjectId: orderId,
      label: order.orderNumber,
      changes: [
        { field: 'cancelled', to: what },
        { field: 'amount', to: formatPaise(valuePaise) },
      ],
    });
    return this.store.update(order._id, {
      guard: {
        phase: 'placed',
        revision,
        paymentState,
        ...(cash ? { 'cash.state': cash.state, 'cash.duePaise': cash.duePaise } : {}),
      },
      set: { returns, revision: revision + 1, ...cashWithout(order, record.cashPaise ?? 0) },
      history: { at: record.requestedAt, by: caller.email, what: `Items cancelled: ${what}` },
      outcome: 'items cancelled',
      events: [
        createLinesCancelled(order, record, remainingLines(next), isStaff(caller.role) ? caller : undefined),
        ...(isStaff(caller.role) ? [audit] : []),
      ],
    });
  }
}

const isAll = (order: OrderRecord, { lines }: Cancelled): boolean =>
  remainingLines(order).every(
    ({ lineId, quantity }) => quantity === (lines.find((line) => line.lineId === lineId)?.quantity ?? 0),
  );
