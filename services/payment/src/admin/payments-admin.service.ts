import { Inject, Injectable } from '@nestjs/common';
import type { CallInput, CallResponse } from '@rangavalli/contracts/calls';
import {
  type PaymentDetails,
  type PaymentProblem,
  paymentProblems,
} from '@rangavalli/contracts/entities/payments-admin';
import { AppError } from '@rangavalli/service-kit/app-error';
import { findPage } from '@rangavalli/service-kit/database/paging';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { QueryFilter } from 'mongoose';
import type { Logger } from 'pino';
import { hasCaptures, hasFailures, hasRefunds, type PaymentRecord } from '../payments/payment.schema.js';
import { PaymentStore } from '../payments/payment.store.js';
import { OrderMatching, type OrderState } from './order-matching.service.js';
import { problemFilters, toPaymentDetails } from './payment-details.js';

const PAGE_SIZE = 25;

@Injectable()
export class PaymentsAdminService {
  constructor(
    private readonly store: PaymentStore,
    private readonly matching: OrderMatching,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns one page, newest first: an order's id, which is the payment's, starts with its creation time. */
  async list({
    problem,
    q,
    page,
  }: CallInput<'GET /payments/admin'>['query']): Promise<Omit<CallResponse<'GET /payments/admin'>, 'success'>> {
    await this.matching
      .matchAll()
      .catch((error: unknown) => this.logger.warn({ err: error }, 'order matching failed, matches may be old'));
    const { model } = this.store;
    const [{ items, ...pageInfo }, ...counts] = await Promise.all([
      findPage(model, {
        filter: { $and: [problemFilter(problem), searchFilter(q)] },
        sort: { _id: -1 },
        page,
        pageSize: PAGE_SIZE,
      }),
      ...paymentProblems.map((one) => model.countDocuments(problemFilters[one])),
    ]);
    return {
      payments: await this.withOrders(items),
      counts: Object.fromEntries(paymentProblems.map((one, index) => [one, counts[index] ?? 0])) as Record<
        PaymentProblem,
        number
      >,
      ...pageInfo,
    };
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

const problemFilter = (problem: PaymentProblem | 'any' | undefined): QueryFilter<PaymentRecord> => {
  if (!problem) return {};
  return problem === 'any' ? { $or: paymentProblems.map((one) => problemFilters[one]) } : problemFilters[problem];
};

/**
 * Matches whole ids, and the last digits of an order's id as the admin area shows them (`#1a2b3c4d`). One query for
 * both kinds would read every payment.
 */
const searchFilter = (q: string | undefined): QueryFilter<PaymentRecord> => {
  const id = q?.replace(/^#/, '') ?? '';
  if (!id) return {};
  if (/^[0-9a-f]{6,24}$/i.test(id)) return { _id: { $regex: `${id.toLowerCase()}$` } };
  return {
    $or: [
      { razorpayOrderId: id },
      { ...hasCaptures, 'captures.paymentId': id },
      { ...hasFailures, 'failures.paymentId': id },
      { ...hasRefunds, 'refunds.razorpayRefundId': id },
    ],
  };
};
