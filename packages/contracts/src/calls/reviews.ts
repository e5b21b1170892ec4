import { z } from 'zod';
import { defineCalls } from '../call.js';
import {
  newReview,
  ownReviewsQuery,
  rating,
  review,
  reviewEntriesQuery,
  reviewEntry,
  reviewModeration,
  reviewsQuery,
  reviewSummary,
  reviewUpload,
} from '../entities/review.js';
import { done, objectId, ok, pageInfo } from '../primitives.js';

const one = z.object({ id: objectId });

/** Reviews by customers who have got the product. Served by the catalog service. */
export const reviewCalls = defineCalls('catalog', {
  'GET /reviews': {
    summary: 'List the published reviews of a product, the newest or most helpful first; the first page has a summary',
    access: 'public',
    limit: 'general',
    query: reviewsQuery,
    response: ok.extend({
      reviews: z.array(review),
      rating: rating.optional(),
      summary: reviewSummary.optional(),
      ...pageInfo,
    }),
    errors: ['VALIDATION_FAILED'],
  },
  'POST /reviews': {
    summary: 'Review a delivered product of an own order, once. Links, phone numbers and pictures wait for the shop',
    access: 'customer',
    idempotent: true,
    body: newReview,
    response: done.extend({ review }),
    errors: ['VALIDATION_FAILED', 'ORDER_NUMBER_INVALID', 'REVIEW_NOT_ALLOWED', 'REVIEW_EXISTS', 'UNAVAILABLE'],
  },
  'GET /reviews/own': {
    summary: 'List the own reviews of the products of an order, also those that wait for the shop',
    access: 'customer',
    query: ownReviewsQuery,
    response: ok.extend({ reviews: z.array(review) }),
    errors: ['VALIDATION_FAILED'],
  },
  'DELETE /reviews/{id}': {
    summary: 'Withdraw an own review: its text and pictures are removed for good. Idempotent',
    access: 'customer',
    params: one,
    response: done,
    errors: ['VALIDATION_FAILED', 'REVIEW_NOT_FOUND'],
  },
  'POST /reviews/media/signature': {
    summary: 'Sign the direct upload of one photo or video for a review that is not sent yet',
    access: 'customer',
    idempotent: true,
    body: reviewUpload,
    response: ok.extend({ upload: z.object({ url: z.string(), fields: z.record(z.string(), z.string()) }) }),
    errors: ['VALIDATION_FAILED', 'ORDER_NUMBER_INVALID', 'REVIEW_NOT_ALLOWED', 'REVIEW_EXISTS', 'UNAVAILABLE'],
  },
  'POST /reviews/{id}/helpful': {
    summary: 'Mark a review as helpful. Once per customer',
    access: 'customer',
    idempotent: true,
    params: one,
    response: ok.extend({ helpful: z.int().min(0) }),
    errors: ['VALIDATION_FAILED', 'REVIEW_NOT_FOUND'],
  },
  'GET /reviews/admin': {
    summary: 'List the reviews of all products, newest first',
    access: 'products.write',
    query: reviewEntriesQuery,
    response: ok.extend({ reviews: z.array(reviewEntry), ...pageInfo }),
    errors: ['VALIDATION_FAILED'],
  },
  'POST /reviews/{id}/moderation': {
    summary: 'Publish or hide a review, and reply to it. Its text is never edited. Idempotent',
    access: 'products.write',
    idempotent: true,
    params: one,
    body: reviewModeration,
    response: done.extend({ review: reviewEntry }),
    errors: ['VALIDATION_FAILED', 'REVIEW_NOT_FOUND', 'REVIEW_WITHDRAWN'],
  },
});
