import { Schema } from 'mongoose';

export const WISHLIST = 'Wishlist';
/** Adding more removes the oldest. */
export const MAX_WISHES = 200;

export interface WishlistRecord {
  /** The customer's id. */
  _id: string;
  /** Newest first, each once. */
  productIds: string[];
}

export const wishlistSchema = new Schema<WishlistRecord>(
  { _id: String, productIds: { type: [String], required: true } },
  { collection: 'wishlists', versionKey: false },
);
