import { z } from 'zod';
import { instant, line, objectId, orderReference, pageQuery, paragraph } from '../primitives.js';

/** `waiting`: for the shop, before it is shown. */
export const reviewState = z.enum(['waiting', 'published', 'hidden']);
export type ReviewState = z.infer<typeof reviewState>;

export const reviewFit = z.enum(['small', 'true', 'large']);
export type ReviewFit = z.infer<typeof reviewFit>;

const stars = z.int().min(1, 'Choose 1 to 5 stars.').max(5, 'Choose 1 to 5 stars.');

/** Of a product of an own order, once. */
export const newReview = z
  .object({
    orderId: orderReference,
    productId: objectId,
    stars,
    fit: reviewFit.optional(),
    text: paragraph(2_000).default(''),
  })
  .meta({ id: 'NewReview' });

/** What customers see. */
export const review = z
  .object({
    id: objectId,
    productId: objectId,
    stars,
    fit: reviewFit.optional(),
    text: z.string(),
    /** First name and initial of a customer who has got the product from the shop. */
    author: z.string(),
    at: instant,
    reply: z.object({ text: z.string(), at: instant }).optional(),
    /** Customers who found it helpful. */
    helpful: z.int().min(0),
    /** Only for its author and for staff. */
    state: reviewState.optional(),
  })
  .meta({ id: 'Review' });
export type Review = z.infer<typeof review>;

/** What staff see. */
export const reviewEntry = review
  .extend({ state: reviewState, productName: z.string(), orderId: objectId })
  .meta({ id: 'ReviewEntry' });
export type ReviewEntry = z.infer<typeof reviewEntry>;

/** Average of the published reviews, one decimal. */
export const rating = z.object({ average: z.number().min(1).max(5), count: z.int().min(1) }).meta({ id: 'Rating' });
export type Rating = z.infer<typeof rating>;

export const reviewsQuery = pageQuery.extend({ productId: objectId });
export const reviewEntriesQuery = pageQuery.extend({ state: reviewState.optional() });
export const reviewModeration = z.object({
  state: z.enum(['published', 'hidden']),
  /** Shown below the review. */
  reply: line(1_000).optional(),
});
