import { Injectable } from '@nestjs/common';
import type { CallInput } from '@rangavalli/contracts/calls';
import type { ReviewMediaKind } from '@rangavalli/contracts/entities/review';
import { UPLOAD_SLOTS } from '@rangavalli/contracts/upload-limits';
import { AppError } from '@rangavalli/service-kit/app-error';
import { ImageHost, type StoredImage, type Upload } from '../images/image-host.js';

interface Purchase {
  orderId: string;
  productId: string;
}

/**
 * Photos and videos that customers upload for their reviews. A purchase has a few public ids, which follow from it:
 * more cannot be uploaded for it, and a review cannot show the uploads of others.
 */
@Injectable()
export class ReviewMediaHost {
  constructor(private readonly images: ImageHost) {}

  /** @throws AppError VALIDATION_FAILED for a slot that this kind does not have */
  signUpload(
    { orderId, productId }: Purchase,
    { kind, slot }: CallInput<'POST /reviews/media/signature'>['body'],
  ): Upload {
    const publicId = this.idsOf({ orderId, productId }, kind)[slot];
    if (!publicId) throw new AppError('VALIDATION_FAILED', { details: { fields: { slot: 'too many uploads' } } });
    return this.images.signReviewUpload(kind, publicId);
  }

  /**
   * Returns uploads as the image host describes them.
   * @throws AppError VALIDATION_FAILED for another purchase's, or one of another kind, size or length; UNAVAILABLE
   */
  async describe(
    purchase: Purchase,
    { photos, video }: { photos: readonly string[]; video?: string | undefined },
  ): Promise<{ photos?: StoredImage[]; video?: StoredImage }> {
    const [foundPhotos, foundVideo] = await Promise.all([
      Promise.all(photos.map((publicId) => this.findOne(purchase, 'photo', publicId))),
      video === undefined ? undefined : this.findOne(purchase, 'video', video),
    ]);
    return {
      ...(foundPhotos.length > 0 ? { photos: foundPhotos } : {}),
      ...(foundVideo ? { video: foundVideo } : {}),
    };
  }

  destroy(publicId: string, kind: ReviewMediaKind): Promise<void> {
    return this.images.destroy(publicId, kind === 'video' ? 'video' : 'image');
  }

  private async findOne(purchase: Purchase, kind: ReviewMediaKind, publicId: string): Promise<StoredImage> {
    if (!this.idsOf(purchase, kind).includes(publicId))
      throw new AppError('VALIDATION_FAILED', { details: { fields: { [kind]: 'not an upload for this purchase' } } });
    return this.images.findReviewMedia(kind, publicId);
  }

  private idsOf({ orderId, productId }: Purchase, kind: ReviewMediaKind): string[] {
    return Array.from({ length: UPLOAD_SLOTS[kind] }, (_, slot) =>
      this.images.reviewMediaId(`review ${orderId} ${productId} ${kind} ${slot}`),
    );
  }
}
