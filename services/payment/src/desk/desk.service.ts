import { findPage } from '@rangavalli/service-kit/database/paging';
import { Inject, Injectable } from '@nestjs/common';
import { type PaymentProblem, type PaymentDetails, paymentProblems } from '@rangavalli/contracts/entities/payments-admin';
import { AppError } from '@rangavalli/service-kit/app-error';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { QueryFilter } from 'mongoose';
import type { Logger } from 'pino';
import { type PaymentRecord, withCaptures, withFailures, withRefunds } from '../payments/payment.schema.js';
import { PaymentStore } from '../payments/payment.store.js';
import { type Standing, Standings } from './standings.js';
import { problemFilters, toStory } from './stories.js';

const PAGE_SIZE = 25;

/** A page of the desk. */
interface DeskPage {
  payments: PaymentDetails[];
  counts: Record<PaymentProblem, number>;
  total: number;
  page: number;
  pages: number;
}

/** What the payments desk reads. It answers without the order service too, and leaves out then what only that knows. */
@Injectable()
export class Desk {
  constructor(
    private readonly store: PaymentStore,
    private readonly standings: Standings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** One page of payments, newest first: the order's id, which is the payment's, begins with when it was made. `problem`: `any` for those with one. */
  async list({
    problem,
    q,
    page,
  }: {
    problem?: PaymentProblem | 'any' | undefined;
    q?: string | undefined;
    page?: number | undefined;
  }): Promise<DeskPage> {
    await this.standings
      .settle()
      .catch((error: unknown) => this.logger.warn({ err: error }, 'the desk shows orders as they were known last'));
    const filter: QueryFilter<PaymentRecord> = { $and: [problemFilter(problem), searchFilter(q)] };
    const { model } = this.store;
    const [{ items, ...pageInfo }, ...counted] = await Promise.all([
      findPage(model, { filter, sort: { _id: -1 }, page, pageSize: PAGE_SIZE }),
      ...paymentProblems.map((one) => model.countDocuments(problemFilters[one]).exec()),
    ]);
    return {
      payments: await this.tell(items),
      counts: Object.fromEntries(paymentProblems.map((one, index) => [one, counted[index] ?? 0])) as Record<
        PaymentProblem,
        number
      >,
      ...pageInfo,
    };
  }

  /** @throws AppError PAYMENT_NOT_FOUND */
  async record(orderId: string): Promise<PaymentRecord> {
    const payment = await this.store.byId(orderId);
    if (!payment) throw new AppError('PAYMENT_NOT_FOUND');
    return payment;
  }

  /** @throws AppError PAYMENT_NOT_FOUND */
  async one(orderId: string): Promise<PaymentDetails> {
    const [story] = await this.tell([await this.record(orderId)]);
    if (!story) throw new AppError('PAYMENT_NOT_FOUND');
    return story;
  }

  private async tell(payments: PaymentRecord[]): Promise<PaymentDetails[]> {
    let orders: Map<string, Standing> | undefined;
    try {
      orders = await this.standings.of(payments.map(({ _id }) => _id));
    } catch (error) {
      this.logger.warn({ err: error }, 'payments are shown without their orders');
    }
    return payments.map((payment) => {
      const order = orders?.get(payment._id);
      return toStory(
        payment,
        orders ? this.standings.isWithoutOrder(payment, order) : payment.standing === 'missing',
        order,
      );
    });
  }
}

const problemFilter = (problem: PaymentProblem | 'any' | undefined): QueryFilter<PaymentRecord> => {
  if (!problem) return {};
  return problem === 'any' ? { $or: paymentProblems.map((one) => problemFilters[one]) } : problemFilters[problem];
};

/**
 * Whole ids; of an order's id its last digits too, as people read them in the admin area (`#1a2b3c4d`). Razorpay's are told from
 * ours by their prefix (`pay_`), which is no hexadecimal: asked for both at once, the database would read every payment.
 */
const searchFilter = (q: string | undefined): QueryFilter<PaymentRecord> => {
  const id = q?.replace(/^#/, '') ?? '';
  if (!id) return {};
  if (/^[0-9a-f]{6,24}$/i.test(id)) return { _id: { $regex: `${id.toLowerCase()}$` } };
  return {
    $or: [
      { razorpayOrderId: id },
      { ...withCaptures, 'captures.paymentId': id },
      { ...withFailures, 'failures.paymentId': id },
      { ...withRefunds, 'refunds.razorpayRefundId': id },
    ],
  };
};
