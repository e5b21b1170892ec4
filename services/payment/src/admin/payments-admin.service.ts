import { Inject, Injectable } from '@nestjs/common';
import type { CallInput, CallResponse } from '@rangavalli/contracts/calls';
import {
  type PaymentDetails,
  type PaymentProblem,
  paymentProblems,
} from '@rangavalli/contracts/entities/payments-admin';
import { startOfIndianDay } from '@rangavalli/contracts/india-time';
import { hasValidCheckDigit, normalizeOrderNumber } from '@rangavalli/contracts/order-number';
import { MAX_COUNT } from '@rangavalli/contracts/primitives';
import { AppError } from '@rangavalli/service-kit/app-error';
import { findPage, ID_INDEX, type IndexedFilter } from '@rangavalli/service-kit/database/paging';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Model, QueryFilter } from 'mongoose';
import type { Logger } from 'pino';
import { hasCaptures, hasFailures, hasRefunds, type PaymentRecord } from '../payments/payment.schema.js';
import { PaymentStore } from '../payments/payment.store.js';
import { asRefund, ReturnRefunds, sumByPayment } from '../refunds/return-refunds.service.js';
import { keptCaptures, OrderMatching, type OrderState } from './order-matching.service.js';
import { toPaymentDetails } from './payment-details.js';
import { problemFinders } from './payment-problems.js';

const PAGE_SIZE = 25;
const DAY_MS = 86_400_000;
const MAX_ID_SECONDS = 0xff_ff_ff_ff;

type Finders = readonly IndexedFilter<PaymentRecord>[];

@Injectable()
export class PaymentsAdminService {
  constructor(
    private readonly store: PaymentStore,
    private readonly matching: OrderMatching,
    private readonly returns: ReturnRefunds,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Returns one page, newest first: an order's id, which is the payment's, starts with its creation time. Filter and
   * counts use the stored matches (`ORDER_MATCH_MS`), the rows the present orders.
   * @throws AppError ORDER_NUMBER_INVALID when the search is a number with a wrong digit
   */
  async list({
    problem,
    q,
    from,
    to,
    limit = PAGE_SIZE,
    cursor,
  }: CallInput<'GET /payments/admin'>['query']): Promise<Omit<CallResponse<'GET /payments/admin'>, 'success'>> {
    const { model } = this.store;
    const inRange = rangeFilter(from, to);
    const id = idOf(q);
    requireCheckDigit(id);
    const ofProblems = await this.findersOfProblems();
    const counts = await Promise.all(paymentProblems.map((one) => count(model, ofProblems[one], inRange)));
    const listed = problem === 'any' ? paymentProblems : problem ? [problem] : [];
    const hasMany = !id && listed.some((one) => counts[paymentProblems.indexOf(one)] === MAX_COUNT);
    const ofListed = listed.flatMap((one) => ofProblems[one]);
    const finders = id ? searchFinders(id) : ofListed;
    const { items, ...pageInfo } = await findPage(model, {
      filter: { $and: [anyOf(ofListed), searchFilter(id), inRange] },
      // The filter changes with the refunds of returns.
      name: [problem, id, from, to],
      // All alternatives of many have the order of the list.
      ...(hasMany ? { index: finders, total: MAX_COUNT } : finders.length > 0 ? { finders } : { index: ID_INDEX }),
      projection: { outbox: 0, webhookEvents: 0 },
      limit,
      cursor,
    });
    return {
      payments: await this.withOrders(items),
      counts: Object.fromEntries(paymentProblems.map((one, index) => [one, counts[index] ?? 0])) as Record<
        PaymentProblem,
        number
      >,
      ...pageInfo,
    };
  }

  /**
   * Returns the order's id.
   * @param reference the id, or the order's number
   * @throws AppError ORDER_NUMBER_INVALID, PAYMENT_NOT_FOUND
   */
  async findOrderId(reference: string): Promise<string> {
    const orderNumber = normalizeOrderNumber(reference);
    if (!orderNumber) return reference;
    requireCheckDigit(orderNumber);
    const payment = await this.store.model.findOne({ orderNumber }, { _id: 1 }).lean<Pick<PaymentRecord, '_id'>>();
    if (!payment) throw new AppError('PAYMENT_NOT_FOUND');
    return payment._id;
  }

  /** @throws AppError PAYMENT_NOT_FOUND */
  async getRecord(orderId: string): Promise<PaymentRecord> {
    const payment = await this.store.findById(orderId);
    if (!payment) throw new AppError('PAYMENT_NOT_FOUND');
    return payment;
  }

  /** @throws AppError PAYMENT_NOT_FOUND */
  async getDetails(orderId: string): Promise<PaymentDetails> {
    const [details] = await this.withOrders([await this.getRecord(orderId)]);
    if (!details) throw new AppError('PAYMENT_NOT_FOUND');
    return details;
  }

  private async withOrders(payments: PaymentRecord[]): Promise<PaymentDetails[]> {
    const orderIds = payments.map(({ _id }) => _id);
    const ofReturns = await this.returns.ofOrders(orderIds);
    const returnedPaise = sumByPayment(ofReturns);
    let orders: Map<string, OrderState> | undefined;
    try {
      orders = await this.matching.orderStates(orderIds);
    } catch (error) {
      this.logger.warn({ err: error }, 'order service did not reply, payments shown without orders');
    }
    return payments.map((payment) => {
      const order = orders?.get(payment._id);
      const kept = keptCaptures(payment, order, returnedPaise);
      const isWithoutOrder = orders ? this.matching.isWithoutOrder(kept, order) : payment.orderMatch === 'missing';
      const refunds = [...payment.refunds, ...ofReturns.filter(({ orderId }) => orderId === payment._id).map(asRefund)];
      return toPaymentDetails({ ...payment, refunds }, isWithoutOrder, order);
    });
  }

  private async findersOfProblems(): Promise<Record<PaymentProblem, Finders>> {
    const [requested, failed] = await Promise.all([
      this.returns.orderIdsOf('requested'),
      this.returns.orderIdsOf('failed'),
    ]);
    return {
      captured_without_order: problemFinders('captured_without_order'),
      amount_mismatch: problemFinders('amount_mismatch'),
      refund_pending: problemFinders('refund_pending', requested),
      refund_failed: problemFinders('refund_failed', failed),
    };
  }
}

const anyOf = (finders: Finders): QueryFilter<PaymentRecord> =>
  finders.length > 1 ? { $or: finders.map(({ filter }) => filter) } : (finders[0]?.filter ?? {});

/** Counts what one of the filters matches, up to MAX_COUNT. */
async function count(
  model: Model<PaymentRecord>,
  finders: Finders,
  inRange: QueryFilter<PaymentRecord>,
): Promise<number> {
  const counts = await Promise.all(
    finders.map(({ filter, index }, position) => {
      const others = finders.slice(0, position).map((one) => one.filter);
      const isOther = others.length > 0 ? { $nor: others } : {};
      return model.countDocuments({ $and: [filter, inRange, isOther] }, { limit: MAX_COUNT, hint: index });
    }),
  );
  return Math.min(
    MAX_COUNT,
    counts.reduce((sum, one) => sum + one, 0),
  );
}

function idOf(q: string = ''): string {
  return normalizeOrderNumber(q) ?? q.replace(/^#/, '');
}

function requireCheckDigit(id: string): void {
  if (normalizeOrderNumber(id) && !hasValidCheckDigit(id)) throw new AppError('ORDER_NUMBER_INVALID');
}

const isWholeId = (id: string): boolean => /^[0-9a-f]{24}$/i.test(id);

/** Matches whole ids and order numbers. */
const searchFilter = (id: string): QueryFilter<PaymentRecord> =>
  isWholeId(id) ? { _id: id.toLowerCase() } : anyOf(searchFinders(id));

/** None for the id of an order, which needs none. */
function searchFinders(id: string): Finders {
  if (!id || isWholeId(id)) return [];
  if (normalizeOrderNumber(id)) return [{ filter: { orderNumber: id }, index: 'orderNumber_1' }];
  return [
    { filter: { razorpayOrderId: id }, index: 'razorpayOrderId_1' },
    { filter: { ...hasCaptures, 'captures.paymentId': id }, index: 'captures.paymentId_1' },
    { filter: { ...hasFailures, 'failures.paymentId': id }, index: 'failures.paymentId_1' },
    { filter: { ...hasRefunds, 'refunds.razorpayRefundId': id }, index: 'refunds.razorpayRefundId_1' },
  ];
}

/** Payments of the days from `from` to `to` in IST: an id starts with the second of its creation. */
const rangeFilter = (from: string | undefined, to: string | undefined): QueryFilter<PaymentRecord> => {
  const range = {
    ...(from ? { $gte: firstIdAt(startOfIndianDay(from).getTime()) } : {}),
    ...(to ? { $lt: firstIdAt(startOfIndianDay(to).getTime() + DAY_MS) } : {}),
  };
  return from || to ? { _id: range } : {};
};

const firstIdAt = (ms: number): string =>
  Math.min(MAX_ID_SECONDS, Math.max(0, Math.floor(ms / 1_000)))
    .toString(16)
    .padStart(8, '0')
    .padEnd(24, '0');
