import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { Envelope } from '@rangavalli/contracts/events';
import { Caller, HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { ImageHost } from '../images/image-host.js';
import { Questions } from '../questions/questions.service.js';
import { RatingUpdater } from './rating-updater.js';
import { ReviewModeration } from './review-moderation.js';
import { toReview, toReviewEntry } from './review-view.js';
import { Reviews } from './reviews.service.js';

@Controller()
export class ReviewsController {
  constructor(
    private readonly reviews: Reviews,
    private readonly moderation: ReviewModeration,
    private readonly ratings: RatingUpdater,
    private readonly images: ImageHost,
    private readonly questions: Questions,
  ) {}

  @HandlesCall('GET /reviews')
  async list(@Input() { query }: Input<'GET /reviews'>): Promise<CallResponse<'GET /reviews'>> {
    const [{ items, ...pageInfo }, facts] = await Promise.all([
      this.reviews.page(query),
      query.cursor ? {} : this.reviews.ratingOf(query.productId),
    ]);
    return { success: true, reviews: items.map((one) => toReview(one, this.images)), ...facts, ...pageInfo };
  }

  @HandlesCall('POST /reviews')
  async create(
    @Input() { body }: Input<'POST /reviews'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /reviews'>> {
    const record = await this.reviews.create(body, caller);
    const message =
      record.state === 'waiting'
        ? 'Thank you. Your review appears once we have checked it.'
        : 'Thank you for your review.';
    return { success: true, message, review: toReview(record, this.images, record.state) };
  }

  @HandlesCall('POST /reviews/media/signature')
  async signUpload(
    @Input() { body }: Input<'POST /reviews/media/signature'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /reviews/media/signature'>> {
    return { success: true, upload: await this.reviews.signUpload(body, caller) };
  }

  @HandlesCall('GET /reviews/own')
  async listOwn(
    @Input() { query }: Input<'GET /reviews/own'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'GET /reviews/own'>> {
    const own = await this.reviews.ofOrder(query.orderId, caller.id);
    return { success: true, reviews: own.map((one) => toReview(one, this.images, one.state)) };
  }

  @HandlesCall('DELETE /reviews/{id}')
  async withdraw(
    @Input() { params }: Input<'DELETE /reviews/{id}'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'DELETE /reviews/{id}'>> {
    await this.reviews.withdraw(params.id, caller.id);
    return { success: true, message: 'Your review is withdrawn.' };
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
    const { items, ...pageInfo } = await this.moderation.page(query);
    return { success: true, reviews: items.map((one) => toReviewEntry(one, this.images)), ...pageInfo };
  }

  @HandlesCall('POST /reviews/{id}/moderation')
  async moderate(
    @Input() { params, body }: Input<'POST /reviews/{id}/moderation'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /reviews/{id}/moderation'>> {
    const review = toReviewEntry(await this.moderation.moderate(params.id, body, caller), this.images);
    const message = review.state === 'published' ? 'The review is published.' : 'The review is hidden.';
    return { success: true, message, review };
  }

  @EventPattern('catalog.review.changed')
  async reviewChanged(@Payload() { data }: Envelope<'catalog.review.changed'>): Promise<void> {
    await this.ratings.update(data.productId);
    await this.reviews.destroyRemovedMedia(data.productId);
  }

  @EventPattern('user.deleted')
  async userDeleted(@Payload() { data }: Envelope<'user.deleted'>): Promise<void> {
    await this.reviews.anonymise(data.userId);
    await this.questions.anonymise(data.userId);
  }
}
