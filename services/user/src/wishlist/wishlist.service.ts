import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import type { Model } from 'mongoose';
import { MAX_WISHES, WISHLIST, type WishlistRecord } from './wishlist.schema.js';

@Injectable()
export class WishlistService {
  constructor(@InjectModel(WISHLIST) private readonly wishlists: Model<WishlistRecord>) {}

  async list(userId: string): Promise<string[]> {
    return (await this.wishlists.findById(userId).lean<WishlistRecord>())?.productIds ?? [];
  }

  /** Adds a product at the front; one that is listed already keeps its position. */
  async add(userId: string, productId: string): Promise<string[]> {
    try {
      await this.wishlists.updateOne(
        { _id: userId, productIds: { $ne: productId } },
        { $push: { productIds: { $each: [productId], $position: 0, $slice: MAX_WISHES } } },
        { upsert: true },
      );
    } catch (error) {
      if (!isDuplicateKeyError(error)) throw error;
      // Either listed already, or another request created the list meanwhile.
      const productIds = await this.list(userId);
      return productIds.includes(productId) ? productIds : this.add(userId, productId);
    }
    return this.list(userId);
  }

  async remove(userId: string, productId: string): Promise<string[]> {
    await this.wishlists.updateOne({ _id: userId }, { $pull: { productIds: productId } });
    return this.list(userId);
  }
}
