import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { hasValidCheckDigit, normalizeOrderNumber } from '@rangavalli/contracts/order-number';
import { AppError } from '@rangavalli/service-kit/app-error';
import type { Envelope } from '@rangavalli/contracts/events';
import { DocumentCache } from '@rangavalli/service-kit/database/document-cache';
import { isInserted } from '@rangavalli/service-kit/database/duplicate-key';
import { ID_INDEX } from '@rangavalli/service-kit/database/paging';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import { setOrder } from '@rangavalli/service-kit/log/context';
import { CONFIG, LOGGER } from '@rangavalli/service-kit/tokens';
import type { Purchase } from '@rangavalli/service-kit/tracing/tracing';
import { Types } from 'mongoose';
import type { Model, QueryFilter } from 'mongoose';
import type { Logger } from 'pino';
import type { OrderConfig } from '../order.config.js';
import { DUE, type HistoryEntry, ORDER, orderIndexes, type OrderRecord, SYSTEM } from './order.schema.js';
import { openPhases, placeablePhases, type Transition, transitions, withdrawals } from './order-state.js';

const DAY_MS = 86_400_000;
const HISTORY_LIMIT = 200;
const MAX_RECENT = 500;
const RECENT_MS = 5_000;
/** By then, the sweeper has released what an ended checkout reserved. */
const RELEASE_MS = 3_600_000;
/** Without fields that only the saga needs. */
export const listedFields = { outbox: 0, searchTerms: 0, lease: 0, extraPayments: 0, cartKey: 0 } as const;

interface NewestFirst {
  sort: Record<string, -1>;
  /** Name of the index that has this order. */
  index: string;
}

export const newestFirst = {
  byCheckout: { sort: { _id: -1 }, index: ID_INDEX },
  ofCustomer: { sort: { orderedAt: -1 }, index: orderIndexes.placedOfCustomer },
} as const satisfies Record<string, NewestFirst>;

export interface OrderChange {
  guard?: QueryFilter<OrderRecord>;
  set?: Partial<OrderRecord>;
  unset?: (keyof OrderRecord)[];
  history?: HistoryEntry;
  extraPayment?: string;
  events?: Envelope[];
  /** Logged as the outcome of a change that is no transition. */
  outcome?: string;
}

export interface TransitionChange extends Omit<OrderChange, 'history' | 'unset' | 'outcome'> {
  /** When the sweeper resumes the order in its new phase; by default never, or for a refunded one as before. */
  dueAt?: Date;
  /** Email address of the member of staff; default `SYSTEM`. */
  by?: string;
}

export type TransitionListener = (order: OrderRecord, transition: Transition | 'create') => void;

/** For the tracing of what happens to an order. */
export const purchaseOf = ({
  _id,
  orderNumber,
  trace,
}: Pick<OrderRecord, '_id' | 'orderNumber' | 'trace'>): Purchase => ({
  orderId: String(_id),
  orderNumber,
  trace,
});

/** Every write is one guarded update of one document (invariant 6) with its events in it (invariant 5). */
@Injectable()
export class OrderStore {
  private readonly listeners: TransitionListener[] = [];
  /** How often this process has written an order. */
  writes = 0;
  private readonly recentlyPlaced = new DocumentCache<OrderRecord>(MAX_RECENT, RECENT_MS);

  constructor(
    @InjectModel(ORDER) readonly model: Model<OrderRecord>,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: OrderConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    outbox.register(model);
  }

  onTransition(listener: TransitionListener): void {
    this.listeners.push(listener);
  }

  /** Returns false when the customer already has an open checkout, or the number exists (unique indexes). */
  async create(order: OrderRecord): Promise<boolean> {
    if (!(await isInserted(this.model.create(order)))) return false;
    this.writes += 1;
    this.notify(order, 'create');
    return true;
  }

  /** Deletes an order that was refused before it held anything. */
  async discard(id: Types.ObjectId): Promise<void> {
    await this.model.deleteOne({ _id: id, phase: 'opening', razorpayOrderId: { $exists: false } });
  }

  /** Deletes a customer's checkouts that ended without a payment; those that the sweeper still releases, later. */
  async deleteUnpaid(userId: string): Promise<void> {
    const unpaid = { purgeAt: { $gt: new Date(0) }, userId };
    await this.model.deleteMany({ ...unpaid, dueAt: { $exists: false } });
    await this.model.updateMany(unpaid, { $set: { purgeAt: new Date(Date.now() + RELEASE_MS) } });
  }

  findById(id: Types.ObjectId | string): Promise<OrderRecord | null> {
    return this.findOne({ _id: new Types.ObjectId(id) });
  }

  /**
   * @param reference an id or an order number
   * @throws AppError ORDER_NUMBER_INVALID when a digit of the number is wrong
   */
  async findByReference(reference: string): Promise<OrderRecord | null> {
    const orderNumber = normalizeOrderNumber(reference);
    if (!orderNumber) return this.findById(reference);
    if (!hasValidCheckDigit(orderNumber)) throw new AppError('ORDER_NUMBER_INVALID');
    return this.findOne({ orderNumber });
  }

  findOne(filter: QueryFilter<OrderRecord>): Promise<OrderRecord | null> {
    return this.model.findOne(filter).lean<OrderRecord>().exec();
  }

  /** Reads a customer's checkout and those that staff opened for them. */
  streamOpen(userId: string): AsyncIterable<OrderRecord> {
    return this.model
      .find({ ...DUE, userId, phase: { $in: openPhases } })
      .lean<OrderRecord[]>()
      .cursor() as AsyncIterable<OrderRecord>;
  }

  /** Returns the order of a payment that this process has just placed; `POST /orders` follows at once. */
  findRecentlyPlaced(razorpayPaymentId: string): OrderRecord | undefined {
    return this.recentlyPlaced.get(razorpayPaymentId);
  }

  /** Returns the orders that were placed last. */
  findNewest(limit: number): Promise<OrderRecord[]> {
    const newest = this.model.find({ phase: 'placed' }, listedFields).sort({ orderedAt: -1 }).limit(limit);
    return newest.hint(orderIndexes.placed).lean<OrderRecord[]>().exec();
  }

  /** Reads orders as one batch: each further batch would cost as much as 30 orders. */
  streamPlaced(
    filter: QueryFilter<OrderRecord>,
    limit: number,
    { sort, index }: NewestFirst,
  ): AsyncIterable<OrderRecord> {
    const newest = this.model.find(filter, listedFields).sort(sort).limit(limit);
    return newest.hint(index).lean<OrderRecord[]>().cursor({ batchSize: limit }) as AsyncIterable<OrderRecord>;
  }

  /** Returns null when the state machine or the guard does not allow the transition. */
  async transition(
    id: Types.ObjectId | string,
    name: Transition,
    { guard, set, dueAt, by = SYSTEM, ...change }: TransitionChange = {},
  ): Promise<OrderRecord | null> {
    const { from, to, description } = transitions[name];
    const unset: (keyof OrderRecord)[] = [];
    if (!openPhases.includes(to)) unset.push('open');
    // A refunded order stays due: a process that lost its lease may have reserved for it after its release.
    if (!dueAt && to !== 'refunded') unset.push('dueAt');
    if (!set?.lease) unset.push('lease');
    if (placeablePhases.includes(to)) unset.push('purgeAt');
    else if (!openPhases.includes(to)) unset.push('network');
    if (to === 'placed') unset.push('confirmation', 'paymentLink');
    const isUnpaid = to === 'expired' || to === 'failed';
    const order = await this.update(id, {
      ...change,
      guard: { ...guard, phase: { $in: [...from] } },
      set: {
        ...set,
        phase: to,
        dueTries: 0,
        ...(dueAt ? { dueAt } : {}),
        ...(isUnpaid ? { purgeAt: new Date(Date.now() + this.config.UNPAID_ORDER_RETENTION_DAYS * DAY_MS) } : {}),
        ...(withdrawals.includes(name) ? { isWithdrawn: true } : {}),
      },
      unset,
      history: { at: new Date(), by, what: description },
    });
    if (order) this.notify(order, name);
    return order;
  }

  /** Returns null when the guard does not hold. */
  async update(
    id: Types.ObjectId | string,
    { guard, set, unset = [], history, extraPayment, events = [], outcome }: OrderChange,
  ): Promise<OrderRecord | null> {
    const push = {
      ...(history ? { history: { $each: [history], $slice: -HISTORY_LIMIT } } : {}),
      ...(extraPayment ? { extraPayments: extraPayment } : {}),
      ...(events.length > 0 ? { outbox: { $each: events } } : {}),
    };
    const order = await this.model
      .findOneAndUpdate(
        { ...guard, _id: new Types.ObjectId(id) },
        {
          ...(set ? { $set: set } : {}),
          ...(unset.length > 0 ? { $unset: Object.fromEntries(unset.map((field) => [field, 1])) } : {}),
          ...(Object.keys(push).length > 0 ? { $push: push } : {}),
        },
        { returnDocument: 'after', runValidators: true },
      )
      .lean<OrderRecord>()
      .exec();
    this.writes += 1;
    if (order?.phase === 'placed' && order.payment) this.recentlyPlaced.keep(order.payment.id, order);
    if (events.length > 0) this.outbox.publishPending(this.model, order);
    if (order && outcome) this.logChange(order, { outcome });
    return order;
  }

  /** Returns null when the order has no such payment or its refund has been recorded. */
  async recordRefund(orderId: string, razorpayPaymentId: string): Promise<OrderRecord | null> {
    const guard = { 'payment.id': razorpayPaymentId };
    const set = { paymentState: 'refunded' as const };
    const refunded = await this.transition(orderId, 'completeRefund', { guard, set });
    if (refunded) return refunded;
    const cancelled = await this.update(orderId, {
      guard: { ...guard, phase: 'placed', paymentState: { $ne: 'refunded' } },
      set,
      unset: ['dueAt'],
      history: { at: new Date(), by: SYSTEM, what: transitions.completeRefund.description },
    });
    if (cancelled) this.notify(cancelled, 'completeRefund');
    return cancelled;
  }

  /** The shop keeps the money of a cancelled order until staff request its refund again. */
  async recordRejectedRefund(orderId: string, razorpayPaymentId: string): Promise<void> {
    await this.update(orderId, {
      guard: { 'payment.id': razorpayPaymentId, phase: 'placed', paymentState: 'refunding' },
      set: { paymentState: 'captured' },
      unset: ['dueAt'],
      history: { at: new Date(), by: SYSTEM, what: 'Refund not approved' },
      outcome: 'refund rejected',
    });
  }

  private notify(order: OrderRecord, transition: Transition | 'create'): void {
    this.logChange(order, { transition, outcome: order.phase });
    for (const listener of this.listeners) listener(order, transition);
  }

  /** One line per change of state. */
  private logChange(order: OrderRecord, change: { transition?: Transition | 'create'; outcome: string }): void {
    const { orderId, orderNumber } = purchaseOf(order);
    setOrder(orderId, orderNumber);
    this.logger.info({ orderId, orderNumber, ...change }, 'order changed');
  }
}
