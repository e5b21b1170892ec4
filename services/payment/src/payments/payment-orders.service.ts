import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@rangavalli/service-kit/app-error';
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

  /**
   * Razorpay's order first, our note of it afterwards, in one write. A crash between the two leaves an order at Razorpay
   * that nobody was ever told of, and so nobody can pay; asked again, it is found by its receipt.
   */
  private async open(asked: Asked): Promise<PaymentRecord> {
    const { orderId, userId, amountPaise } = asked;
    const made = await this.atRazorpay(asked);
    if (typeof made !== 'string') return made;
    const payment: PaymentRecord = {
      _id: orderId,
      userId,
      amountPaise,
      currency: CURRENCY,
      razorpayOrderId: made,
      state: 'created',
      captures: [],
      refunds: [],
      failures: [],
      webhookEvents: [],
      checks: 0,
      createdAt: new Date(),
      nextCheckAt: new Date(Date.now() + this.config.RECONCILE_AFTER_MS),
      outbox: [],
    };
    if (await this.store.add(payment)) return payment;
    // Another process was faster: its Razorpay order counts, and ours is never handed out.
    const earlier = await this.earlier(asked);
    if (!earlier) throw new AppError('UNAVAILABLE');
    return earlier;
  }

  /**
   * The payment that is noted already.
   * @throws AppError PAYMENT_MISMATCH when it is another customer's, or of another amount; UNAVAILABLE for the note of an
   *   older release that died before it knew Razorpay's order: the checkout is begun anew then
   */
  private async earlier({ orderId, userId, amountPaise }: Asked): Promise<PaymentRecord | null> {
    const payment = await this.store.byId(orderId);
    if (payment && (payment.userId !== userId || payment.amountPaise !== amountPaise))
      throw new AppError('PAYMENT_MISMATCH');
    if (payment && !payment.razorpayOrderId) throw new AppError('UNAVAILABLE');
    return payment;
  }

  /** The id of a new Razorpay order; where one was made before, that one, or the payment that it belongs to. */
  private async atRazorpay(asked: Asked): Promise<string | PaymentRecord> {
    try {
      return (await this.razorpay.createOrder(asked.orderId, asked.amountPaise, CURRENCY)).id;
    } catch (error) {
      if (!(error instanceof RazorpayError)) throw error;
      // No answer, or "this receipt exists": it may have been created all the same.
      const made =
        (await this.earlier(asked)) ??
        (await this.lookUp(asked).catch((failure: unknown) => Promise.reject(providerFailed(failure))));
      if (made) return made;
      throw providerFailed(error);
    }
  }

  private async lookUp({ orderId, amountPaise }: Asked): Promise<string | undefined> {
    const found = await this.razorpay.ordersByReceipt(orderId);
    return found.find(
      ({ amount, currency, receipt }) => receipt === orderId && amount === amountPaise && currency === CURRENCY,
    )?.id;
  }
}
