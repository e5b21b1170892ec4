import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { AppError } from '@rangavalli/service-kit/app-error';
import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import type { Model } from 'mongoose';
import { CatalogProducts, isInStock } from './catalog-products.js';
import { messages } from './messages.js';
import { STOCK_ALERT, type StockAlertRecord } from './stock-alert.schema.js';

/** Limits what can be sent to somebody else's mailbox. */
export const MAX_ALERTS_PER_EMAIL = 50;

export type StockAlertRequest = Pick<StockAlertRecord, 'productId' | 'size' | 'email' | 'name'>;

@Injectable()
export class StockAlerts {
  constructor(
    @InjectModel(STOCK_ALERT) private readonly alerts: Model<StockAlertRecord>,
    private readonly catalog: CatalogProducts,
  ) {}

  /**
   * A repeated request extends the existing alert.
   * @throws AppError PRODUCT_NOT_FOUND, SIZE_UNKNOWN, IN_STOCK, UNAVAILABLE; RATE_LIMITED with too many alerts for the
   *   address
   */
  async add(request: StockAlertRequest): Promise<void> {
    await this.assertSoldOut(request);
    const { email } = request;
    if ((await this.alerts.countDocuments({ email }).limit(MAX_ALERTS_PER_EMAIL)) >= MAX_ALERTS_PER_EMAIL)
      throw new AppError('RATE_LIMITED', { message: messages.tooMany(MAX_ALERTS_PER_EMAIL) });
    const { _id } = await this.upsert(request);
    try {
      // Again: stock that came back before the alert was stored has published its event already.
      await this.assertSoldOut(request);
    } catch (error) {
      if (error instanceof AppError && error.code !== 'UNAVAILABLE')
        await this.alerts.deleteOne({ _id, claim: { $exists: false } });
      throw error;
    }
  }

  async deleteFor(productId: string): Promise<void> {
    await this.alerts.deleteMany({ productId });
  }

  private async assertSoldOut({ productId, size }: StockAlertRequest): Promise<void> {
    const product = await this.catalog.find(productId);
    if (!product) throw new AppError('PRODUCT_NOT_FOUND');
    if (size && !product.sizes.includes(size)) throw new AppError('SIZE_UNKNOWN');
    if (isInStock(product, size)) throw new AppError('IN_STOCK');
  }

  private async upsert({ productId, size, email, name }: StockAlertRequest): Promise<StockAlertRecord> {
    for (;;) {
      try {
        const stored = await this.alerts
          .findOneAndUpdate(
            { productId, size, email },
            { $set: { requestedAt: new Date(), ...(name ? { name } : {}) } },
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
}
