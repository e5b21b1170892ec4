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

wishlistSchema.index({ productIds: 1, _id: 1 });

const PAGE_SIZE = 200;

@Injectable()
export class WishlistService {
  constructor(@InjectModel(WISHLIST) private readonly wishlists: Model<WishlistRecord>) {}

  async list(userId: string): Promise<string[]> {
    return (await this.wishlists.findById(userId).lean<WishlistRecord>())?.productIds ?? [];
  }

  /** Returns who wishes for a product, in the order of their ids. */
  async findWishers(productId: string, after = ''): Promise<{ userIds: string[]; isLast: boolean }> {
    const found = await this.wishlists
      .find({ productIds: productId, _id: { $gt: after } }, { _id: 1 })
      .sort({ _id: 1 })
      .hint('productIds_1__id_1')
      .limit(PAGE_SIZE)
      .lean<Pick<WishlistRecord, '_id'>[]>();
    return { userIds: found.map(({ _id }) => _id), isLast: found.length < PAGE_SIZE };
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
