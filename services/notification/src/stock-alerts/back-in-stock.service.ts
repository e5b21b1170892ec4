import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { CatalogProduct } from '@rangavalli/contracts/commands/lines';
import { Repeats } from '@rangavalli/service-kit/repeats';
import { CONFIG, LOGGER } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import { EmailDelivery } from '../email/email-delivery.service.js';
import type { NotificationConfig } from '../notification.config.js';
import { backInStock } from '../templates/back-in-stock.js';
import { CatalogProducts, isInStock } from './catalog-products.js';
import { isConfirmed, STOCK_ALERT, type StockAlertRecord } from './stock-alert.schema.js';
import { StockAlerts } from './stock-alerts.service.js';

/** Lease of the first attempt, ms; it doubles with each further one. */
const CLAIM_MS = 60_000;
/** About eight hours after the first attempt. */
export const MAX_ATTEMPTS = 9;
const RETRY_INTERVAL_MS = 30_000;
const CONCURRENCY = 20;
const BATCH = 200;

const unclaimed = () => [{ claim: { $exists: false } }, { 'claim.until': { $lt: new Date() } }];
const after = (last: StockAlertRecord | undefined) => (last ? { _id: { $gt: last._id } } : {});

/**
 * An alert is claimed before its email is sent and deleted afterwards, so that repeated and simultaneous events send
 * one email.
 */
@Injectable()
export class BackInStock {
  constructor(
    @InjectModel(STOCK_ALERT) private readonly alerts: Model<StockAlertRecord>,
    @Inject(CONFIG) private readonly config: NotificationConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly catalog: CatalogProducts,
    private readonly stockAlerts: StockAlerts,
    private readonly delivery: EmailDelivery,
  ) {}

  /**
   * @throws AppError UNAVAILABLE when catalog does not reply; the event is then redelivered
   */
  async checkProduct(productId: string): Promise<void> {
    if (!this.delivery.isEnabled) return;
    for (let last: StockAlertRecord | undefined; ;) {
      const waiting = await this.alerts
        .find({ productId, ...isConfirmed, $or: unclaimed(), ...after(last) })
        .sort({ _id: 1 })
        .hint('productId_1__id_1')
        .limit(BATCH)
        .lean<StockAlertRecord[]>();
      if (waiting.length === 0) return;
      // Once per batch: it may sell out while emails are sent.
      const product = await this.catalog.find(productId);
      if (!product) return this.stockAlerts.deleteFor(productId);
      for (let first = 0; first < waiting.length; first += CONCURRENCY)
        await Promise.all(waiting.slice(first, first + CONCURRENCY).map((alert) => this.checkAlert(alert, product)));
      if (waiting.length < BATCH) return;
      last = waiting.at(-1);
    }
  }

  /** Retries alerts whose claim has expired: the email was rejected, or the process died. */
  @Repeats('stock alert retries', RETRY_INTERVAL_MS)
  async retryFailed(): Promise<void> {
    const isDue = { 'claim.until': { $lt: new Date() } };
    for (let last: StockAlertRecord | undefined; ;) {
      const due = await this.alerts
        .find({ ...isDue, ...after(last) }, { productId: 1 })
        .sort({ _id: 1 })
        .hint('claim.until_1')
        .limit(BATCH)
        .lean<StockAlertRecord[]>();
      for (const productId of new Set(due.map((alert) => alert.productId))) await this.checkProduct(productId);
      if (due.length < BATCH) return;
      last = due.at(-1);
    }
  }

  private async checkAlert({ _id, size, claim }: StockAlertRecord, product: CatalogProduct): Promise<void> {
    if (isInStock(product, size)) await this.send(_id, product);
    // Sold out again after a failed attempt: the alert waits like the others.
    else if (claim) await this.alerts.updateOne({ _id, 'claim.until': claim.until }, { $unset: { claim: 1 } });
  }

  private async send(_id: StockAlertRecord['_id'], product: CatalogProduct): Promise<void> {
    const alert = await this.claim(_id);
    if (!alert) return;
    const context = { alertId: String(_id), productId: product._id, size: alert.size };
    const email = {
      id: `stock-alert-${String(_id)}`,
      kind: 'back_in_stock',
      to: alert.email,
      ...backInStock(alert, product, this.config.PUBLIC_URL),
    } as const;
    try {
      await this.delivery.enqueue(email);
      await this.delivery.send(email);
    } catch (error) {
      const attempts = alert.claim?.attempts ?? 0;
      this.logger.warn({ err: error, ...context, attempts }, 'stock alert email failed');
      if (attempts < MAX_ATTEMPTS) return;
      this.logger.error(context, 'stock alert discarded after too many attempts');
    }
    await this.alerts.deleteOne({ _id });
  }

  private async claim(_id: StockAlertRecord['_id']): Promise<StockAlertRecord | null> {
    const before = await this.alerts.findById(_id, { claim: 1 }).lean<StockAlertRecord>();
    const attempts = (before?.claim?.attempts ?? 0) + 1;
    const claim = { until: new Date(Date.now() + CLAIM_MS * 2 ** (attempts - 1)), attempts };
    const unchanged = before?.claim ? { 'claim.until': before.claim.until } : { claim: { $exists: false } };
    return this.alerts
      .findOneAndUpdate(
        { $and: [{ _id }, unchanged, { $or: unclaimed() }] },
        { $set: { claim } },
        { returnDocument: 'after', runValidators: true },
      )
      .lean<StockAlertRecord>();
  }
}
