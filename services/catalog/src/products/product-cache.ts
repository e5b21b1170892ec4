import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { LRUCache } from 'lru-cache';
import type { Model } from 'mongoose';
import { ProductChanges, type ProductChangeListener } from './product-changes.js';
import { publicFields, type PublicProductRecord } from './product-view.js';
import { PRODUCT, type ProductRecord } from './product.schema.js';

type Read = Promise<PublicProductRecord | undefined>;

/** About 5 KB each. */
const MAX_CACHED_PRODUCTS = 3_000;

/** Products for other services and the search index, cached until they change. Concurrent reads share a query. */
@Injectable()
export class ProductCache implements ProductChangeListener {
  private readonly reads = new LRUCache<string, Read>({ max: MAX_CACHED_PRODUCTS });

  constructor(
    @InjectModel(PRODUCT) private readonly products: Model<ProductRecord>,
    private readonly changes: ProductChanges,
  ) {
    changes.subscribe(this);
  }

  onProductChanged(productId: string): void {
    // A read in progress may have started before the change: it is not shared with later callers.
    this.reads.delete(productId);
  }

  async onConnectionChanged(): Promise<void> {
    this.reads.clear();
  }

  /** Leaves out deleted and unknown products, and duplicates. */
  async find(ids: readonly string[]): Promise<PublicProductRecord[]> {
    const reads = new Map(ids.map((id) => [id, this.changes.isConnected ? this.reads.get(id) : undefined]));
    const missing = [...reads.keys()].filter((id) => !reads.get(id));
    if (missing.length > 0) {
      const query = this.query(missing);
      for (const id of missing) {
        const read = query.then((products) => products.get(id));
        reads.set(id, read);
        if (this.changes.isConnected) this.cache(id, read);
      }
    }
    const products = await Promise.all([...reads.values()].filter((read) => read !== undefined));
    return products.filter((product) => product !== undefined);
  }

  private cache(id: string, read: Read): void {
    this.reads.set(id, read);
    read.catch(() => {
      if (this.reads.peek(id) === read) this.reads.delete(id);
    });
  }

  private async query(ids: readonly string[]): Promise<Map<string, PublicProductRecord>> {
    const found = await this.products
      .find({ _id: { $in: ids }, deletedAt: null }, publicFields)
      .lean<PublicProductRecord[]>();
    return new Map(found.map((product) => [product._id.toHexString(), product]));
  }
}
