import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import { MAX_COUNT } from '@rangavalli/contracts/primitives';
import type { Model } from 'mongoose';
import { ImageHost } from '../images/image-host.js';
import { publicFields, type PublicProductRecord, toCatalogProduct } from '../products/product-view.js';
import { PRODUCT, type ProductRecord } from '../products/product.schema.js';

const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

@Injectable()
export class PricesService {
  constructor(
    @InjectModel(PRODUCT) private readonly products: Model<ProductRecord>,
    private readonly images: ImageHost,
  ) {}

  /** Returns the newest products of the categories or with one of the tags; counts at most MAX_COUNT. */
  async find({
    categories,
    tags,
    limit,
  }: CommandRequest<'rpc.catalog.products.find'>): Promise<CommandReply<'rpc.catalog.products.find'>> {
    const either = [
      ...(categories.length > 0 ? [{ category: { $in: categories } }] : []),
      ...(tags.length > 0 ? [{ tags: { $in: tags.map((tag) => new RegExp(`^${escapePattern(tag)}$`, 'i')) } }] : []),
    ];
    const filter = { deletedAt: null, ...(either.length > 0 ? { $or: either } : {}) };
    const [found, total] = await Promise.all([
      this.products
        .find(filter, publicFields)
        .sort({ createdAt: -1, _id: -1 })
        .limit(limit)
        .lean<PublicProductRecord[]>(),
      this.products.countDocuments(filter, { limit: MAX_COUNT }),
    ]);
    return { products: found.map((product) => toCatalogProduct(product, this.images)), total };
  }

  /** Returns the greatest reduction by a running sale among the products in stock, in whole percent. */
  async findGreatestReduction(at: Date): Promise<number> {
    const [greatest] = await this.products.aggregate<{ share: number }>([
      {
        $match: {
          'sale.pricePaise': { $gt: 0 },
          deletedAt: null,
          stock: { $gt: 0 },
          $and: [
            { $or: [{ 'sale.from': null }, { 'sale.from': { $lte: at } }] },
            { $or: [{ 'sale.until': null }, { 'sale.until': { $gt: at } }] },
          ],
        },
      },
      { $group: { _id: null, share: { $max: { $subtract: [1, { $divide: ['$sale.pricePaise', '$pricePaise'] }] } } } },
    ]);
    return Math.max(0, Math.floor((greatest?.share ?? 0) * 100 + 1e-9));
  }
}
