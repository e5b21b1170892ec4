import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Rounds } from '@rangavalli/service-kit/rounds';
import { CONFIG, LOGGER } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import { Mailer } from '../mail/mailer.js';
import type { UserConfig } from '../user.config.js';
import { canBeBought, CatalogProducts, type CatalogProduct } from './catalog-products.js';
import { STOCK_ALERT, type StockAlertRecord } from './stock-alert.schema.js';
import { stockLetter } from './stock-letter.js';
import { StockAlerts } from './stock-alerts.service.js';

/** Who claimed a letter and did not end it in this time has died or was refused by the mail server, ms; it doubles with each attempt. */
const CLAIM_MS = 60_000;
/** Then the letter is given up: about eight hours after the first attempt. */
export const MAX_LETTER_ATTEMPTS = 9;
const ROUND_MS = 30_000;

const free = () => [{ claim: { $exists: false } }, { 'claim.until': { $lt: new Date() } }];

/**
 * Writes to those who wait, when what they wait for can be bought again. A letter is claimed in the alert's document
 * before it is sent, and its alert deleted afterwards, so that events may come twice and at once. Only a process
 * that dies between the mail server's "accepted" and the deletion makes a second letter, with the same Message-ID.
 */
@Injectable()
export class StockLetters implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly rounds: Rounds;

  constructor(
    @InjectModel(STOCK_ALERT) private readonly alerts: Model<StockAlertRecord>,
    @Inject(CONFIG) private readonly config: UserConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly catalog: CatalogProducts,
    private readonly stockAlerts: StockAlerts,
    private readonly mailer: Mailer,
  ) {
    this.rounds = new Rounds({ name: 'stock letters', everyMs: ROUND_MS, logger }, () => this.resume());
  }

  onApplicationBootstrap(): void {
    this.rounds.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.rounds.stop();
  }

  /**
   * Something about a product has changed; its stock, perhaps.
   * @throws AppError UNAVAILABLE while the catalog says nothing; the event then comes again
   */
  async productChanged(productId: string): Promise<void> {
    if (!this.mailer.isOpen) return;
    const waiting = await this.alerts.find({ productId, $or: free() }).lean<StockAlertRecord[]>();
    if (waiting.length === 0) return;
    const product = await this.catalog.find(productId);
    if (!product) return this.stockAlerts.end(productId);
    for (const alert of waiting) {
      if (canBeBought(product, alert.size)) await this.send(alert, product);
      // Sold out again before the letter could go: it waits like the others.
      else if (alert.claim)
        await this.alerts.updateOne({ _id: alert._id, 'claim.until': alert.claim.until }, { $unset: { claim: 1 } });
    }
  }

  /** Takes up the letters that somebody claimed and did not end. */
  async resume(): Promise<void> {
    for (const productId of await this.alerts.distinct('productId', { 'claim.until': { $lt: new Date() } }))
      await this.productChanged(productId);
  }

  private async send({ _id, size }: StockAlertRecord, product: CatalogProduct): Promise<void> {
    const claimed = await this.claim(_id);
    if (!claimed) return;
    const about = { alertId: String(_id), productId: product._id, size };
    try {
      await this.mailer.send({
        to: claimed.email,
        id: `stock-${String(_id)}`,
        ...stockLetter(claimed, product, this.config.PUBLIC_URL),
      });
    } catch (error) {
      const attempts = claimed.claim?.attempts ?? 0;
      this.logger.warn({ err: error, ...about, attempts }, 'a letter about stock could not be sent');
      // The claim stays: it ends later than the mail server's trouble, perhaps.
      if (attempts < MAX_LETTER_ATTEMPTS) return;
      this.logger.error(about, 'a letter about stock is given up');
    }
    await this.alerts.deleteOne({ _id });
    this.logger.info(about, 'stock alert ended');
  }

  /** Null when another process has it, or has sent it. */
  private async claim(_id: StockAlertRecord['_id']): Promise<StockAlertRecord | null> {
    const before = await this.alerts.findById(_id, { claim: 1 }).lean<StockAlertRecord>();
    const attempts = (before?.claim?.attempts ?? 0) + 1;
    const claim = { until: new Date(Date.now() + CLAIM_MS * 2 ** (attempts - 1)), attempts };
    const asKnown = before?.claim ? { 'claim.until': before.claim.until } : { claim: { $exists: false } };
    return this.alerts
      .findOneAndUpdate({ $and: [{ _id }, asKnown, { $or: free() }] }, { $set: { claim } }, { returnDocument: 'after' })
      .lean<StockAlertRecord>();
  }
}
