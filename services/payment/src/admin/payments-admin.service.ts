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
import type { QueryFilter } from 'mongoose';
import type { Logger } from 'pino';
import { hasCaptures, hasFailures, hasRefunds, type PaymentRecord } from '../payments/payment.schema.js';
import { PaymentStore } from '../payments/payment.store.js';
import { OrderMatching, type OrderState } from './order-matching.service.js';
import { toPaymentDetails } from './payment-details.js';
import { problemFilters, problemIndexes } from './payment-problems.js';

const PAGE_SIZE = 25;
const DAY_MS = 86_400_000;
const MAX_ID_SECONDS = 0xff_ff_ff_ff;

@Injectable()
export class PaymentsAdminService {
  constructor(
    private readonly store: PaymentStore,
    private readonly matching: OrderMatching,
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
    const counts = await Promise.all(
      paymentProblems.map((one) =>
        model.countDocuments({ $and: [problemFilters[one], inRange] }, { limit: MAX_COUNT, hint: problemIndexes[one] }),
      ),
    );
    const listed = problem === 'any' ? paymentProblems : problem ? [problem] : [];
    const hasMany = !id && listed.some((one) => counts[paymentProblems.indexOf(one)] === MAX_COUNT);
    const finders = alternativesOf(listed, id);
    const { items, ...pageInfo } = await findPage(model, {
      filter: { $and: [problemFilter(listed), searchFilter(id), inRange] },
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
    let orders: Map<string, OrderState> | undefined;
    try {
      orders = await this.matching.orderStates(payments.map(({ _id }) => _id));
    } catch (error) {
      this.logger.warn({ err: error }, 'order service did not reply, payments shown without orders');
    }
    return payments.map((payment) => {
      const order = orders?.get(payment._id);
      const isWithoutOrder = orders ? this.matching.isWithoutOrder(payment, order) : payment.orderMatch === 'missing';
      return toPaymentDetails(payment, isWithoutOrder, order);
    });
  }
}

const problemFilter = (problems: readonly PaymentProblem[]): QueryFilter<PaymentRecord> =>
  problems.length > 1
    ? { $or: problems.map((one) => problemFilters[one]) }
    : problems[0]
      ? problemFilters[problems[0]]
      : {};

/** Returns what finds the fewest payments, for `findPage`: the ids of a search, else the problems. */
function alternativesOf(problems: readonly PaymentProblem[], id: string): IndexedFilter<PaymentRecord>[] {
  if (id) return isWholeId(id) ? [] : searchAlternatives(id);
  return problems.map((one) => ({ filter: problemFilters[one], index: problemIndexes[one] }));
}

function idOf(q: string = ''): string {
  return normalizeOrderNumber(q) ?? q.replace(/^#/, '');
}

function requireCheckDigit(id: string): void {
  if (normalizeOrderNumber(id) && !hasValidCheckDigit(id)) throw new AppError('ORDER_NUMBER_INVALID');
}

const isWholeId = (id: string): boolean => /^[0-9a-f]{24}$/i.test(id);

/** Matches whole ids and order numbers. */
function searchFilter(id: string): QueryFilter<PaymentRecord> {
  if (!id) return {};
  return isWholeId(id) ? { _id: id.toLowerCase() } : { $or: searchAlternatives(id).map(({ filter }) => filter) };
}

function searchAlternatives(id: string): IndexedFilter<PaymentRecord>[] {
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
