import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { InFlightTasks } from '@rangavalli/service-kit/in-flight-tasks';
import { Repeats } from '@rangavalli/service-kit/repeats';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import type { CatalogConfig } from '../catalog.config.js';
import { PRODUCT, type ProductRecord } from '../products/product.schema.js';
import { ImageHost } from './image-host.js';

const BATCH_SIZE = 100;
const STOP_TIMEOUT_MS = 3_000;

/** Destroys pictures that were removed from a product at the image host, and retries what failed. Idempotent. */
@Injectable()
export class RemovedImages implements BeforeApplicationShutdown {
  private readonly inFlight = new InFlightTasks();

  constructor(
    @InjectModel(PRODUCT) private readonly products: Model<ProductRecord>,
    private readonly host: ImageHost,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async beforeApplicationShutdown(): Promise<void> {
    await this.inFlight.idle(STOP_TIMEOUT_MS);
  }

  /** Never fails the caller: the sweep retries. */
  destroyInBackground(productId: string, publicIds: readonly string[]): void {
    this.inFlight.add(this.destroyAll(productId, publicIds));
  }

  @Repeats('removed images', ({ REMOVED_IMAGES_SWEEP_MS }: CatalogConfig) => REMOVED_IMAGES_SWEEP_MS)
  async sweep(): Promise<void> {
    const found = await this.products
      .find({ 'removedImages.0': { $exists: true }, removedImages: { $gt: '' } }, { removedImages: 1 })
      .limit(BATCH_SIZE)
      .lean<Pick<ProductRecord, '_id' | 'removedImages'>[]>();
    for (const { _id, removedImages = [] } of found) await this.destroyAll(_id.toHexString(), removedImages);
  }

  /** Another product may show the same picture, also a deleted one in its orders. */
  private async mayDestroy(publicId: string): Promise<boolean> {
    if (!this.host.isProductPicture(publicId)) return false;
    return !(await this.products.exists({ 'images.public_id': publicId }));
  }

  private async destroyAll(productId: string, publicIds: readonly string[]): Promise<void> {
    for (const publicId of publicIds) {
      try {
        if (await this.mayDestroy(publicId)) await this.host.destroy(publicId);
        await this.products.updateOne(
          { _id: productId },
          { $pull: { removedImages: publicId } },
          { timestamps: false, runValidators: true },
        );
      } catch (error) {
        this.logger.warn({ err: error, productId, publicId }, 'removed picture could not be destroyed; will retry');
      }
    }
  }
}
