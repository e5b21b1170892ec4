import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { isDuplicate } from '../duplicate.js';
import { MAX_WISHES, WISHLIST, type WishlistRecord } from './wishlist.schema.js';

/** What a customer wishes for: ids only, the products are the catalog's. */
@Injectable()
export class WishlistService {
  constructor(@InjectModel(WISHLIST) private readonly wishlists: Model<WishlistRecord>) {}

  async of(userId: string): Promise<string[]> {
    return (await this.wishlists.findById(userId).lean<WishlistRecord>())?.productIds ?? [];
  }

  /** Puts a product first; one that is on the list stays where it is. */
  async add(userId: string, productId: string): Promise<string[]> {
    try {
      await this.wishlists.updateOne(
        { _id: userId, productIds: { $ne: productId } },
        { $push: { productIds: { $each: [productId], $position: 0, $slice: MAX_WISHES } } },
        { upsert: true },
      );
    } catch (error) {
      // The list is there and has it already; or it was begun in between, then the wish is simply made again.
      if (!isDuplicate(error)) throw error;
      const productIds = await this.of(userId);
      return productIds.includes(productId) ? productIds : this.add(userId, productId);
    }
    return this.of(userId);
  }

  async remove(userId: string, productId: string): Promise<string[]> {
    await this.wishlists.updateOne({ _id: userId }, { $pull: { productIds: productId } });
    return this.of(userId);
  }
}
