import { Inject, Injectable } from '@nestjs/common';
import type { CommandRequest } from '@rangavalli/contracts/commands';
import { AppError } from '@rangavalli/service-kit/app-error';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import { traceparent } from '@rangavalli/service-kit/tracing/tracing';
import type { PaymentConfig } from '../payment.config.js';
import { RazorpayClient } from '../razorpay/razorpay.client.js';
import { providerFailed, RazorpayError } from '../razorpay/razorpay.error.js';
import { CURRENCY, type PaymentRecord } from './payment.schema.js';
import { PaymentStore } from './payment.store.js';

const DAY_MS = 86_400_000;

type OrderRequest = CommandRequest<'rpc.payment.order.create'>;

@Injectable()
export class PaymentOrders {
  private readonly inFlight = new Map<string, Promise<PaymentRecord>>();

  constructor(
    private readonly store: PaymentStore,
    private readonly razorpay: RazorpayClient,
    @Inject(CONFIG) private readonly config: PaymentConfig,
  ) {}

  /**
   * Returns the payment of an order with its Razorpay order, always the same one.
   * @throws AppError PAYMENT_PROVIDER_FAILED; PAYMENT_MISMATCH when it exists for another customer or amount
   */
  create(request: OrderRequest): Promise<PaymentRecord> {
    const running = this.inFlight.get(request.orderId);
    if (running) return running;
    const work = this.open(request).finally(() => this.inFlight.delete(request.orderId));
    this.inFlight.set(request.orderId, work);
    return work;
  }

  /**
   * Creates the Razorpay order before the payment: after a crash between the two, a repeated request finds it by its
   * receipt.
   */
  private async open(request: OrderRequest): Promise<PaymentRecord> {
    const { orderId, orderNumber, userId, amountPaise } = request;
    const razorpayOrderId = await this.createAtRazorpay(request);
    if (typeof razorpayOrderId !== 'string') return razorpayOrderId;
    const trace = traceparent();
    const payment: PaymentRecord = {
      _id: orderId,
      orderNumber,
      userId,
      amountPaise,
      currency: CURRENCY,
      razorpayOrderId,
      state: 'created',
      captures: [],
      refunds: [],
      failures: [],
      webhookEvents: [],
      checks: 0,
      createdAt: new Date(),
      nextCheckAt: new Date(Date.now() + this.config.RECONCILE_AFTER_MS),
      purgeAt: new Date(Date.now() + this.config.UNPAID_PAYMENT_RETENTION_DAYS * DAY_MS),
      outbox: [],
      ...(trace ? { trace } : {}),
    };
    if (await this.store.add(payment)) return payment;
    const existing = await this.findExisting(request);
    if (!existing) throw new AppError('UNAVAILABLE');
    return existing;
  }

  private async findExisting({ orderId, userId, amountPaise }: OrderRequest): Promise<PaymentRecord | null> {
    const payment = await this.store.findById(orderId);
    if (payment && (payment.userId !== userId || payment.amountPaise !== amountPaise))
      throw new AppError('PAYMENT_MISMATCH');
    return payment;
  }

  private async createAtRazorpay(request: OrderRequest): Promise<string | PaymentRecord> {
    try {
      const { orderId, amountPaise } = request;
      return (await this.razorpay.createOrder(request.orderNumber, orderId, amountPaise, CURRENCY)).id;
    } catch (error) {
      if (!(error instanceof RazorpayError)) throw error;
      // No response, or "receipt exists": the order may have been created nevertheless.
      const existing =
        (await this.findExisting(request)) ??
        (await this.findByReceipt(request).catch((failure: unknown) => Promise.reject(providerFailed(failure))));
      if (existing) return existing;
      throw providerFailed(error);
    }
  }

  /** After the restore of a backup, a receipt may be that of an order which the backup did not contain. */
  private async findByReceipt(request: OrderRequest): Promise<string | undefined> {
    const expected = request.orderNumber;
    const orders = await this.razorpay.ordersByReceipt(expected);
    return orders.find(
      ({ amount, currency, receipt, notes }) =>
        receipt === expected &&
        (notes as Record<string, unknown> | undefined)?.['orderId'] === request.orderId &&
        amount === request.amountPaise &&
        currency === CURRENCY,
    )?.id;
  }
}
