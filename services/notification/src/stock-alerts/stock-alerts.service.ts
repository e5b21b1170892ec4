import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { CatalogProduct } from '@rangavalli/contracts/commands/lines';
import { emailPages } from '@rangavalli/contracts/email-pages';
import type { exportedStockAlert } from '@rangavalli/contracts/entities/account-data';
import { AppError } from '@rangavalli/service-kit/app-error';
import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import type { z } from 'zod';
import { EmailDelivery } from '../email/email-delivery.service.js';
import type { NotificationConfig } from '../notification.config.js';
import { stockAlertConfirmation } from '../templates/stock-alert-confirmation.js';
import { CatalogProducts, isInStock } from './catalog-products.js';
import { messages } from './messages.js';
import { isConfirmed, isUnconfirmed, STOCK_ALERT, type StockAlertRecord } from './stock-alert.schema.js';

/** Limits what can be sent to somebody else's mailbox. */
export const MAX_ALERTS_PER_EMAIL = 50;
/** Confirmation emails to one address. */
const MAX_CONFIRMATIONS_PER_HOUR = 3;
const CONFIRMATION_VALID_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MAX_EXPORTED = 500;

export interface StockAlertRequest extends Pick<StockAlertRecord, 'productId' | 'size' | 'email' | 'name'> {
  /** The caller has an account with this address and has confirmed it. */
  isVerified: boolean;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

@Injectable()
export class StockAlerts {
  constructor(
    @InjectModel(STOCK_ALERT) private readonly alerts: Model<StockAlertRecord>,
    @Inject(CONFIG) private readonly config: NotificationConfig,
    private readonly catalog: CatalogProducts,
    private readonly delivery: EmailDelivery,
  ) {}

  /**
   * Adds an alert; a repeated request extends it. Without a verified address it counts once the emailed link was
   * opened.
   * @returns whether a link must be opened
   * @throws AppError PRODUCT_NOT_FOUND, SIZE_UNKNOWN, IN_STOCK, UNAVAILABLE; RATE_LIMITED with too many alerts for the
   *   address
   */
  async add(request: StockAlertRequest): Promise<'confirmed' | 'pending'> {
    const product = await this.findSoldOut(request);
    const { email, isVerified } = request;
    const counted = { email, ...(isVerified ? isConfirmed : {}) };
    if ((await this.alerts.countDocuments(counted).limit(MAX_ALERTS_PER_EMAIL)) >= MAX_ALERTS_PER_EMAIL)
      throw new AppError('RATE_LIMITED', { message: messages.tooMany(MAX_ALERTS_PER_EMAIL) });
    const alert = await this.upsert(request);
    try {
      // Again: stock that came back before the alert was stored has published its event already.
      await this.findSoldOut(request);
    } catch (error) {
      if (error instanceof AppError && error.code !== 'UNAVAILABLE')
        await this.alerts.deleteOne({ _id: alert._id, claim: { $exists: false } });
      throw error;
    }
    if (isVerified) return 'confirmed';
    // The same response for an alert that the address has confirmed before: callers learn nothing about it.
    if (alert.confirmation) await this.sendConfirmation(alert, product);
    return 'pending';
  }

  /**
   * Idempotent: the link works until the alert is sent or expires. Returns the product.
   * @throws AppError EMAIL_LINK_INVALID
   */
  async confirm(token: string): Promise<string> {
    const confirmed = await this.alerts
      .findOneAndUpdate(this.find(token), { $unset: { confirmation: 1 } }, { returnDocument: 'after' })
      .lean<StockAlertRecord>();
    if (!confirmed) throw new AppError('EMAIL_LINK_INVALID');
    return confirmed.productId;
  }

  /** @throws AppError EMAIL_LINK_INVALID */
  async cancel(token: string): Promise<void> {
    const cancelled = await this.alerts.deleteOne(this.find(token));
    if (cancelled.deletedCount === 0) throw new AppError('EMAIL_LINK_INVALID');
  }

  async deleteFor(productId: string): Promise<void> {
    await this.alerts.deleteMany({ productId });
  }

  async deleteOf(emails: string[]): Promise<void> {
    await this.alerts.deleteMany({ email: { $in: emails } });
  }

  async exportOf(email: string): Promise<z.infer<typeof exportedStockAlert>[]> {
    const alerts = await this.alerts.find({ email }).limit(MAX_EXPORTED).lean<StockAlertRecord[]>();
    return alerts.map(({ productId, size, requestedAt, confirmation }) => ({
      productId,
      size,
      email,
      isConfirmed: confirmation === undefined,
      createdAt: requestedAt.toISOString(),
    }));
  }

  private find(token: string) {
    const [_id = '', secret = ''] = token.split('.');
    if (!/^[0-9a-f]{24}$/.test(_id) || !secret) throw new AppError('EMAIL_LINK_INVALID');
    return { _id, linkHashes: hashOf(secret) };
  }

  private async findSoldOut({ productId, size }: StockAlertRequest): Promise<CatalogProduct> {
    const product = await this.catalog.find(productId);
    if (!product) throw new AppError('PRODUCT_NOT_FOUND');
    if (size && !product.sizes.includes(size)) throw new AppError('SIZE_UNKNOWN');
    if (isInStock(product, size)) throw new AppError('IN_STOCK');
    return product;
  }

  private async upsert({ productId, size, email, name, isVerified }: StockAlertRequest): Promise<StockAlertRecord> {
    const confirmation = { expiresAt: new Date(Date.now() + CONFIRMATION_VALID_MS) };
    for (;;) {
      try {
        const stored = await this.alerts
          .findOneAndUpdate(
            { productId, size, email },
            {
              $set: { requestedAt: new Date(), ...(name ? { name } : {}) },
              ...(isVerified ? { $unset: { confirmation: 1 } } : { $setOnInsert: { confirmation } }),
            },
            { upsert: true, returnDocument: 'after', runValidators: true },
          )
          .lean<StockAlertRecord>();
        // Null: the same alert was sent and deleted at this moment.
        if (stored) return stored;
      } catch (error) {
        if (!isDuplicateKeyError(error)) throw error;
      }
    }
  }

  /** @throws AppError UNAVAILABLE when the email cannot be sent */
  private async sendConfirmation({ _id, email, size }: StockAlertRecord, product: CatalogProduct): Promise<void> {
    const { PUBLIC_URL } = this.config;
    if (!this.delivery.isEnabled || !PUBLIC_URL) throw new AppError('UNAVAILABLE');
    const secret = randomBytes(32).toString('base64url');
    const linkTo = (page: string) => new URL(`${page}#token=${String(_id)}.${secret}`, PUBLIC_URL).href;
    const links = { confirm: linkTo(emailPages.confirmStockAlert), cancel: linkTo(emailPages.cancelStockAlert) };
    const content = stockAlertConfirmation(product, size, links);
    const message = { kind: 'account_notice', to: email, ...content } as const;
    const id = await this.claimEmail(email, message);
    // The address has had its share of this hour: earlier links still work.
    if (!id) return;
    await this.alerts.updateOne(
      { _id, ...isUnconfirmed },
      { $set: { 'confirmation.expiresAt': new Date(Date.now() + CONFIRMATION_VALID_MS) } },
    );
    await this.alerts.updateOne(
      { _id },
      { $push: { linkHashes: { $each: [hashOf(secret)], $slice: -MAX_CONFIRMATIONS_PER_HOUR } } },
    );
    try {
      await this.delivery.send({ id, ...message });
    } catch (cause) {
      throw new AppError('UNAVAILABLE', { cause });
    }
  }

  /** The delivery log stores each id once, so simultaneous requests share the emails of the hour. */
  private async claimEmail(
    email: string,
    message: Omit<Parameters<EmailDelivery['enqueue']>[0], 'id'>,
  ): Promise<string | undefined> {
    const hour = Math.floor(Date.now() / HOUR_MS);
    for (let number = 1; number <= MAX_CONFIRMATIONS_PER_HOUR; number += 1) {
      const id = `stock-alert-confirmation-${hashOf(email)}-${hour}-${number}`;
      if (await this.delivery.enqueue({ id, ...message })) return id;
    }
    return undefined;
  }
}
