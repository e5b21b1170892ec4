import {
  reviewFit,
  type ReviewFit,
  type ReviewMediaKind,
  reviewState,
  type ReviewState,
} from '@rangavalli/contracts/entities/review';
import { outboxField, outboxIndex, type OutboxFields } from '@rangavalli/service-kit/events/outbox';
import { Schema, type Types } from 'mongoose';
import type { StoredImage } from '../images/image-host.js';

export const REVIEW = 'Review';
/** Names of the indexes. */
export const OF_PRODUCT = 'of_product';
export const MOST_HELPFUL = 'most_helpful';
export const WITH_PHOTOS = 'with_photos';

/** Bounds the document; more customers are not counted. */
export const MAX_HELPFUL = 1_000;

export interface ReviewRecord extends OutboxFields {
  _id: Types.ObjectId;
  productId: string;
  productName: string;
  orderId: string;
  userId: string;
  author: string;
  stars: number;
  fit?: ReviewFit;
  /** Never edited; empty once withdrawn. */
  text: string;
  photos?: StoredImage[];
  video?: StoredImage;
  /** The image host still has them; destroyed by the event of the same write. */
  removedMedia?: { public_id: string; kind: ReviewMediaKind }[];
  /** The author got a discount or a gift for it. */
  isIncentivised?: boolean;
  state: ReviewState;
  at: Date;
  reply?: { text: string; at: Date };
  /** Ids of customers. */
  helpful: string[];
  helpfulCount: number;
}

/** A review without what grows with its readers. */
export type ListedReview = Omit<ReviewRecord, 'helpful' | 'outbox'>;

export const listedFields = { helpful: 0, outbox: 0 } as const;

const media = new Schema<StoredImage>({ public_id: String, path: String }, { _id: false });
const text = { type: String, required: true } as const;

export const reviewSchema = new Schema<ReviewRecord>(
  {
    productId: text,
    productName: text,
    orderId: text,
    userId: text,
    author: text,
    stars: { type: Number, required: true, min: 1, max: 5 },
    fit: { type: String, enum: reviewFit.options },
    text: { type: String, default: '' },
    photos: { type: [media], default: undefined },
    video: media,
    removedMedia: { type: [new Schema({ public_id: String, kind: String }, { _id: false })], default: undefined },
    isIncentivised: Boolean,
    state: { type: String, enum: reviewState.options, required: true },
    at: { type: Date, required: true },
    reply: { type: new Schema({ text, at: { type: Date, required: true } }, { _id: false }) },
    helpful: [String],
    helpfulCount: { type: Number, default: 0 },
    ...outboxField,
  },
  { collection: 'reviews', versionKey: false, strict: 'throw' },
);
reviewSchema.index({ orderId: 1, productId: 1 }, { unique: true, name: 'once_per_purchase' });
reviewSchema.index({ productId: 1, state: 1, _id: -1 }, { name: OF_PRODUCT });
reviewSchema.index({ productId: 1, state: 1, helpfulCount: -1, _id: -1 }, { name: MOST_HELPFUL });
reviewSchema.index(
  { productId: 1, state: 1, _id: -1 },
  { name: WITH_PHOTOS, partialFilterExpression: { 'photos.0': { $exists: true } } },
);
reviewSchema.index({ state: 1, _id: -1 }, { name: 'by_state' });
reviewSchema.index({ userId: 1 }, { name: 'of_customer' });
reviewSchema.index(...outboxIndex);
