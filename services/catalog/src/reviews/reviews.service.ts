import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { CallInput } from '@rangavalli/contracts/calls';
import type { Rating, Review, ReviewEntry, ReviewState } from '@rangavalli/contracts/entities/review';
import { hasLink } from '@rangavalli/contracts/links';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import { findPage, type PageOf } from '@rangavalli/service-kit/database/paging';
import { createAuditEvent } from '@rangavalli/service-kit/events/audit';
import { createEvent } from '@rangavalli/service-kit/events/envelope';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { type Model, Types } from 'mongoose';
import { PRODUCT, type ProductRecord } from '../products/product.schema.js';
import { ProductChanges } from '../products/product-changes.js';
import { MAX_HELPFUL, REVIEW, type ReviewRecord } from './review.schema.js';

const PAGE_SIZE = 10;
const PURCHASE_DEADLINE_MS = 4_000;
const ANONYMOUS = 'A customer';
/** Phone numbers and email addresses do not belong into reviews. */
const CONTACT = /\d[\d\s-]{8,}\d|\S+@\S+\.\S+/;

/** Reviews, and the ratings of products that follow from them. */
@Injectable()
export class Reviews {
  constructor(
    @InjectModel(REVIEW) private readonly reviews: Model<ReviewRecord>,
    @InjectModel(PRODUCT) private readonly products: Model<ProductRecord>,
    private readonly commands: Commands,
    private readonly outbox: Outbox,
    private readonly changes: ProductChanges,
  ) {
    outbox.register(reviews);
  }

  /**
   * Stores a review of a delivered product, once per order. The same request again returns it.
   * @throws AppError REVIEW_NOT_ALLOWED, REVIEW_EXISTS, ORDER_NUMBER_INVALID, UNAVAILABLE
   */
  async create(body: CallInput<'POST /reviews'>['body'], author: Identity): Promise<ReviewRecord> {
    const { productId, stars, fit, text } = body;
    const purchase = await this.commands.request(
      'rpc.order.purchase.get',
      { userId: author.id, order: body.orderId, productId },
      PURCHASE_DEADLINE_MS,
    );
    if (!purchase.isDelivered) throw new AppError('REVIEW_NOT_ALLOWED');
    const product = await this.products.findById(productId, { name: 1 }).lean<Pick<ProductRecord, 'name'>>();
    if (!product) throw new AppError('REVIEW_NOT_ALLOWED');
    const record: ReviewRecord = {
      _id: new Types.ObjectId(),
      productId,
      productName: product.name,
      orderId: purchase.orderId,
      userId: author.id,
      author: shortName(author.name),
      stars,
      ...(fit ? { fit } : {}),
      text,
      state: hasLink(text) || CONTACT.test(text) ? 'waiting' : 'published',
      at: new Date(),
      helpful: [],
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

  /** One page of what everybody may read. @throws AppError VALIDATION_FAILED for an invalid cursor */
  page({ productId, limit = PAGE_SIZE, cursor }: CallInput<'GET /reviews'>['query']): Promise<PageOf<ReviewRecord>> {
    return findPage<ReviewRecord>(this.reviews, { filter: { productId, state: 'published' }, limit, cursor });
  }

  /** @throws AppError VALIDATION_FAILED for an invalid cursor */
  pageForStaff({
    state,
    limit = PAGE_SIZE,
    cursor,
  }: CallInput<'GET /reviews/admin'>['query']): Promise<PageOf<ReviewRecord>> {
    return findPage<ReviewRecord>(this.reviews, { filter: state ? { state } : {}, limit, cursor });
  }

  async ratingOf(productId: string): Promise<Rating | undefined> {
    const found = await this.products.findById(productId, { rating: 1 }).lean<Pick<ProductRecord, 'rating'>>();
    return found?.rating;
  }

  /** Returns how many customers found it helpful. @throws AppError REVIEW_NOT_FOUND */
  async markHelpful(id: string, userId: string): Promise<number> {
    const found = await this.reviews
      .findOneAndUpdate(
        { _id: id, state: 'published', [`helpful.${MAX_HELPFUL - 1}`]: { $exists: false } },
        { $addToSet: { helpful: userId } },
        { returnDocument: 'after' },
      )
      .lean<ReviewRecord>();
    const current = found ?? (await this.reviews.findOne({ _id: id, state: 'published' }).lean<ReviewRecord>());
    if (!current) throw new AppError('REVIEW_NOT_FOUND');
    return current.helpful.length;
  }

  /** Idempotent. @throws AppError REVIEW_NOT_FOUND */
  async moderate(
    id: string,
    { state, reply }: CallInput<'POST /reviews/{id}/moderation'>['body'],
    by: Identity,
  ): Promise<ReviewRecord> {
    for (;;) {
      const current = await this.reviews.findById(id).lean<ReviewRecord>();
      if (!current) throw new AppError('REVIEW_NOT_FOUND');
      if (current.state === state && (reply === undefined || reply === current.reply?.text)) return current;
      const audit = createAuditEvent(by, {
        action: 'product.review',
        subject: 'product',
        subjectId: current.productId,
        label: current.productName,
        changes: [
          { field: 'review', from: current.state, to: state },
          { field: 'reply', from: current.reply?.text, to: reply ?? current.reply?.text },
        ],
      });
      const event = createEvent('catalog.review.changed', { productId: current.productId });
      const updated = await this.reviews
        .findOneAndUpdate(
          { _id: id, state: current.state, 'reply.at': current.reply?.at ?? { $exists: false } },
          {
            $set: { state, ...(reply ? { reply: { text: reply, at: new Date() } } : {}) },
            $push: { outbox: { $each: [event, audit] } },
          },
          { returnDocument: 'after' },
        )
        .lean<ReviewRecord>();
      if (!updated) continue;
      this.outbox.publishPending(this.reviews, updated);
      return updated;
    }
  }

  /** Computes the rating again. Idempotent; of two at a time, the one that read before a change repeats. */
  async updateRating(productId: string): Promise<void> {
    for (;;) {
      const before = await this.products
        .findById(productId, { rating: 1, ratingRevision: 1 })
        .lean<Pick<ProductRecord, 'rating' | 'ratingRevision'>>();
      if (!before) return;
      const [sum] = await this.reviews.aggregate<{ stars: number; count: number }>([
        { $match: { productId, state: 'published' } },
        { $group: { _id: null, stars: { $sum: '$stars' }, count: { $sum: 1 } } },
      ]);
      const rating = sum && { average: Math.round((sum.stars / sum.count) * 10) / 10, count: sum.count };
      const event = createEvent('catalog.product.updated', { productId });
      const { modifiedCount } = await this.products.updateOne(
        { _id: productId, ratingRevision: before.ratingRevision ?? { $exists: false } },
        {
          ...(rating ? { $set: { rating } } : { $unset: { rating: 1 } }),
          $inc: { ratingRevision: 1 },
          $push: { outbox: event },
        },
        // Not an edit of the product: `updatedAt` stays.
        { timestamps: false },
      );
      if (modifiedCount === 0) continue;
      this.outbox.publishPending(this.products, { _id: productId, outbox: [event] });
      this.changes.publish(productId, event.id);
      return;
    }
  }

  /** Reviews of a deleted account stay, without its name. */
  async anonymise(userId: string): Promise<void> {
    await this.reviews.updateMany({ userId }, { $set: { author: ANONYMOUS } });
  }

  private async getRepeated({ orderId, productId, userId, stars, text }: ReviewRecord): Promise<ReviewRecord> {
    const existing = await this.reviews.findOne({ orderId, productId }).lean<ReviewRecord>();
    if (existing?.userId === userId && existing.stars === stars && existing.text === text) return existing;
    throw new AppError('REVIEW_EXISTS');
  }
}

/** `Meena R.` */
function shortName(name: string): string {
  const [first = '', ...others] = name.trim().split(/\s+/);
  const last = others.at(-1);
  return last ? `${first} ${last.charAt(0)}.` : first || ANONYMOUS;
}

export const toReview = (record: ReviewRecord, state?: ReviewState): Review => ({
  id: record._id.toHexString(),
  productId: record.productId,
  stars: record.stars,
  ...(record.fit ? { fit: record.fit } : {}),
  text: record.text,
  author: record.author,
  at: record.at.toISOString(),
  ...(record.reply ? { reply: { text: record.reply.text, at: record.reply.at.toISOString() } } : {}),
  helpful: record.helpful.length,
  ...(state ? { state } : {}),
});

export const toReviewEntry = (record: ReviewRecord): ReviewEntry => ({
  ...toReview(record),
  state: record.state,
  productName: record.productName,
  orderId: record.orderId,
});
