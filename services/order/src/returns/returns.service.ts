import { Inject, Injectable } from '@nestjs/common';
import type { CallInput } from '@rangavalli/contracts/calls';
import { returnState, type OrderReturn } from '@rangavalli/contracts/entities/return';
import { hasPermission } from '@rangavalli/contracts/permissions';
import { MAX_COUNT } from '@rangavalli/contracts/primitives';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { findPage } from '@rangavalli/service-kit/database/paging';
import { createAuditEvent } from '@rangavalli/service-kit/events/audit';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { formatPaise } from '@rangavalli/service-kit/money';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import { Types } from 'mongoose';
import type { Logger } from 'pino';
import { createReturnDecided, createReturnRefused, createReturnUpdated } from '../events/order-events.js';
import { Shop } from '../shop/shop-settings.service.js';
import { type HistoryEntry, listedFieldsOfReturns, orderIndexes, type OrderRecord } from '../store/order.schema.js';
import { OrderStore, purchaseOf } from '../store/order.store.js';
import { Exchanges, type HeldReplacement } from './exchanges.service.js';
import { assertWithinRefundLimit } from './refund-limit.js';
import { cashWithout, divideReturn, paidFor, totalOf } from './return-amounts.js';
import { ReturnEvidence } from './return-evidence.service.js';
import { toReturn, toReturns } from './return.mapper.js';
import type { ReturnLineRecord, ReturnRecord } from './return.schema.js';
import {
  assertOpenForReturns,
  assertReturnable,
  assertUnits,
  damagedUnits,
  deliveryOf,
  getLine,
  isRefundable,
  returnedUnits,
  wasDispatched,
} from './return-rules.js';

const PAGE_SIZE = 25;
/** Of simultaneous changes of one order, one succeeds per attempt. */
const MAX_ATTEMPTS = 20;

type NewReturn = CallInput<'POST /returns'>['body'];
type Decision = CallInput<'POST /returns/{id}/decision'>['body'];
type DecidedLine = Decision['lines'][number];

/** Goods that come back. */
@Injectable()
export class Returns {
  constructor(
    private readonly store: OrderStore,
    private readonly shop: Shop,
    private readonly exchanges: Exchanges,
    private readonly evidence: ReturnEvidence,
    private readonly commands: Commands,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Stores the request of a customer, or of staff for a customer: staff may take back what the shop's rule excludes.
   * Once per `requestId`.
   * @throws AppError ORDER_NOT_FOUND, also for other customers' orders; ORDER_NUMBER_INVALID, RETURN_NOT_ALLOWED,
   *   RETURN_LINES_INVALID; EXCHANGE_NOT_POSSIBLE and UNAVAILABLE for the stock of wanted goods
   */
  async request(body: NewReturn, caller: Identity): Promise<OrderReturn> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const order = await this.store.findByReference(body.orderId);
      const isOwn = order?.userId === caller.id;
      if (order?.phase !== 'placed' || (!isOwn && !hasPermission(caller.role, 'orders.write')))
        throw new AppError('ORDER_NOT_FOUND');
      const repeated = body.requestId && order.returns?.find(({ requestId }) => requestId === body.requestId);
      if (repeated) return toReturn(order, repeated);
      await this.assertMayReturn(order, body, isOwn);
      const evidence = await this.evidence.find(String(order._id), body);
      const record: ReturnRecord = {
        id: String(new Types.ObjectId()),
        ...(body.requestId ? { requestId: body.requestId } : {}),
        state: 'requested',
        ...(isOwn ? { isFromCustomer: true } : {}),
        requestedAt: new Date(),
        lines: body.lines.map(({ exchangeFor, ...line }) => ({
          ...line,
          ...(line.outcome === 'exchange' && exchangeFor ? { exchangeFor } : {}),
        })),
        ...(body.comment ? { comment: body.comment } : {}),
        ...(body.upiId ? { upiId: body.upiId } : {}),
        ...(body.bank ? { bank: body.bank } : {}),
        ...evidence,
      };
      const audit = auditReturn(caller, order, 'order.return.requested', [
        { field: 'return', to: describe(order, record.lines) },
        { field: 'reason', to: body.lines[0]?.reason },
      ]);
      const updated = await this.write(order, [...(order.returns ?? []), record], {
        history: {
          at: record.requestedAt,
          by: caller.email,
          what: `Return requested: ${describe(order, record.lines)}`,
        },
        outcome: record.state,
        events: [isOwn ? createReturnUpdated(order, record.id, 'requested') : audit],
      });
      if (updated) return toReturn(updated, record);
    }
    throw new AppError('UNAVAILABLE');
  }

  /** Returns one page of orders' returns, newest orders first. @throws AppError VALIDATION_FAILED for a wrong cursor */
  async page(
    { orderId, state, payout, limit = PAGE_SIZE, cursor }: CallInput<'GET /returns'>['query'],
    caller: Identity,
  ): Promise<{ returns: OrderReturn[]; total?: number; nextCursor?: string }> {
    const isStaff = hasPermission(caller.role, 'orders.read');
    const isAny = isStaff && !orderId && !state && !payout;
    const { items, ...pageInfo } = await findPage<OrderRecord>(this.store.model, {
      filter: {
        'returns.state': state ?? { $in: returnState.options },
        ...(payout ? { 'returns.payoutState': payout } : {}),
        ...(isStaff ? {} : { userId: caller.id, phase: 'placed' }),
        ...(orderId ? { _id: new Types.ObjectId(orderId) } : {}),
      },
      projection: listedFieldsOfReturns,
      limit,
      cursor,
      ...(orderId ? {} : orderOf({ isStaff, state, payout })),
      ...(isAny ? await this.listOfAll(cursor) : {}),
    });
    const returns = items.flatMap((order) =>
      toReturns(order)
        .filter((one) => (!state || one.state === state) && (!payout || one.payoutState === payout))
        .toReversed(),
    );
    return { returns: await this.exchanges.withPayments(returns), ...pageInfo };
  }

  /**
   * Lists by state. Beside a list of all states, DocumentDB finds a state of this array by reading all returns.
   */
  private async listOfAll(cursor: string | undefined) {
    const index = orderIndexes.returned;
    const any = { 'returns.state': { $in: returnState.options } };
    return {
      filter: {},
      index: returnState.options.map((state) => ({ filter: { 'returns.state': state }, index })),
      total:
        cursor === undefined
          ? await this.store.model.countDocuments(any, { limit: MAX_COUNT, hint: index }).exec()
          : undefined,
    };
  }

  /**
   * Accepts or refuses the lines after inspection. Stock and money follow by one event, which is stored with the
   * decision. The same decision again changes nothing.
   * @throws AppError RETURN_NOT_FOUND, RETURN_DECIDED, RETURN_LINES_INVALID, RETURN_NOT_ALLOWED for an order that was
   *   cancelled, REFUND_LIMIT, EXCHANGE_NOT_POSSIBLE, UNAVAILABLE
   */
  async decide(id: string, decision: Decision, caller: Identity): Promise<OrderReturn> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const order = await this.store.findOne({ 'returns.id': id });
      const record = order?.returns?.find((one) => one.id === id);
      if (!order || !record || record.state === 'cancelled') throw new AppError('RETURN_NOT_FOUND');
      const lines = this.decideLines(order, record, decision.lines);
      if (record.state !== 'requested') {
        if (lines.every((line, index) => isSame(line, record.lines[index]))) return toReturn(order, record);
        throw new AppError('RETURN_DECIDED');
      }
      assertHasMoney(order, { ...record, lines });
      const uploads = { requestId: id, photos: decision.photo ? [decision.photo] : [] };
      const [decisionPhoto] = (await this.evidence.find(String(order._id), uploads)).photos ?? [];
      const requested = { ...record, lines, ...(decisionPhoto ? { decisionPhoto } : {}) };
      const decided = await this.complete(order, requested, decision.note, caller);
      if (decided) return toReturn(decided.order, decided.record);
    }
    throw new AppError('UNAVAILABLE');
  }

  /** Null when the order was changed meanwhile. */
  private async complete(
    order: OrderRecord,
    requested: ReturnRecord,
    note: string | undefined,
    caller: Identity,
  ): Promise<{ order: OrderRecord; record: ReturnRecord } | null> {
    const accepted = requested.lines.filter((line) => line.accepted);
    const replacement = accepted.some(({ outcome }) => outcome === 'exchange')
      ? await this.exchanges.hold(order, requested)
      : undefined;
    const amounts = divideReturn(order, accepted, {
      hasPayee: Boolean(requested.upiId ?? requested.bank),
      ...(replacement ? { replacementPaise: replacement.totalPaise } : {}),
      isRefundable: (line) => isRefundable(order, line, this.shop.current),
    });
    const amountPaise = amounts.onlinePaise + amounts.creditPaise + amounts.payoutPaise;
    const replaced = replacement && replacementOf(replacement, amounts.exchangePaise);
    try {
      await assertWithinRefundLimit(this.commands, order, { returnId: requested.id, amountPaise }, caller);
    } catch (error) {
      if (replaced) await this.exchanges.release(order, { ...requested, ...replaced });
      throw error;
    }
    const record: ReturnRecord = {
      ...requested,
      ...amounts,
      state: accepted.length > 0 ? 'completed' : 'refused',
      decidedAt: new Date(),
      decidedBy: { id: caller.id, name: caller.name },
      ...(note ? { note } : {}),
      ...(amounts.payoutPaise > 0 ? { payoutState: 'due' as const } : {}),
      ...replaced,
    };
    const total = totalOf(amounts);
    const audit = auditReturn(caller, order, 'order.return.decided', [
      { field: 'return', from: 'requested', to: record.state },
      {
        field: 'accepted',
        to: describe(
          order,
          accepted.map((line) => ({ ...line, quantity: line.accepted ?? 0 })),
        ),
      },
      { field: 'amount', to: formatPaise(total) },
      { field: 'note', to: note },
    ]);
    const updated = await this.write(
      order,
      (order.returns ?? []).map((one) => (one.id === record.id ? record : one)),
      {
        history: {
          at: record.decidedAt ?? new Date(),
          by: caller.email,
          what: record.state === 'completed' ? `Return accepted: ${formatPaise(total)}` : 'Return refused',
        },
        outcome: record.state,
        events: [
          audit,
          record.state === 'completed'
            ? createReturnDecided(order, record, caller)
            : createReturnRefused(order, record),
        ],
        cashPaise: amounts.cashPaise,
      },
    );
    if (!updated && replaced) await this.exchanges.release(order, record);
    return updated && { order: updated, record };
  }

  /** @throws AppError RETURN_LINES_INVALID for a line that the return does not have, or for too many units */
  private decideLines(
    order: OrderRecord,
    { lines, isFromCustomer }: ReturnRecord,
    decisions: readonly DecidedLine[],
  ): ReturnLineRecord[] {
    if (decisions.some(({ lineId }) => !lines.some((line) => line.lineId === lineId))) throw notInReturn();
    return lines.map((line) => {
      const decision = decisions.find(({ lineId }) => lineId === line.lineId);
      const wanted = decision?.accepted ?? false;
      const accepted = wanted === true ? line.quantity : wanted === false ? 0 : wanted;
      if (accepted > line.quantity) throw notInReturn();
      const outcome = decision?.outcome ?? line.outcome;
      if (outcome === 'exchange' && !line.exchangeFor) throw new AppError('EXCHANGE_NOT_POSSIBLE');
      const acceptedBefore = line.acceptedBefore ?? returnedUnits(order, line.lineId, 'accepted');
      const restock = accepted > 0 && (decision?.restock ?? false);
      // The inspection of a parcel that came back stays.
      const damaged = restock && !isFromCustomer ? Math.min(damagedUnits(order, line.lineId), accepted) : 0;
      return {
        ...line,
        outcome,
        accepted,
        acceptedBefore,
        restock,
        ...(damaged > 0 ? { damaged } : {}),
        refundPaise: paidFor(order, line.lineId, acceptedBefore, accepted),
      };
    });
  }

  private async assertMayReturn(order: OrderRecord, { lines }: NewReturn, isOwn: boolean): Promise<void> {
    assertOpenForReturns(order);
    const shop = await this.shop.settings();
    for (const line of lines) {
      const { line: ordered } = getLine(order, line.lineId);
      if (isOwn) assertReturnable(order, line, shop, new Date());
      else
        assertUnits(
          order,
          line,
          Math.max(deliveryOf(order, line.lineId).units, wasDispatched(order) ? ordered.quantity : 0),
        );
      if (line.outcome === 'exchange' && ordered.personalisation?.length) throw new AppError('EXCHANGE_NOT_POSSIBLE');
    }
    await this.exchanges.assertExchangeable(order, lines);
  }

  private async write(
    order: OrderRecord,
    returns: ReturnRecord[],
    change: {
      history: HistoryEntry;
      outcome: ReturnRecord['state'];
      events: Parameters<OrderStore['update']>[1]['events'];
      cashPaise?: number;
    },
  ): Promise<OrderRecord | null> {
    const { _id, revision, cash } = order;
    const written = await this.store.update(_id, {
      guard: { phase: 'placed', revision, ...(cash ? { 'cash.state': cash.state } : {}) },
      set: { returns, revision: revision + 1, ...cashWithout(order, change.cashPaise ?? 0) },
      history: change.history,
      events: change.events ?? [],
    });
    if (written) this.logger.info({ ...purchaseOf(written), outcome: change.outcome }, 'return changed');
    return written;
  }
}

/** Returns the index of a list of returns, or what finds them where it has another order. */
function orderOf({ isStaff, state, payout }: { isStaff: boolean; state: unknown; payout: unknown }) {
  if (!isStaff) return { finders: [{ filter: {}, index: orderIndexes.placedOfCustomer }] };
  if (payout) return { index: orderIndexes.payouts };
  return state ? { index: orderIndexes.returned } : {};
}

const notInReturn = () =>
  new AppError('RETURN_LINES_INVALID', {
    message: 'The return does not have this item, or more is accepted than came back.',
  });

const replacementOf = (
  { orderId: replacementOrderId, ...replacement }: HeldReplacement,
  exchangePaise: number,
): Pick<ReturnRecord, 'replacementOrderId' | 'replacement' | 'differencePaise'> => {
  const differencePaise = replacement.due ? 0 : replacement.totalPaise - exchangePaise;
  return { replacementOrderId, replacement, ...(differencePaise > 0 ? { differencePaise } : {}) };
};

/** @throws AppError RETURN_NOT_ALLOWED */
function assertHasMoney(order: OrderRecord, { lines, isFromCustomer }: ReturnRecord): void {
  const { status, paymentState, cash } = order;
  if (status === 'Cancelled' || paymentState === 'refunding' || paymentState === 'refunded')
    throw new AppError('RETURN_NOT_ALLOWED', {
      message: 'The payment of this order was refunded already. Please refuse the return.',
    });
  if (cash?.state !== 'due' || cash.duePaise === 0) return;
  const accepted = lines.filter((line) => line.accepted);
  // Only the cash of units that never arrived need not be collected.
  const hasArrived = ({ lineId, accepted: units = 0, acceptedBefore = 0 }: ReturnLineRecord): boolean =>
    isFromCustomer === true ||
    acceptedBefore + units > getLine(order, lineId).line.quantity - deliveryOf(order, lineId).units;
  if (accepted.some(hasArrived))
    throw new AppError('RETURN_NOT_ALLOWED', {
      message: 'The courier has not collected the cash of this order. Please cancel the order or refuse the return.',
    });
  if (accepted.some(({ outcome }) => outcome !== 'refund'))
    throw new AppError('RETURN_NOT_ALLOWED', {
      message: 'The cash of this order has not been collected. Please choose a refund: it reduces what is due.',
    });
}

const isSame = (line: ReturnLineRecord, decided: ReturnLineRecord | undefined): boolean =>
  decided !== undefined &&
  line.accepted === decided.accepted &&
  line.restock === decided.restock &&
  line.outcome === decided.outcome;

const describe = (order: OrderRecord, lines: readonly Pick<ReturnLineRecord, 'lineId' | 'quantity'>[]): string =>
  lines.map(({ lineId, quantity }) => `${quantity} × ${getLine(order, lineId).line.name}`).join(', ');

const auditReturn = (
  caller: Identity,
  order: OrderRecord,
  action: 'order.return.requested' | 'order.return.decided',
  changes: Parameters<typeof createAuditEvent>[1]['changes'],
) =>
  createAuditEvent(caller, {
    action,
    subject: 'order',
    subjectId: String(order._id),
    label: order.orderNumber,
    changes,
  });
