import type { Review, ReviewEntry, ReviewState } from '@rangavalli/contracts/entities/review';
import type { ImageHost } from '../images/image-host.js';
import type { ListedReview } from './review.schema.js';

export const toReview = (record: ListedReview, images: ImageHost, state?: ReviewState): Review => ({
  id: record._id.toHexString(),
  productId: record.productId,
  stars: record.stars,
  ...(record.fit ? { fit: record.fit } : {}),
  text: record.text,
  author: record.author,
  at: record.at.toISOString(),
  ...(record.reply ? { reply: { text: record.reply.text, at: record.reply.at.toISOString() } } : {}),
  helpful: record.helpfulCount,
  ...(record.photos?.length ? { photos: record.photos.map((photo) => images.toReviewMedia(photo)) } : {}),
  ...(record.video ? { video: images.toReviewMedia(record.video) } : {}),
  ...(record.isIncentivised ? { isIncentivised: true as const } : {}),
  ...(state ? { state } : {}),
});

export const toReviewEntry = (record: ListedReview, images: ImageHost): ReviewEntry => ({
  ...toReview(record, images),
  state: record.state,
  productName: record.productName,
  orderId: record.orderId,
});
