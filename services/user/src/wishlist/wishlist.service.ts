import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import { type Model, Schema } from 'mongoose';

export const WISHLIST = 'Wishlist';
/** Adding more removes the oldest. */
export const MAX_WISHES = 200;

interface WishlistRecord {
  _id: string;
  /** Newest first, each once. */
  productIds: string[];
}

export const wishlistSchema = new Schema<WishlistRecord>(
  { _id: String, productIds: { type: [String], required: true } },
  { collection: 'wishlists', versionKey: false },
);

@Injectable()
export class WishlistService {
  constructor(@InjectModel(WISHLIST) private readonly wishlists: Model<WishlistRecord>) {}

  async list(userId: string): Promise<string[]> {
    return (await this.wishlists.findById(userId).lean<WishlistRecord>())?.productIds ?? [];
  }

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

  async deleteAll(userId: string): Promise<void> {
    await this.wishlists.deleteOne({ _id: userId });
  }
}
