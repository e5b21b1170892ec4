import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Repeats } from '@rangavalli/service-kit/repeats';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Model, Types } from 'mongoose';
import type { Logger } from 'pino';
import type { CatalogConfig } from '../catalog.config.js';
import { PRODUCT, type ProductRecord } from '../products/product.schema.js';
import { ImageHost } from './image-host.js';

const BATCH_SIZE = 100;

interface Removal {
  productId: Types.ObjectId;
  publicId: string;
}

/**
 * Destroys pictures that were removed from a product at the image host, unless its orders may show them, and retries
 * what failed. Idempotent. Many at a time: looking for other products that show them reads all products, because an
 * index would cost every sale.
 */
@Injectable()
export class RemovedImages {
  constructor(
    @InjectModel(PRODUCT) private readonly products: Model<ProductRecord>,
    private readonly host: ImageHost,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Repeats('removed images', ({ REMOVED_IMAGES_SWEEP_MS }: CatalogConfig) => REMOVED_IMAGES_SWEEP_MS)
  async sweep(): Promise<void> {
    for (;;) {
      const found = await this.products
        .find({ 'removedImages.0': { $exists: true }, removedImages: { $gt: '' } }, { removedImages: 1 })
        .limit(BATCH_SIZE)
        .lean<Pick<ProductRecord, '_id' | 'removedImages'>[]>();
      const removals = found.flatMap(({ _id: productId, removedImages = [] }) =>
        removedImages.map((publicId) => ({ productId, publicId })),
      );
      for (let at = 0; at < removals.length; at += BATCH_SIZE)
        // All failed: the image host is down. The next run retries.
        if ((await this.destroyAll(removals.slice(at, at + BATCH_SIZE))) === 0) return;
      if (found.length < BATCH_SIZE) return;
    }
  }

  /** Destroys them in parallel: the lookup is then recent for each. Returns how many need no retry. */
  private async destroyAll(removals: readonly Removal[]): Promise<number> {
    const [shown, ordered] = await Promise.all([
      this.findShown(removals.map(({ publicId }) => publicId)),
      this.findOrdered(removals.map(({ productId }) => productId)),
    ]);
    const done = await Promise.all(
      removals.map(async ({ productId, publicId }) => {
        const isNeeded = shown.has(publicId) || ordered.has(productId.toHexString());
        const mayDestroy = this.host.isProductPicture(publicId) && !isNeeded;
        try {
          if (mayDestroy) await this.host.destroy(publicId);
          await this.products.updateOne(
            { _id: productId },
            { $pull: { removedImages: publicId } },
            { timestamps: false, runValidators: true },
          );
          return true;
        } catch (error) {
          this.logger.warn({ err: error, productId, publicId }, 'removed picture could not be destroyed; will retry');
          return false;
        }
      }),
    );
    return done.filter(Boolean).length;
  }

  /** Another product may show the same picture, also a deleted one in its orders. */
  private async findShown(publicIds: readonly string[]): Promise<Set<string>> {
    const found = await this.products.aggregate<{ _id: string }>([
      { $match: { 'images.public_id': { $in: publicIds } } },
      { $unwind: '$images' },
      { $match: { 'images.public_id': { $in: publicIds } } },
      { $group: { _id: '$images.public_id' } },
    ]);
    return new Set(found.map(({ _id }) => _id));
  }

  /** Orders show the picture that the product had then: those of a product with holds, also archived ones, stay. */
  private async findOrdered(productIds: readonly Types.ObjectId[]): Promise<Set<string>> {
    const hasHolds = [{ 'holds.0': { $exists: true } }, { archiveRevision: { $gt: 0 } }];
    const found = await this.products
      .find({ _id: { $in: productIds }, $or: hasHolds }, { _id: 1 })
      .lean<Pick<ProductRecord, '_id'>[]>();
    return new Set(found.map(({ _id }) => _id.toHexString()));
  }
}
