import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { CallInput } from '@rangavalli/contracts/calls';
import type { Rating, ReviewSummary } from '@rangavalli/contracts/entities/review';
import { hasLink } from '@rangavalli/contracts/links';
import { hasFit } from '@rangavalli/contracts/product-stock';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import { findPage, type PageOf } from '@rangavalli/service-kit/database/paging';
import { createEvent } from '@rangavalli/service-kit/events/envelope';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { type Model, Types } from 'mongoose';
import { ImageHost, type Upload } from '../images/image-host.js';
import { PRODUCT, type ProductRecord } from '../products/product.schema.js';
import { hasLongNumber } from '../search/log/anonymous-text.js';
import {
  listedFields,
  type ListedReview,
  MAX_HELPFUL,
  MOST_HELPFUL,
  OF_PRODUCT,
  REVIEW,
  type ReviewRecord,
  WITH_PHOTOS,
} from './review.schema.js';
import { ReviewMediaHost } from './review-media.js';

const PAGE_SIZE = 10;
const PURCHASE_DEADLINE_MS = 4_000;
const MAX_OWN_REVIEWS = 100;
const SUMMARY_PHOTOS = 12;
export const ANONYMOUS = 'A customer';
const EMAIL = /\S+@\S+\.\S+/;
/** Days and spans of years, which are no phone numbers. */
const DATES =
  /\b(?:0?[1-9]|[12]\d|3[01])([./-])(?:0?[1-9]|1[0-2])\1(?:19|20)\d\d\b|\b(?:19|20)\d\d\s*\p{Dash}\s*(?:19|20)\d\d\b/gu;

type NewReview = CallInput<'POST /reviews'>['body'];

/** Whether a text may be published before staff have read it: phone numbers and email addresses wait. */
const isHarmless = (text: string): boolean =>
  !hasLink(text) && !EMAIL.test(text) && !hasLongNumber(text.replaceAll(DATES, 'date'));

/** Reviews of customers. Their ratings: `RatingUpdater`. */
@Injectable()
export class Reviews {
  constructor(
    @InjectModel(REVIEW) private readonly reviews: Model<ReviewRecord>,
    @InjectModel(PRODUCT) private readonly products: Model<ProductRecord>,
    private readonly media: ReviewMediaHost,
    private readonly images: ImageHost,
    private readonly commands: Commands,
    private readonly outbox: Outbox,
  ) {
    outbox.register(reviews);
  }

  /**
   * Stores a review of a delivered product, once per order. The same request again returns it.
   * @throws AppError REVIEW_NOT_ALLOWED, REVIEW_EXISTS, ORDER_NUMBER_INVALID, UNAVAILABLE; VALIDATION_FAILED for a fit
   *   of a product without sizes, or media that the image host does not have for this purchase
   */
  async create(body: NewReview, author: Identity): Promise<ReviewRecord> {
    const { productId, stars, fit, text, isIncentivised } = body;
    const orderId = await this.requirePurchase(body.orderId, productId, author);
    const product = await this.products
      .findById(productId, { name: 1, sizes: 1 })
      .lean<Pick<ProductRecord, 'name' | 'sizes'>>();
    if (!product) throw new AppError('REVIEW_NOT_ALLOWED');
    if (fit && !hasFit(product.sizes))
      throw new AppError('VALIDATION_FAILED', { details: { fields: { fit: 'This product has no sizes.' } } });
    const media = await this.media.describe({ orderId, productId }, body);
    const hasMedia = Boolean(media.photos ?? media.video);
    const record: ReviewRecord = {
      _id: new Types.ObjectId(),
      productId,
      productName: product.name,
      orderId,
      userId: author.id,
      author: shortName(author.name),
      stars,
      ...(fit ? { fit } : {}),
      text,
      ...media,
      ...(isIncentivised ? { isIncentivised } : {}),
      state: hasMedia || !isHarmless(text) ? 'waiting' : 'published',
      at: new Date(),
      helpful: [],
      helpfulCount: 0,
      outbox: [createEvent('catalog.review.changed', { productId })],
    };
    try {
      await this.reviews.create(record);
    } catch (error) {
      if (!isDuplicateKeyError(error)) throw error;
      return this.getRepeated(record);
    }
    this.outbox.publishPending(this.reviews, record);
    return record;
  }

  /** @throws AppError as `create`, before its review exists */
  async signUpload(body: CallInput<'POST /reviews/media/signature'>['body'], author: Identity): Promise<Upload> {
    const { productId } = body;
    const orderId = await this.requirePurchase(body.orderId, productId, author);
    if (await this.reviews.exists({ orderId, productId })) throw new AppError('REVIEW_EXISTS');
    return this.media.signUpload({ orderId, productId }, body);
  }

  /** One page of what everybody may read. @throws AppError VALIDATION_FAILED for an invalid cursor */
  page({
    productId,
    stars,
    sort,
    limit = PAGE_SIZE,
    cursor,
  }: CallInput<'GET /reviews'>['query']): Promise<PageOf<ListedReview>> {
    return findPage<ReviewRecord>(this.reviews, {
      projection: listedFields,
      filter: { productId, state: 'published', ...(stars ? { stars } : {}) },
      ...(sort === 'helpful' ? { sort: { helpfulCount: -1, _id: -1 }, index: MOST_HELPFUL } : { index: OF_PRODUCT }),
      limit,
      cursor,
    });
  }

  /** The customer's own of one order, also those that are not shown. */
  ofOrder(orderId: string, userId: string): Promise<ListedReview[]> {
    return this.reviews.find({ orderId, userId }, listedFields).limit(MAX_OWN_REVIEWS).lean<ListedReview[]>().exec();
  }

  async ratingOf(productId: string): Promise<{ rating?: Rating; summary?: ReviewSummary }> {
    const [product, withPhotos] = await Promise.all([
      this.products
        .findById(productId, { rating: 1, reviewCounts: 1 })
        .lean<Pick<ProductRecord, 'rating' | 'reviewCounts'>>(),
      this.reviews
        .find({ productId, state: 'published', 'photos.0': { $exists: true } }, { photos: 1 })
        .sort({ _id: -1 })
        .hint(WITH_PHOTOS)
        .limit(SUMMARY_PHOTOS)
        .lean<Pick<ReviewRecord, '_id' | 'photos'>[]>(),
    ]);
    const photos = withPhotos
      .flatMap(({ _id, photos: own = [] }) =>
        own.map((photo) => ({ ...this.images.toReviewMedia(photo), reviewId: _id.toHexString() })),
      )
      .slice(0, SUMMARY_PHOTOS);
    return {
      ...(product?.rating ? { rating: product.rating } : {}),
      ...(product?.reviewCounts ? { summary: { ...product.reviewCounts, photos } } : {}),
    };
  }

  /** Returns how many customers found it helpful, each once. @throws AppError REVIEW_NOT_FOUND */
  async markHelpful(id: string, userId: string): Promise<number> {
    const found = await this.reviews
      .findOneAndUpdate(
        {
          _id: id,
          state: 'published',
          helpful: { $ne: userId },
          [`helpful.${MAX_HELPFUL - 1}`]: { $exists: false },
        },
        { $push: { helpful: userId }, $inc: { helpfulCount: 1 } },
        { returnDocument: 'after', projection: { helpfulCount: 1 } },
      )
      .lean<Pick<ReviewRecord, 'helpfulCount'>>();
    const current =
      found ??
      (await this.reviews
        .findOne({ _id: id, state: 'published' }, { helpfulCount: 1 })
        .lean<Pick<ReviewRecord, 'helpfulCount'>>());
    if (!current) throw new AppError('REVIEW_NOT_FOUND');
    return current.helpfulCount;
  }

  /** Removes text and media of an own review for good. Idempotent. @throws AppError REVIEW_NOT_FOUND */
  async withdraw(id: string, userId: string): Promise<void> {
    const current = await this.reviews.findOne({ _id: id, userId }).lean<ReviewRecord>();
    if (!current) throw new AppError('REVIEW_NOT_FOUND');
    if (current.state === 'withdrawn') return;
    await this.removeContent(current, { state: 'withdrawn', text: '', helpful: [], helpfulCount: 0 }, { reply: 1 });
  }

  /** Reviews of a deleted account stay, without its name and pictures. */
  async anonymise(userId: string): Promise<void> {
    await this.reviews.updateMany({ userId }, { $set: { author: ANONYMOUS } });
    const withMedia = this.reviews
      .find({ userId, $or: [{ 'photos.0': { $exists: true } }, { video: { $exists: true } }] })
      .lean<ReviewRecord[]>()
      .cursor();
    for await (const record of withMedia) await this.removeContent(record as ReviewRecord, {});
  }

  /** Idempotent. @throws Error while the image host is away; the event is delivered again */
  async destroyRemovedMedia(productId: string): Promise<void> {
    const found = this.reviews
      .find({ productId, 'removedMedia.0': { $exists: true } }, { removedMedia: 1 })
      .hint(OF_PRODUCT)
      .lean<Pick<ReviewRecord, '_id' | 'removedMedia'>>()
      .cursor();
    for await (const { _id, removedMedia = [] } of found) {
      for (const { public_id, kind } of removedMedia) await this.media.destroy(public_id, kind);
      await this.reviews.updateOne({ _id }, { $unset: { removedMedia: 1 } });
    }
  }

  private async removeContent(record: ReviewRecord, set: Partial<ReviewRecord>, unset: object = {}): Promise<void> {
    const removedMedia = [
      ...(record.removedMedia ?? []),
      ...(record.photos ?? []).map(({ public_id }) => ({ public_id, kind: 'photo' as const })),
      ...(record.video ? [{ public_id: record.video.public_id, kind: 'video' as const }] : []),
    ];
    const event = createEvent('catalog.review.changed', { productId: record.productId });
    await this.reviews.updateOne(
      { _id: record._id, state: { $ne: 'withdrawn' } },
      {
        $set: { ...set, ...(removedMedia.length > 0 ? { removedMedia } : {}) },
        $unset: { ...unset, photos: 1, video: 1 },
        $push: { outbox: event },
      },
    );
    this.outbox.publishPending(this.reviews, { _id: record._id, outbox: [event] });
  }

  /** Returns the id of the order. */
  private async requirePurchase(order: string, productId: string, { id: userId }: Identity): Promise<string> {
    const purchase = await this.commands.request(
      'rpc.order.purchase.get',
      { userId, order, productId },
      PURCHASE_DEADLINE_MS,
    );
    if (!purchase.isDelivered) throw new AppError('REVIEW_NOT_ALLOWED');
    return purchase.orderId;
  }

  private async getRepeated({ orderId, productId, userId, stars, text }: ReviewRecord): Promise<ReviewRecord> {
    const existing = await this.reviews.findOne({ orderId, productId }).lean<ReviewRecord>();
    const isSame = existing?.userId === userId && existing.stars === stars && existing.text === text;
    if (existing && isSame && existing.state !== 'withdrawn') return existing;
    throw new AppError('REVIEW_EXISTS');
  }
}

/** `Meena R.` */
export function shortName(name: string): string {
  const [first = '', ...others] = name.trim().split(/\s+/);
  const last = others.at(-1);
  return last ? `${first} ${last.charAt(0)}.` : first || ANONYMOUS;
}
