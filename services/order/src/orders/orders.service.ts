import { Injectable } from '@nestjs/common';
import type { OrderStatus } from '@rangavalli/contracts/entities/order';
import type { Envelope } from '@rangavalli/contracts/events';
import { AppError } from '@rangavalli/service-kit/app-error';
import { auditEvent } from '@rangavalli/service-kit/events/audit';
import { newEvent } from '@rangavalli/service-kit/events/envelope';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { CANCELLED, type OrderRecord, PLACED } from './order.schema.js';
import { OrderStore, SYSTEM } from './order.store.js';

/** A change that somebody else's change overtook is looked at anew so many times. */
const TRIES = 5;
/** A refund that is not confirmed after this is told of again, ms. */
const RETELL_MS = 60_000;
/** The screens call an order by so many last characters of its id; so does the audit log. */
const LABEL = 8;

/** Specification §9: "cancellation only immediately after ordering and not once shipping has started". */
const cancellable: readonly OrderStatus[] = ['Pending', 'Processing'];

/** Placed orders: who sees them, and what becomes of their status. */
@Injectable()
export class OrdersService {
  constructor(private readonly store: OrderStore) {}

  /**
   * A customer's placed orders, cancelled ones too, newest first.
   * @throws AppError FORBIDDEN for anybody but the customer and admins
   */
  async ofCustomer(userId: string, caller: Identity): Promise<OrderRecord[]> {
    if (caller.id !== userId && caller.role !== 'admin') throw new AppError('FORBIDDEN');
    return this.store.model
      .find({ userId, phase: 'placed' }, { outbox: 0 })
      .sort({ orderedAt: -1, _id: -1 })
      .lean<OrderRecord[]>()
      .exec();
  }

  /** Every placed order, newest first. */
  async all(): Promise<OrderRecord[]> {
    return this.store.model.find(PLACED, { outbox: 0 }).sort({ orderedAt: -1, _id: -1 }).lean<OrderRecord[]>().exec();
  }

  /**
   * One placed order.
   * @throws AppError ORDER_NOT_FOUND, also for other customers' orders: nobody learns which ids exist
   */
  async one(orderId: string, caller: Identity): Promise<OrderRecord> {
    const order = await this.placed(orderId);
    if (order.userId !== caller.id && caller.role !== 'admin') throw new AppError('ORDER_NOT_FOUND');
    return order;
  }

  /**
   * Sets any status from any other (specification §4), with its consequences: Cancelled gives pieces and
   * money back, once, and for that reason can't be left again.
   * @throws AppError ORDER_NOT_FOUND; ORDER_REFUNDED; ORDER_CHANGED when others change it all the time
   */
  async setStatus(orderId: string, status: OrderStatus, caller: Identity): Promise<OrderRecord> {
    return this.change(orderId, caller, (order) => {
      if (order.status === 'Cancelled' && status !== 'Cancelled') throw new AppError('ORDER_REFUNDED');
      return status;
    });
  }

  /**
   * The customer's own cancellation; a second one answers as the first.
   * @throws AppError ORDER_NOT_FOUND for everybody else; ORDER_NOT_CANCELLABLE once it is on its way
   */
  async cancel(orderId: string, caller: Identity): Promise<OrderRecord> {
    return this.change(orderId, caller, (order) => {
      if (order.userId !== caller.id) throw new AppError('ORDER_NOT_FOUND');
      if (order.status !== 'Cancelled' && !(order.status && cancellable.includes(order.status)))
        throw new AppError('ORDER_NOT_CANCELLABLE');
      return 'Cancelled';
    });
  }

  private async placed(orderId: string): Promise<OrderRecord> {
    const order = await this.store.byId(orderId);
    if (order?.phase !== 'placed') throw new AppError('ORDER_NOT_FOUND');
    return order;
  }

  /** One guarded write from the status that was seen; what others changed meanwhile is judged anew. */
  private async change(
    orderId: string,
    caller: Identity,
    decide: (order: OrderRecord) => OrderStatus,
  ): Promise<OrderRecord> {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const order = await this.placed(orderId);
      const to = decide(order);
      if (order.status === to) return order;
      const changed = await this.write(order, to, caller);
      if (changed) return changed;
    }
    throw new AppError('ORDER_CHANGED');
  }

  private write(order: OrderRecord, to: OrderStatus, caller: Identity): Promise<OrderRecord | null> {
    const from = order.status ?? 'Pending';
    const revision = order.revision + 1;
    const cancels = to === 'Cancelled';
    const history = { at: new Date(), by: caller.email, what: cancels ? CANCELLED : 'Status changed', from, to };
    const orderId = String(order._id);
    const told: Envelope[] = [
      newEvent('order.status.changed', { orderId, userId: order.userId, from, to, revision, by: caller.email }),
      auditEvent(caller, {
        action: 'order.status',
        subject: 'order',
        subjectId: orderId,
        label: `#${orderId.slice(-LABEL)}`,
        changes: [{ field: 'status', from, to }],
      }),
    ];
    // Money that was given back by hand at Razorpay's dashboard is not given back again.
    const refunds = cancels && order.paymentState === 'captured';
    return this.store.write(order._id, {
      guard: { phase: 'placed', revision: order.revision, paymentState: order.paymentState },
      set: {
        status: to,
        revision,
        ...(refunds
          ? { paymentState: 'refunding' as const, dueAt: new Date(Date.now() + RETELL_MS), dueTries: 0 }
          : {}),
      },
      history,
      events: cancels ? [...told, cancelled({ ...order, history: [...order.history, history] })] : told,
    });
  }
}

/** Tells the catalog to take the pieces back and the payment service to give the money back. Each does so once, however often it is told. */
export function cancelled(order: OrderRecord): Envelope<'order.cancelled'> {
  const by = order.history.findLast(({ to }) => to === 'Cancelled')?.by ?? SYSTEM;
  return newEvent('order.cancelled', {
    orderId: String(order._id),
    userId: order.userId,
    holdId: order.holdId,
    razorpayPaymentId: order.payment?.id ?? '',
    amountPaise: order.payment?.amountPaise ?? 0,
    lines: order.lines.map(({ productId, size, quantity }) => ({ productId, size, quantity })),
    by,
  });
}
