import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { CallInput } from '@rangavalli/contracts/calls';
import { AppError } from '@rangavalli/service-kit/app-error';
import { findPage, type PageOf } from '@rangavalli/service-kit/database/paging';
import { createAuditEvent } from '@rangavalli/service-kit/events/audit';
import { createEvent } from '@rangavalli/service-kit/events/envelope';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import type { Model } from 'mongoose';
import { listedFields, type ListedReview, REVIEW, type ReviewRecord } from './review.schema.js';

const PAGE_SIZE = 10;

/** What staff do with reviews: they publish, hide, reply and disclose, and never edit a text. */
@Injectable()
export class ReviewModeration {
  constructor(
    @InjectModel(REVIEW) private readonly reviews: Model<ReviewRecord>,
    private readonly outbox: Outbox,
  ) {}

  /** @throws AppError VALIDATION_FAILED for an invalid cursor */
  page({ state, limit = PAGE_SIZE, cursor }: CallInput<'GET /reviews/admin'>['query']): Promise<PageOf<ListedReview>> {
    return findPage<ReviewRecord>(this.reviews, {
      projection: listedFields,
      filter: state ? { state } : {},
      limit,
      cursor,
    });
  }

  /** Idempotent. @throws AppError REVIEW_NOT_FOUND, REVIEW_WITHDRAWN */
  async moderate(
    id: string,
    { state, reply, isIncentivised }: CallInput<'POST /reviews/{id}/moderation'>['body'],
    by: Identity,
  ): Promise<ReviewRecord> {
    for (;;) {
      const current = await this.reviews.findById(id).lean<ReviewRecord>();
      if (!current) throw new AppError('REVIEW_NOT_FOUND');
      if (current.state === 'withdrawn') throw new AppError('REVIEW_WITHDRAWN');
      const [wasIncentivised, isDisclosed] = [
        current.isIncentivised ?? false,
        isIncentivised ?? current.isIncentivised,
      ];
      const isSameReply = reply === undefined || reply === current.reply?.text;
      if (current.state === state && isSameReply && wasIncentivised === (isDisclosed ?? false)) return current;
      const audit = createAuditEvent(by, {
        action: 'product.review',
        subject: 'product',
        subjectId: current.productId,
        label: current.productName,
        changes: [
          { field: 'review', from: current.state, to: state },
          { field: 'reply', from: current.reply?.text, to: reply ?? current.reply?.text },
          { field: 'incentive', from: String(wasIncentivised), to: String(isDisclosed ?? false) },
        ],
      });
      const event = createEvent('catalog.review.changed', { productId: current.productId });
      const updated = await this.reviews
        .findOneAndUpdate(
          { _id: id, state: current.state, 'reply.at': current.reply?.at ?? { $exists: false } },
          {
            $set: {
              state,
              ...(isSameReply ? {} : { reply: { text: reply, at: new Date() } }),
              ...(isDisclosed === undefined ? {} : { isIncentivised: isDisclosed }),
            },
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
}
