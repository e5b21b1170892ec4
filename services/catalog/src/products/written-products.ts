import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import { LRUCache } from 'lru-cache';
import type { Model } from 'mongoose';
import type { CatalogConfig } from '../catalog.config.js';
import { ImageHost } from '../images/image-host.js';
import { versionOf } from '../search/searched-product.js';
import { FindingTogether } from './finding-together.js';
import { PRODUCT, type ProductRecord } from './product.schema.js';
import { shown, type ShownProduct, viewOf } from './product-view.js';

/** A product as shoppers see it, written as JSON once for all answers that it stands in. */
export interface WrittenProduct {
  /** Which version of the product it is (`versionOf`). */
  version: string;
  text: Buffer;
}

/** What keeping a product takes besides its text, bytes. */
const OVERHEAD = 400;

/** Products ready written, in bounded memory (`WRITTEN_BYTES`). Which version is the right one, its caller knows. */
@Injectable()
export class WrittenProducts {
  private readonly memory: LRUCache<string, WrittenProduct>;
  private readonly together: FindingTogether<ShownProduct>;

  constructor(
    @InjectModel(PRODUCT) products: Model<ProductRecord>,
    private readonly images: ImageHost,
    @Inject(CONFIG) { WRITTEN_BYTES }: CatalogConfig,
  ) {
    this.memory = new LRUCache({
      maxSize: Math.max(1, WRITTEN_BYTES),
      sizeCalculation: ({ text }) => text.length + OVERHEAD,
    });
    this.together = new FindingTogether((ids) =>
      products.find({ _id: { $in: ids }, deletedAt: null }, shown).lean<ShownProduct[]>(),
    );
  }

  /** The product in just this version, if memory has it. */
  kept(id: string, version: string | undefined): WrittenProduct | undefined {
    const written = this.memory.get(id);
    return written?.version === version ? written : undefined;
  }

  /** The product as the database has it, read after this call began; undefined when it is not in the shop. */
  async read(id: string): Promise<WrittenProduct | undefined> {
    const found = await this.together.one(id);
    if (found) return this.write(found);
    this.memory.delete(id);
    return undefined;
  }

  /** Writes a product that was just read, and keeps it. */
  write(product: ShownProduct): WrittenProduct {
    const written = { version: versionOf(product), text: Buffer.from(JSON.stringify(viewOf(product, this.images))) };
    this.memory.set(product._id.toHexString(), written);
    return written;
  }

  /** Those that have left the shop need no room. */
  forget(ids: readonly string[]): void {
    for (const id of ids) this.memory.delete(id);
  }
}
