import { z } from 'zod';
import { instant, line, objectId, orderReference, pageQuery, paragraph } from '../primitives.js';
import { MAX_PHOTOS, UPLOAD_SLOTS } from '../upload-limits.js';

/** `waiting`: for the shop, before it is shown. `withdrawn`: by its author, without text and pictures. */
export const reviewState = z.enum(['waiting', 'published', 'hidden', 'withdrawn']);
export type ReviewState = z.infer<typeof reviewState>;

export const reviewFit = z.enum(['small', 'true', 'large']);
export type ReviewFit = z.infer<typeof reviewFit>;

const stars = z.int().min(1, 'Choose 1 to 5 stars.').max(5, 'Choose 1 to 5 stars.');
const mediaId = z.string().min(1).max(255);

export const reviewMediaKind = z.enum(['photo', 'video']);
export type ReviewMediaKind = z.infer<typeof reviewMediaKind>;

/** One upload for a review that is not sent yet. */
export const reviewUpload = z.object({
  orderId: orderReference,
  productId: objectId,
  kind: reviewMediaKind,
  /** From 0; each is good for one file. */
  slot: z
    .int()
    .min(0)
    .max(UPLOAD_SLOTS.photo - 1),
});

/** Of a product of an own order, once. */
export const newReview = z
  .object({
    orderId: orderReference,
    productId: objectId,
    stars,
    /** Only of products with sizes. */
    fit: reviewFit.optional(),
    text: paragraph(2_000).default(''),
    /** Public ids of uploads. */
    photos: z
      .array(mediaId)
      .max(MAX_PHOTOS)
      .refine((ids) => new Set(ids).size === ids.length, 'Name each photo once.')
      .default([]),
    video: mediaId.optional(),
    /** Whether the author got a discount or a gift for the review. */
    isIncentivised: z.boolean().default(false),
  })
  .meta({ id: 'NewReview' });

const reviewMedia = z.object({ public_id: mediaId, url: z.string() });
export type ReviewMedia = z.infer<typeof reviewMedia>;

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
    photos: z.array(reviewMedia).optional(),
    /** An mp4 of the drape. */
    video: reviewMedia.optional(),
    /** Present if the author got a discount or a gift for it. */
    isIncentivised: z.literal(true).optional(),
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

const count = z.int().min(0);

/** Of all published reviews of a product. */
export const reviewSummary = z
  .object({
    /** Reviews with one to five stars. */
    stars: z.tuple([count, count, count, count, count]),
    fit: z.object({ small: count, true: count, large: count }),
    /** Of the newest reviews with photos. */
    photos: z.array(reviewMedia.extend({ reviewId: objectId })),
  })
  .meta({ id: 'ReviewSummary' });
export type ReviewSummary = z.infer<typeof reviewSummary>;

export const reviewSort = z.enum(['newest', 'helpful']);
export type ReviewSort = z.infer<typeof reviewSort>;

export const reviewsQuery = pageQuery.extend({
  productId: objectId,
  stars: z.coerce.number().pipe(stars).optional(),
  sort: reviewSort.optional(),
});
export const ownReviewsQuery = z.object({ orderId: objectId });
export const reviewEntriesQuery = pageQuery.extend({ state: reviewState.optional() });
export const reviewModeration = z.object({
  state: z.enum(['published', 'hidden']),
  /** Shown below the review. */
  reply: line(1_000).optional(),
  /** Whether the shop gave a discount or a gift for it. Omitted: unchanged. */
  isIncentivised: z.boolean().optional(),
});
