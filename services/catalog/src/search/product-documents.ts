import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import { LRUCache } from 'lru-cache';
import type { Model } from 'mongoose';
import type { CatalogConfig } from '../catalog.config.js';
import { ImageHost } from '../images/image-host.js';
import { publicFields, type PublicProductRecord, toProduct } from '../products/product-view.js';
import { PRODUCT, type ProductRecord } from '../products/product.schema.js';

/** What the search index stores of a product: another object after every change. */
export interface ProductVersion {
  id: string;
  version: string;
}
/** A product as JSON, serialized once, so that a page is a concatenation. */
export type ProductJson = Buffer;

export type VersionFields = Pick<ProductRecord, '_id' | 'revision' | 'updatedAt' | 'stock' | 'sizeStock' | 'rating'>;

/** Of an entry of the cache, bytes. */
const OVERHEAD = 200;

/**
 * The products of search results as JSON. A large catalogue does not fit into memory: what was not read for the longest
 * time is read from the database again.
 */
@Injectable()
export class ProductDocuments {
  private readonly documents: LRUCache<ProductVersion, ProductJson>;

  constructor(
    @InjectModel(PRODUCT) private readonly products: Model<ProductRecord>,
    private readonly images: ImageHost,
    @Inject(CONFIG) { PRODUCT_DOCUMENT_BYTES: maxSize }: CatalogConfig,
  ) {
    this.documents = new LRUCache({ maxSize, sizeCalculation: ({ length }) => length + OVERHEAD });
  }

  add(version: ProductVersion, product: PublicProductRecord): void {
    this.documents.set(version, this.toJson(product));
  }

  /** Adds one without evicting another. @returns false when there is no room */
  addIfRoom(version: ProductVersion, product: PublicProductRecord): boolean {
    const json = this.toJson(product);
    if (this.documents.calculatedSize + json.length + OVERHEAD > this.documents.maxSize) return false;
    this.documents.set(version, json);
    return true;
  }

  /** Leaves out products that were deleted since the search. */
  async get(versions: readonly ProductVersion[]): Promise<ProductJson[]> {
    const cached = versions.map((version) => this.documents.get(version));
    const missing = versions.filter((_version, at) => !cached[at]);
    if (missing.length === 0) return cached as ProductJson[];
    const read = await this.read(missing);
    return versions.flatMap(({ id }, at) => cached[at] ?? read.get(id) ?? []);
  }

  private async read(versions: readonly ProductVersion[]): Promise<Map<string, ProductJson>> {
    const byId = new Map(versions.map((version) => [version.id, version]));
    const found = await this.products
      .find({ _id: { $in: [...byId.keys()] }, deletedAt: null }, publicFields)
      .lean<PublicProductRecord[]>();
    return new Map(
      found.map((product) => {
        const [id, json] = [product._id.toHexString(), this.toJson(product)];
        const version = byId.get(id);
        // A newer one is returned only: its change is on the way to the index.
        if (version?.version === versionOf(product)) this.documents.set(version, json);
        return [id, json];
      }),
    );
  }

  /** In memory of its own: one product in Node's pool keeps 8 KB of buffers that were used once. */
  private toJson(product: PublicProductRecord): ProductJson {
    const text = JSON.stringify(toProduct(product, this.images));
    const json = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
    json.write(text);
    return json;
  }
}

/** An edit changes the first two parts, a sale or a return the third, a review the last. */
export const versionOf = ({ revision, updatedAt, stock, sizeStock, rating }: VersionFields): string =>
  // Joined, because a template's parts stay in memory one by one.
  [
    revision,
    updatedAt.getTime(),
    sizeStock ? sizeStock.map((entry) => entry.stock).join() : stock,
    ...(rating ? [rating.average, rating.count] : []),
  ].join('/');
