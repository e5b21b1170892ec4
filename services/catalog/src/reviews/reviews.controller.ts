import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { Envelope } from '@rangavalli/contracts/events';
import { Caller, HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { Reviews, toReview, toReviewEntry } from './reviews.service.js';

@Controller()
export class ReviewsController {
  constructor(private readonly reviews: Reviews) {}

  @HandlesCall('GET /reviews')
  async list(@Input() { query }: Input<'GET /reviews'>): Promise<CallResponse<'GET /reviews'>> {
    const [{ items, ...pageInfo }, rating] = await Promise.all([
      this.reviews.page(query),
      this.reviews.ratingOf(query.productId),
    ]);
    return { success: true, reviews: items.map((one) => toReview(one)), ...(rating ? { rating } : {}), ...pageInfo };
  }

  @HandlesCall('POST /reviews')
  async create(
    @Input() { body }: Input<'POST /reviews'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /reviews'>> {
    const record = await this.reviews.create(body, caller);
    const message =
      record.state === 'waiting'
        ? 'Thank you. Your review appears once we have read it.'
        : 'Thank you for your review.';
    return { success: true, message, review: toReview(record, record.state) };
  }

  @HandlesCall('POST /reviews/{id}/helpful')
  async markHelpful(
    @Input() { params }: Input<'POST /reviews/{id}/helpful'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /reviews/{id}/helpful'>> {
    return { success: true, helpful: await this.reviews.markHelpful(params.id, caller.id) };
  }

  @HandlesCall('GET /reviews/admin')
  async listForStaff(@Input() { query }: Input<'GET /reviews/admin'>): Promise<CallResponse<'GET /reviews/admin'>> {
    const { items, ...pageInfo } = await this.reviews.pageForStaff(query);
    return { success: true, reviews: items.map(toReviewEntry), ...pageInfo };
  }

  @HandlesCall('POST /reviews/{id}/moderation')
  async moderate(
    @Input() { params, body }: Input<'POST /reviews/{id}/moderation'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /reviews/{id}/moderation'>> {
    const review = toReviewEntry(await this.reviews.moderate(params.id, body, caller));
    const message = review.state === 'published' ? 'The review is published.' : 'The review is hidden.';
    return { success: true, message, review };
  }

  @EventPattern('catalog.review.changed')
  async reviewChanged(@Payload() { data }: Envelope<'catalog.review.changed'>): Promise<void> {
    await this.reviews.updateRating(data.productId);
  }

  @EventPattern('user.deleted')
  async userDeleted(@Payload() { data }: Envelope<'user.deleted'>): Promise<void> {
    await this.reviews.anonymise(data.userId);
  }
}
