import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { AppError } from '@rangavalli/service-kit/app-error';
import type { Model } from 'mongoose';
import { isDuplicate } from '../duplicate.js';
import { canBeBought, CatalogProducts } from './catalog-products.js';
import { STOCK_ALERT, type StockAlertRecord } from './stock-alert.schema.js';

/** One address waits for at most so many things: nobody fills somebody else's mailbox through this shop. */
export const MAX_WAITING = 50;

/** What somebody waits for, and where to write. */
export type Wish = Pick<StockAlertRecord, 'productId' | 'size' | 'email'> & { name?: string };

/** Who waits for what. */
@Injectable()
export class StockAlerts {
  constructor(
    @InjectModel(STOCK_ALERT) private readonly alerts: Model<StockAlertRecord>,
    private readonly catalog: CatalogProducts,
  ) {}

  /**
   * Notes a wish; noting it twice is noting it once, and begins its 180 days anew.
   * @throws AppError PRODUCT_NOT_FOUND, SIZE_UNKNOWN, IN_STOCK when it need not be waited for, RATE_LIMITED when the
   * address waits for too much already, UNAVAILABLE
   */
  async ask(wish: Wish): Promise<void> {
    await this.check(wish);
    const { email } = wish;
    if ((await this.alerts.countDocuments({ email }).limit(MAX_WAITING)) >= MAX_WAITING) {
      throw new AppError('RATE_LIMITED', {
        message: `We hold ${MAX_WAITING} wishes for this address already. Please wait until some of them have come.`,
      });
    }
    const { _id } = await this.note(wish);
    try {
      // Once more: pieces that came back between the question and the note told nobody of it.
      await this.check(wish);
    } catch (error) {
      if (error instanceof AppError && error.code !== 'UNAVAILABLE')
        await this.alerts.deleteOne({ _id, claim: { $exists: false } });
      throw error;
    }
  }

  /** The product has left the shop: nobody waits for it any more, and nobody is told. */
  async end(productId: string): Promise<void> {
    await this.alerts.deleteMany({ productId });
  }

  private async check({ productId, size }: Wish): Promise<void> {
    const product = await this.catalog.find(productId);
    if (!product) throw new AppError('PRODUCT_NOT_FOUND');
    if (size && !product.sizes.includes(size)) throw new AppError('SIZE_UNKNOWN');
    if (canBeBought(product, size)) throw new AppError('IN_STOCK');
  }

  private async note(wish: Wish): Promise<StockAlertRecord> {
    const { productId, size, email, name } = wish;
    for (;;) {
      try {
        const noted = await this.alerts
          .findOneAndUpdate(
            { productId, size, email },
            { $set: { askedAt: new Date(), ...(name ? { name } : {}) } },
            { upsert: true, returnDocument: 'after' },
          )
          .lean<StockAlertRecord>();
        // Nothing: a letter took the same wish away at this moment.
        if (noted) return noted;
      } catch (error) {
        // The same wish was noted at the same moment.
        if (!isDuplicate(error)) throw error;
      }
    }
  }
}
