import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@rangavalli/service-kit/app-error';
import { newEvent } from '@rangavalli/service-kit/events/envelope';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { PaymentConfig } from '../payment.service-definition.js';
import { RazorpayClient } from '../razorpay/razorpay.client.js';
import { providerFailed, RazorpayError } from '../razorpay/razorpay.error.js';
import { CURRENCY, type PaymentRecord } from './payment.schema.js';
import { PaymentStore } from './payment.store.js';

interface Asked {
  orderId: string;
  userId: string;
  amountPaise: number;
}

const isDuplicate = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === 11000;

/** Razorpay orders: one for each order of ours. */
@Injectable()
export class PaymentOrders {
  /** Repeats of a request that is still under way wait for it. */
  private readonly underWay = new Map<string, Promise<PaymentRecord>>();

  constructor(
    private readonly store: PaymentStore,
    private readonly razorpay: RazorpayClient,
    @Inject(CONFIG) private readonly config: PaymentConfig,
  ) {}

  /**
   * The Razorpay order for an order of ours; the same one every time.
   * @throws AppError PAYMENT_PROVIDER_FAILED; PAYMENT_MISMATCH when the order was opened for another customer or amount before
   */
  create(asked: Asked): Promise<PaymentRecord> {
    const running = this.underWay.get(asked.orderId);
    if (running) return running;
    const work = this.open(asked).finally(() => this.underWay.delete(asked.orderId));
    this.underWay.set(asked.orderId, work);
    return work;
  }

  private async open(asked: Asked): Promise<PaymentRecord> {
    const { fresh, payment } = await this.note(asked);
    if (payment.userId !== asked.userId || payment.amountPaise !== asked.amountPaise) throw new AppError('PAYMENT_MISMATCH');
    if (payment.razorpayOrderId) return payment;
    const razorpayOrderId = await this.atRazorpay(payment, fresh);
    const { orderId, userId, amountPaise } = asked;
    const opened = await this.store.write(
      orderId,
      { razorpayOrderId: { $exists: false } },
      {
        $set: { razorpayOrderId, nextCheckAt: new Date(Date.now() + this.config.RECONCILE_AFTER_MS) },
        $push: { outbox: { $each: [newEvent('payment.order.created', { orderId, userId, razorpayOrderId, amountPaise })] } },
      },
    );
    // Another process was faster: its Razorpay order counts, and ours is never handed out.
    const current = opened ?? (await this.store.byId(orderId));
    if (!current?.razorpayOrderId) throw new AppError('UNAVAILABLE');
    return current;
  }

  /** Our own note comes first, so that a crash never leaves a Razorpay order that we know nothing of. */
  private async note({ orderId, userId, amountPaise }: Asked): Promise<{ fresh: boolean; payment: PaymentRecord }> {
    const payment: PaymentRecord = {
      _id: orderId, userId, amountPaise, currency: CURRENCY, state: 'created',
      captures: [], refunds: [], failures: [], webhookEvents: [], checks: 0, createdAt: new Date(), outbox: [],
    };
    try {
      // Past mongoose: made here as the schema has it.
      await this.store.model.collection.insertOne(payment as never);
      return { fresh: true, payment };
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      const known = await this.store.byId(orderId);
      if (!known) throw new AppError('UNAVAILABLE', { cause: error });
      return { fresh: false, payment: known };
    }
  }

  /** Creates the Razorpay order; where one may be there already, looks before creating another. */
  private async atRazorpay(payment: PaymentRecord, fresh: boolean): Promise<string> {
    try {
      const earlier = fresh ? undefined : await this.lookUp(payment);
      if (earlier) return earlier;
      try {
        return (await this.razorpay.createOrder(payment._id, payment.amountPaise, payment.currency)).id;
      } catch (error) {
        // No answer, or "this receipt exists": it may have been created all the same.
        const created = error instanceof RazorpayError ? await this.lookUp(payment) : undefined;
        if (created) return created;
        throw error;
      }
    } catch (error) {
      throw providerFailed(error);
    }
  }

  private async lookUp(payment: PaymentRecord): Promise<string | undefined> {
    const found = await this.razorpay.ordersByReceipt(payment._id);
    return found.find(({ amount, currency, receipt }) => receipt === payment._id && amount === payment.amountPaise && currency === payment.currency)?.id;
  }
}
