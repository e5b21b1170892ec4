import { Inject, Injectable } from '@nestjs/common';
import { withOrder } from '@rangavalli/service-kit/log/context';
import { Repeats } from '@rangavalli/service-kit/repeats';
import { CONFIG, LOGGER } from '@rangavalli/service-kit/tokens';
import type { Logger } from 'pino';
import type { PaymentConfig } from '../payment.config.js';
import { Captures } from '../payments/captures.service.js';
import { isPresent, type PaymentRecord } from '../payments/payment.schema.js';
import { isOpenLink } from '../links/link.schema.js';
import { PaymentLinks } from '../links/payment-links.service.js';
import { PaymentStore, purchaseOf } from '../payments/payment.store.js';
import { RazorpayClient } from '../razorpay/razorpay.client.js';

/** Money that arrives later is reported by webhook only, ms. */
const GIVE_UP_AFTER_MS = 2 * 86_400_000;
const MAX_PAUSE_MS = 3_600_000;
const BATCH = 50;
const CONCURRENCY = 4;

/**
 * Checks unpaid payments at Razorpay, for captures that neither browser nor webhook reported, at growing intervals.
 * Also runs the refund sweeper.
 */
@Injectable()
export class Reconciler {
  constructor(
    private readonly store: PaymentStore,
    private readonly razorpay: RazorpayClient,
    private readonly captures: Captures,
    private readonly links: PaymentLinks,
    @Inject(CONFIG) private readonly config: PaymentConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Repeats('reconciler', ({ RECONCILE_MS }: PaymentConfig) => RECONCILE_MS)
  async reconcile(): Promise<void> {
    const due = await this.store.model
      .find({ nextCheckAt: { ...isPresent, $lte: new Date() } })
      .sort({ nextCheckAt: 1 })
      .limit(BATCH)
      .lean<PaymentRecord[]>();
    for (let first = 0; first < due.length; first += CONCURRENCY)
      await Promise.all(
        due
          .slice(first, first + CONCURRENCY)
          .map((payment) => withOrder(purchaseOf(payment), () => this.check(payment))),
      );
  }

  private async check(payment: PaymentRecord): Promise<void> {
    const claimed = await this.scheduleNextCheck(payment);
    if (!claimed) return;
    try {
      for (const current of await this.razorpay.paymentsOfOrder(claimed.razorpayOrderId))
        await this.captures.apply(claimed, current);
      if (claimed.link) await this.checkLink(claimed);
    } catch (error) {
      this.logger.warn({ err: error, orderId: payment._id }, 'payment check failed, will retry');
    }
  }

  /** A paid order needs no more checks once its link is closed. */
  private async checkLink(payment: PaymentRecord): Promise<void> {
    const { _id, captures, link } = await this.links.refresh(payment);
    if (captures.length > 0 && !isOpenLink(link)) await this.store.update(_id, {}, { $unset: { nextCheckAt: 1 } });
  }

  private scheduleNextCheck({
    _id,
    nextCheckAt,
    checks,
    createdAt,
    link,
  }: PaymentRecord): Promise<PaymentRecord | null> {
    const pause = Math.min(MAX_PAUSE_MS, this.config.RECONCILE_AFTER_MS * 2 ** Math.min(checks, 12));
    const next = new Date(Date.now() + pause);
    const isLast = next.getTime() - (link?.expiresAt ?? createdAt).getTime() > GIVE_UP_AFTER_MS;
    return this.store.update(
      _id,
      { nextCheckAt, checks },
      { $inc: { checks: 1 }, ...(isLast ? { $unset: { nextCheckAt: 1 } } : { $set: { nextCheckAt: next } }) },
    );
  }
}
