import { Injectable } from '@nestjs/common';
import type { CommandReply } from '@rangavalli/contracts/commands';
import type { OrderStatus } from '@rangavalli/contracts/entities/order';
import { AppError } from '@rangavalli/service-kit/app-error';
import { createAuditEvent } from '@rangavalli/service-kit/events/audit';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { createOrderCancelled, createStatusChanged } from '../events/order-events.js';
import { CANCELLED, type HistoryEntry, type OrderRecord, PLACED } from '../store/order.schema.js';
import { REFUND_CHECK_MS } from '../store/order-state.js';
import { OrderStore } from '../store/order.store.js';

const MAX_ATTEMPTS = 5;
const LABEL_LENGTH = 8;

/** Specification §9: "cancellation only immediately after ordering and not once shipping has started". */
const cancellableByCustomer: readonly OrderStatus[] = ['Pending', 'Processing'];

@Injectable()
export class OrdersService {
  constructor(private readonly store: OrderStore) {}

  /** @throws AppError FORBIDDEN for other customers' orders */
  async listOfCustomer(userId: string, caller: Identity): Promise<OrderRecord[]> {
    if (caller.id !== userId && caller.role !== 'admin') throw new AppError('FORBIDDEN');
    return this.store.findPlaced({ userId, phase: 'placed' });
  }

  listAll(): Promise<OrderRecord[]> {
    return this.store.findPlaced(PLACED);
  }

  /** @throws AppError ORDER_NOT_FOUND, also for other customers' orders, so that ids cannot be probed */
  async get(orderId: string, caller: Identity): Promise<OrderRecord> {
    const order = await this.getPlaced(orderId);
    if (order.userId !== caller.id && caller.role !== 'admin') throw new AppError('ORDER_NOT_FOUND');
    return order;
  }

  async getStates(orderIds: readonly string[]): Promise<CommandReply<'rpc.order.states.get'>['orders']> {
    const orders = await this.store.model
      .find({ _id: { $in: orderIds } }, { phase: 1, status: 1, totalPaise: 1 })
      .lean<Pick<OrderRecord, '_id' | 'phase' | 'status' | 'totalPaise'>[]>()
      .exec();
    return orders.map(({ _id, phase, status, totalPaise }) => ({
      orderId: String(_id),
      phase,
      ...(status ? { status } : {}),
      totalPaise,
    }));
  }

  /**
   * Sets any status from any other (specification §4). Cancelled restocks and refunds, so it is final.
   * @throws AppError ORDER_NOT_FOUND, ORDER_REFUNDED, ORDER_CHANGED
   */
  setStatus(orderId: string, status: OrderStatus, caller: Identity): Promise<OrderRecord> {
    return this.changeStatus(orderId, caller, (order) => {
      if (order.status === 'Cancelled' && status !== 'Cancelled') throw new AppError('ORDER_REFUNDED');
      return status;
    });
  }

  /** Idempotent. @throws AppError ORDER_NOT_FOUND for other customers' orders, ORDER_NOT_CANCELLABLE, ORDER_CHANGED */
  cancel(orderId: string, caller: Identity): Promise<OrderRecord> {
    return this.changeStatus(orderId, caller, (order) => {
      if (order.userId !== caller.id) throw new AppError('ORDER_NOT_FOUND');
      const { status } = order;
      if (status !== 'Cancelled' && !(status && cancellableByCustomer.includes(status)))
        throw new AppError('ORDER_NOT_CANCELLABLE');
      return 'Cancelled';
    });
  }

  private async getPlaced(orderId: string): Promise<OrderRecord> {
    const order = await this.store.findById(orderId);
    if (order?.phase !== 'placed') throw new AppError('ORDER_NOT_FOUND');
    return order;
  }

  private async changeStatus(
    orderId: string,
    caller: Identity,
    decide: (order: OrderRecord) => OrderStatus,
  ): Promise<OrderRecord> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const order = await this.getPlaced(orderId);
      const status = decide(order);
      if (order.status === status) return order;
      const changed = await this.writeStatus(order, status, caller);
      if (changed) return changed;
    }
    throw new AppError('ORDER_CHANGED');
  }

  private writeStatus(order: OrderRecord, to: OrderStatus, caller: Identity): Promise<OrderRecord | null> {
    const { status: from = 'Pending', revision: lastRevision, paymentState } = order;
    const revision = lastRevision + 1;
    const by = caller.email;
    const isCancelled = to === 'Cancelled';
    const history: HistoryEntry = { at: new Date(), by, what: isCancelled ? CANCELLED : 'Status changed', from, to };
    const orderId = String(order._id);
    // A payment that was refunded in Razorpay's dashboard is not refunded again.
    const needsRefund = isCancelled && paymentState === 'captured';
    const dueAt = new Date(Date.now() + REFUND_CHECK_MS);
    return this.store.update(order._id, {
      guard: { phase: 'placed', revision: lastRevision, paymentState },
      set: {
        status: to,
        revision,
        ...(needsRefund ? { paymentState: 'refunding', dueAt, dueTries: 0 } : {}),
      },
      history,
      events: [
        createStatusChanged(order, { from, to, revision, by }),
        createAuditEvent(caller, {
          action: 'order.status',
          subject: 'order',
          subjectId: orderId,
          label: `#${orderId.slice(-LABEL_LENGTH)}`,
          changes: [{ field: 'status', from, to }],
        }),
        ...(isCancelled ? [createOrderCancelled({ ...order, history: [...order.history, history] })] : []),
      ],
    });
  }
}
