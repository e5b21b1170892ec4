import { z } from 'zod';
import { defineCalls } from '../call.js';
import {
  newReview,
  rating,
  review,
  reviewEntriesQuery,
  reviewEntry,
  reviewModeration,
  reviewsQuery,
} from '../entities/review.js';
import { done, objectId, ok, pageInfo } from '../primitives.js';

const one = z.object({ id: objectId });

/** Reviews by customers who have got the product. Served by the catalog service. */
export const reviewCalls = defineCalls('catalog', {
  'GET /reviews': {
    summary: 'List the published reviews of a product, newest first',
    access: 'public',
    limit: 'general',
    query: reviewsQuery,
    response: ok.extend({ reviews: z.array(review), rating: rating.optional(), ...pageInfo }),
    errors: ['VALIDATION_FAILED'],
  },
  'POST /reviews': {
    summary: 'Review a delivered product of an own order, once. Texts with links wait for the shop',
    access: 'customer',
    idempotent: true,
    body: newReview,
    response: done.extend({ review }),
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
    errors: ['VALIDATION_FAILED', 'REVIEW_NOT_FOUND'],
  },
});
