import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { ReviewFit, ReviewSummary } from '@rangavalli/contracts/entities/review';
import { createEvent } from '@rangavalli/service-kit/events/envelope';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import type { Model } from 'mongoose';
import { PRODUCT, type ProductRecord } from '../products/product.schema.js';
import { ProductChanges } from '../products/product-changes.js';
import { REVIEW, type ReviewRecord } from './review.schema.js';

interface Group {
  _id: { stars: number; fit?: ReviewFit };
  count: number;
}

/** Keeps the rating of a product equal to its published reviews. */
@Injectable()
export class RatingUpdater {
  constructor(
    @InjectModel(REVIEW) private readonly reviews: Model<ReviewRecord>,
    @InjectModel(PRODUCT) private readonly products: Model<ProductRecord>,
    private readonly outbox: Outbox,
    private readonly changes: ProductChanges,
  ) {}

  /** Computes the rating again. Idempotent; of two at a time, the one that read before a change repeats. */
  async update(productId: string): Promise<void> {
    for (;;) {
      const before = await this.products
        .findById(productId, { ratingRevision: 1 })
        .lean<Pick<ProductRecord, 'ratingRevision'>>();
      if (!before) return;
      const groups = await this.reviews.aggregate<Group>([
        { $match: { productId, state: 'published' } },
        { $group: { _id: { stars: '$stars', fit: '$fit' }, count: { $sum: 1 } } },
      ]);
      const counts = countsOf(groups);
      const count = counts.stars.reduce((sum, one) => sum + one, 0);
      const sum = counts.stars.reduce((total, one, index) => total + one * (index + 1), 0);
      const rating = { average: Math.round((sum / count) * 10) / 10, count };
      const event = createEvent('catalog.product.updated', { productId });
      const { modifiedCount } = await this.products.updateOne(
        { _id: productId, ratingRevision: before.ratingRevision ?? { $exists: false } },
        {
          ...(count > 0 ? { $set: { rating, reviewCounts: counts } } : { $unset: { rating: 1, reviewCounts: 1 } }),
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
}

function countsOf(groups: readonly Group[]): Pick<ReviewSummary, 'stars' | 'fit'> {
  const stars: ReviewSummary['stars'] = [0, 0, 0, 0, 0];
  const fit = { small: 0, true: 0, large: 0 };
  for (const { _id, count } of groups) {
    stars[_id.stars - 1] = (stars[_id.stars - 1] ?? 0) + count;
    if (_id.fit) fit[_id.fit] += count;
  }
  return { stars, fit };
}
