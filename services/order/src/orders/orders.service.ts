import { Inject, Injectable } from '@nestjs/common';
import type { CallInput } from '@rangavalli/contracts/calls';
import type { CommandReply } from '@rangavalli/contracts/commands';
import type { OrderStatus } from '@rangavalli/contracts/entities/order';
import type { Envelope } from '@rangavalli/contracts/events';
import type { RefundOutcome } from '@rangavalli/contracts/entities/refund-approval';
import { orderStatuses } from '@rangavalli/contracts/order-statuses';
import { hasPermission, isStaff } from '@rangavalli/contracts/permissions';
import { MAX_LIST_LENGTH } from '@rangavalli/contracts/primitives';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { findPage, ID_INDEX, type PageOf } from '@rangavalli/service-kit/database/paging';
import { startsWith } from '@rangavalli/service-kit/database/search-words';
import { createAuditEvent } from '@rangavalli/service-kit/events/audit';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import { inPurchase } from '@rangavalli/service-kit/tracing/tracing';
import { type QueryFilter, Types } from 'mongoose';
import type { Logger } from 'pino';
import { cashAfter, isCollected } from '../cash/order-cash.schema.js';
import {
  createLinesCancelled,
  createOrderCancelled,
  createDeliveredByStaff,
  createStatusChanged,
} from '../events/order-events.js';
import { countedPaise, uncounted } from '../reporting/sales-figures.js';
import { SalesDays } from '../reporting/sales-days.service.js';
import { buildCancellation, remainingLines } from '../returns/cancelled-lines.js';
import { assertWithinRefundLimit } from '../returns/refund-limit.js';
import { CANCELLED, type HistoryEntry, orderIndexes, type OrderRecord, PLACED, SYSTEM } from '../store/order.schema.js';
import { REFUND_CHECK_MS } from '../store/order-state.js';
import { listedFields, newestFirst, OrderStore, purchaseOf } from '../store/order.store.js';
import { isMistypedNumber, searchFilter, wholeTerm } from './order-search.js';

const MAX_ATTEMPTS = 50;
const PAGE_SIZE = 25;
/** One message of NATS, at most 1 MB. */
const EXPORT_PAGE = 20;
/** Of an order that was not paid, or whose refund waits or was rejected. */
const NOT_REOPENED = 'A cancelled order cannot be reopened. Please take a new order.';
/** The cancellation itself does not wait for it. */
const REFUND_CHECK_DEADLINE_MS = 1_500;

type Newest = CallInput<'GET /orders/admin/all'>['query'];
type PlacedRecord = OrderRecord & Required<Pick<OrderRecord, 'orderedAt'>>;
type PageQuery = Pick<CallInput<'GET /orders/admin/list'>['query'], 'limit' | 'cursor'>;

/** Specification §9: "cancellation only immediately after ordering and not once shipping has started". */
export const cancellableByCustomer: readonly OrderStatus[] = ['Pending', 'Processing'];

@Injectable()
export class OrdersService {
  constructor(
    private readonly store: OrderStore,
    private readonly sales: SalesDays,
    private readonly commands: Commands,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Reads a customer's newest orders. @throws AppError FORBIDDEN for other customers' orders */
  newestOfCustomer(userId: string, caller: Identity, { limit }: Newest): AsyncIterable<OrderRecord> {
    assertMayRead(userId, caller);
    const filter = { userId, phase: 'placed' } as const;
    return this.store.streamPlaced(filter, limit ?? MAX_LIST_LENGTH, newestFirst.ofCustomer);
  }

  newest({ limit }: Newest): AsyncIterable<OrderRecord> {
    return this.store.streamPlaced(PLACED, limit ?? MAX_LIST_LENGTH, newestFirst.byCheckout);
  }

  /** Changes with every order that this process writes. */
  version(): number {
    return this.store.writes;
  }

  /**
   * Returns one page of a customer's orders, newest first.
   * @throws AppError FORBIDDEN for other customers' orders; VALIDATION_FAILED for an invalid cursor
   */
  async pageOfCustomer(
    userId: string,
    caller: Identity,
    { limit = PAGE_SIZE, cursor }: PageQuery,
  ): Promise<PageOf<OrderRecord> & { spentPaise?: number }> {
    assertMayRead(userId, caller);
    const filter = { userId, phase: 'placed' } as const;
    const finders = [{ filter, index: orderIndexes.placedOfCustomer }];
    const page = await findPage(this.store.model, { filter, projection: listedFields, limit, cursor, finders });
    return cursor === undefined ? { ...page, spentPaise: await this.spentBy(userId) } : page;
  }

  /**
   * Returns one page of the matching orders, newest first. Where many orders have the searched words as whole words of
   * a name, only these; with names that begin with these words where a status leaves less than a page.
   * @throws AppError VALIDATION_FAILED for an invalid cursor; ORDER_NUMBER_INVALID for a number with a wrong digit
   */
  async page({
    q,
    status,
    limit = PAGE_SIZE,
    cursor,
  }: CallInput<'GET /orders/admin/list'>['query']): Promise<PageOf<OrderRecord>> {
    const conditions = { phase: PLACED.phase, ...(status ? { status } : {}) };
    const search = q ? searchFilter(q) : undefined;
    const isById = search && '_id' in search;
    const searchTerms = q && wholeTerm(q);
    const index = orderIndexes.placedByTerm;
    const page = await findPage<OrderRecord>(this.store.model, {
      // The range of ids makes the index of ids usable, and no other.
      filter: search ? { $and: [conditions, search] } : status ? conditions : PLACED,
      projection: listedFields,
      limit,
      cursor,
      index: isById ? undefined : status ? orderIndexes.placedByStatus : ID_INDEX,
      finders: search && !isById ? [{ filter: {}, index }] : undefined,
      best: searchTerms
        ? {
            filter: { phase: PLACED.phase, searchTerms },
            listed: { ...conditions, searchTerms },
            // One range of the index: to search each word reads all orders of a common first name.
            similar: { ...conditions, searchTerms: { $elemMatch: startsWith(searchTerms) } },
            index,
          }
        : undefined,
    });
    if (page.items.length === 0 && q && isMistypedNumber(q)) throw new AppError('ORDER_NUMBER_INVALID');
    return page;
  }

  /**
   * Reads a page in the order of the index of the customer's orders, which does not order those of one moment: they
   * are read by their ids.
   * @param before the last id of the previous page
   */
  async exportOfCustomer(
    userId: string,
    before: string | undefined,
  ): Promise<{ orders: OrderRecord[]; isLast: boolean }> {
    const read = (filter: QueryFilter<OrderRecord>, sort: Record<string, -1>) =>
      this.store.model
        .find({ ...filter, userId, phase: 'placed' }, { outbox: 0 })
        .sort(sort)
        .hint(orderIndexes.placedOfCustomer)
        .limit(EXPORT_PAGE + 1)
        .lean<PlacedRecord[]>()
        .exec();
    const last = before ? await this.store.findOne({ _id: new Types.ObjectId(before), userId }) : undefined;
    if (last === null) return { orders: [], isLast: true };
    const ofMoment = last ? await read({ orderedAt: last.orderedAt, _id: { $lt: last._id } }, { _id: -1 }) : [];
    const later = await read(last ? { orderedAt: { $lt: last.orderedAt } } : {}, newestFirst.ofCustomer.sort);
    // The limit may have separated orders of this moment.
    const end = later.at(-1)?.orderedAt;
    const atEnd = end ? await read({ orderedAt: end }, { _id: -1 }) : [];
    const found = new Map([...ofMoment, ...later, ...atEnd].map((order) => [String(order._id), order]));
    const orders = [...found.values()].toSorted(
      (a, b) => b.orderedAt.getTime() - a.orderedAt.getTime() || (a._id.toHexString() < b._id.toHexString() ? 1 : -1),
    );
    return { orders: orders.slice(0, EXPORT_PAGE), isLast: orders.length <= EXPORT_PAGE };
  }

  /**
   * @param reference an id or an order number
   * @throws AppError ORDER_NOT_FOUND, also for other customers' orders, so that neither can be probed;
   *   ORDER_NUMBER_INVALID
   */
  async get(reference: string, caller: Identity): Promise<OrderRecord> {
    const order = await this.getPlaced(reference);
    if (order.userId !== caller.id && !hasPermission(caller.role, 'orders.read')) throw new AppError('ORDER_NOT_FOUND');
    return order;
  }

  async getStates(orderIds: readonly string[]): Promise<CommandReply<'rpc.order.states.get'>['orders']> {
    const orders = await this.store.model
      .find({ _id: { $in: orderIds } }, { orderNumber: 1, phase: 1, status: 1, totalPaise: 1 })
      .lean<Pick<OrderRecord, '_id' | 'orderNumber' | 'phase' | 'status' | 'totalPaise'>[]>()
      .exec();
    return orders.map(({ _id, orderNumber, phase, status, totalPaise }) => ({
      orderId: String(_id),
      orderNumber,
      phase,
      ...(status ? { status } : {}),
      totalPaise,
    }));
  }

  /**
   * Sets any status from any other (specification §4). Cancelled restocks and refunds, so it is final.
   * @param reference an id or an order number
   * @param from the status that the caller saw; an order that has `status` already stays
   * @throws AppError ORDER_NUMBER_INVALID, ORDER_NOT_FOUND, ORDER_REFUNDED, ORDER_RETURNED, ORDER_CHANGED
   */
  setStatus(reference: string, status: OrderStatus, caller: Identity, from?: OrderStatus): Promise<OrderRecord> {
    const staff = isStaff(caller.role) ? { id: caller.id, name: caller.name, role: caller.role } : undefined;
    const decide = (order: OrderRecord): OrderStatus => {
      const { status: current = 'Pending', paymentState } = order;
      if (current === 'Cancelled' && status !== 'Cancelled')
        throw new AppError('ORDER_REFUNDED', paymentState === 'refunded' ? {} : { message: NOT_REOPENED });
      if (from && current !== from && current !== status) throw new AppError('ORDER_CHANGED');
      if (status === 'Cancelled') assertNothingReturned(order);
      return status;
    };
    return this.changeStatus(reference, caller, decide, staff);
  }

  /**
   * Idempotent.
   * @param reference an id or an order number
   * @throws AppError ORDER_NOT_FOUND for other customers' orders, ORDER_NUMBER_INVALID, ORDER_NOT_CANCELLABLE,
   *   ORDER_CHANGED
   */
  cancel(reference: string, caller: Identity): Promise<OrderRecord> {
    return this.changeStatus(reference, caller, (order) => {
      if (order.userId !== caller.id) throw new AppError('ORDER_NOT_FOUND');
      const { status } = order;
      if (status !== 'Cancelled' && !(status && cancellableByCustomer.includes(status)))
        throw new AppError('ORDER_NOT_CANCELLABLE');
      assertNothingReturned(order);
      return 'Cancelled';
    });
  }

  /**
   * Cancels an order that cannot be delivered to its address, with a full refund. Idempotent.
   * @throws AppError ORDER_NOT_FOUND, ORDER_CHANGED
   */
  async cancelUnserved(orderId: string): Promise<void> {
    await this.changeStatus(orderId, SYSTEM, () => 'Cancelled');
  }

  /**
   * Moves the status of an order forward, as its parcels do. A later status and a cancelled order stay. Idempotent.
   * @throws AppError ORDER_NOT_FOUND, ORDER_CHANGED
   */
  async advance(orderId: string, to: OrderStatus): Promise<void> {
    const decide = ({ status = 'Pending' }: OrderRecord): OrderStatus =>
      orderStatuses.indexOf(status) < orderStatuses.indexOf(to) ? to : status;
    await this.changeStatus(orderId, SYSTEM, decide);
  }

  /** Undefined without a refund of staff, or when the payment service does not reply in time. */
  async findRefundOutcome({
    _id,
    status,
    payment,
    paymentState,
    cancelledBy,
  }: OrderRecord): Promise<RefundOutcome | undefined> {
    if (status !== 'Cancelled' || paymentState !== 'refunding' || !payment || !cancelledBy) return undefined;
    const request = { orderId: String(_id), razorpayPaymentId: payment.id, staffId: cancelledBy.id };
    try {
      return (await this.commands.request('rpc.payment.refund.check', request, REFUND_CHECK_DEADLINE_MS)).outcome;
    } catch (error) {
      this.logger.warn({ err: error, orderId: String(_id) }, 'whether the refund needs approval is unknown');
      return undefined;
    }
  }

  /** Not by status in the filter: DocumentDB would use its index, which has most orders. */
  private async spentBy(userId: string): Promise<number> {
    const paid = { $cond: [{ $eq: ['$status', 'Cancelled'] }, 0, countedPaise] };
    const [spent] = await this.store.model.aggregate<{ paise: number }>([
      { $match: { userId, phase: 'placed' } },
      { $project: { status: 1, totalPaise: 1, uncounted } },
      { $group: { _id: null, paise: { $sum: paid } } },
    ]);
    return spent?.paise ?? 0;
  }

  private async getPlaced(reference: string): Promise<OrderRecord> {
    const order = await this.store.findByReference(reference);
    if (order?.phase !== 'placed') throw new AppError('ORDER_NOT_FOUND');
    return order;
  }

  private async changeStatus(
    reference: string,
    caller: Identity | typeof SYSTEM,
    decide: (order: OrderRecord) => OrderStatus,
    staff?: OrderRecord['cancelledBy'],
  ): Promise<OrderRecord> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const order = await this.getPlaced(reference);
      const status = decide(order);
      if (order.status === status) return order;
      const changed = await inPurchase('set order status', purchaseOf(order), () =>
        this.writeStatus(order, status, caller, staff),
      );
      if (!changed) continue;
      const { orderId, orderNumber } = purchaseOf(order);
      this.logger.info({ orderId, orderNumber, from: order.status, outcome: status }, 'order status changed');
      const cash = changed.cash?.state;
      if (cash !== order.cash?.state) this.logger.info({ orderId, orderNumber, outcome: cash }, 'cash changed');
      return changed;
    }
    throw new AppError('ORDER_CHANGED');
  }

  /** @param staff whose refund limits apply to a cancellation, also of an own order */
  private async writeStatus(
    order: OrderRecord,
    to: OrderStatus,
    caller: Identity | typeof SYSTEM,
    staff: OrderRecord['cancelledBy'],
  ): Promise<OrderRecord | null> {
    const { status: from = 'Pending', revision: lastRevision, paymentState } = order;
    const revision = lastRevision + 1;
    const by = caller === SYSTEM ? SYSTEM : caller.email;
    const isCancelled = to === 'Cancelled';
    const rest = isCancelled
      ? await this.cancelRest(order, staff && caller !== SYSTEM ? caller : undefined)
      : undefined;
    const history: HistoryEntry = { at: new Date(), by, what: isCancelled ? CANCELLED : 'Status changed', from, to };
    const orderId = String(order._id);
    // A payment that was refunded in Razorpay's dashboard is not refunded again.
    const needsRefund = isCancelled && paymentState === 'captured' && !rest;
    const dueAt = new Date(Date.now() + REFUND_CHECK_MS);
    // Store credit returns with the event.
    const refund = order.payment
      ? ({ paymentState: 'refunding', dueAt, dueTries: 0 } as const)
      : ({ paymentState: 'refunded' } as const);
    const cancelledBy = needsRefund && order.payment ? staff : undefined;
    const hasParcels = (order.dispatches?.length ?? 0) > 0;
    const cash = order.cash && cashAfter(order.cash, { from, to, at: history.at, hasParcels });
    return this.store.update(order._id, {
      guard: {
        phase: 'placed',
        revision: lastRevision,
        paymentState,
        ...(order.cash ? { 'cash.state': order.cash.state } : {}),
      },
      set: {
        status: to,
        revision,
        ...(cash
          ? { cash, ...(order.payment ? {} : { paymentState: isCollected(cash) ? 'collected' : 'awaiting' }) }
          : {}),
        ...(needsRefund ? refund : {}),
        ...(cancelledBy ? { cancelledBy } : {}),
        ...rest?.set,
      },
      history,
      events: [
        createStatusChanged(order, { from, to, revision, by }),
        createAuditEvent(caller, {
          action: 'order.status',
          subject: 'order',
          subjectId: orderId,
          label: order.orderNumber,
          changes: [{ field: 'status', from, to }],
        }),
        ...(isCancelled
          ? [createOrderCancelled({ ...order, ...rest?.set, cancelledBy, history: [...order.history, history] })]
          : []),
        ...(to === 'Delivered' && caller !== SYSTEM && !hasParcels
          ? [
              createDeliveredByStaff(
                order,
                remainingLines(order).filter(({ quantity }) => quantity > 0),
              ),
            ]
          : []),
        ...(rest?.events ?? []),
      ],
    });
  }

  /**
   * Returns what cancels the units that are left of an order, of which some were cancelled before or which was paid in
   * cash: each of its units is restocked and refunded once. Cash becomes store credit.
   * @throws AppError REFUND_LIMIT, UNAVAILABLE
   */
  private async cancelRest(
    order: OrderRecord,
    staff: Identity | undefined,
  ): Promise<{ set: Partial<OrderRecord>; events: Envelope[] } | undefined> {
    const { returns = [], paymentState, cash } = order;
    const isPaidInCash = cash !== undefined && isCollected(cash);
    if (!isPaidInCash && !returns.some(({ state }) => state === 'cancelled')) return undefined;
    const lines = remainingLines(order).filter(({ quantity }) => quantity > 0);
    const record = buildCancellation(order, lines, staff ?? { id: order.userId, name: order.customer.name });
    const amountPaise = (record.onlinePaise ?? 0) + (record.creditPaise ?? 0);
    if (staff) await assertWithinRefundLimit(this.commands, order, { returnId: record.id, amountPaise }, staff);
    return {
      set: {
        returns: [...returns, record],
        ...(paymentState === 'captured' || isPaidInCash ? { paymentState: 'refunded' as const } : {}),
      },
      events: [createLinesCancelled(order, record, remainingLines({ ...order, returns: [...returns, record] }), staff)],
    };
  }
}

/** Part of the money was refunded: a cancellation would refund it again. */
function assertNothingReturned({ returns = [] }: OrderRecord): void {
  if (returns.some(({ state }) => state === 'completed')) throw new AppError('ORDER_RETURNED');
}

function assertMayRead(userId: string, caller: Identity): void {
  if (caller.id !== userId && !hasPermission(caller.role, 'orders.read')) throw new AppError('FORBIDDEN');
}
