import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Product, ProductInput, ProductPatch } from '@rangavalli/contracts/entities/product';
import { PAGE_SIZE, type ProductQuery, type ProductSort } from '@rangavalli/contracts/entities/product-query';
import type { CallAnswer } from '@rangavalli/contracts/calls';
import type { Envelope } from '@rangavalli/contracts/events';
import { AppError } from '@rangavalli/service-kit/app-error';
import { newEvent } from '@rangavalli/service-kit/events/envelope';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { paiseToRupees, rupeesToPaise } from '@rangavalli/service-kit/money';
import { type Model, Types } from 'mongoose';
import { ImageHost } from '../images/image-host.js';
import { type FacetCounts, facetPipeline, facetsOf } from '../search/facets.js';
import { filterOf, narrowedBut } from '../search/product-filter.js';
import { type Audited, audited, productAudit } from './product-audit.js';
import { PRODUCT, type ProductRecord } from './product.schema.js';
import { asRead, countedBySize, stockChange } from './stock-told.js';

/** The part of a product that shoppers see. */
type Shown = Omit<ProductRecord, 'holds' | 'outbox' | 'archiveRevision' | 'archiveMarks' | 'archivedUpTo' | 'revision' | 'deletedAt'>;

/** What an edit depends on, and what it replaces. */
type Current = Audited & Pick<ProductRecord, 'revision'>;

/** Read without what only the stock and the outbox need. */
const shown = { holds: 0, outbox: 0, archiveRevision: 0, archiveMarks: 0, archivedUpTo: 0, revision: 0, deletedAt: 0 } as const;
/** What a form may empty. */
const optionalFields = ['sareeType', 'fabric', 'weave', 'colour', 'occasion'] as const;

/** The events of one write: what the services hear, and what the audit log does if anything is different. */
const told = (event: Envelope, audit: Envelope | undefined): Envelope[] => (audit ? [event, audit] : [event]);

/** `_id` last: no product is on two pages. */
const orders: Record<ProductSort, Record<string, 1 | -1>> = {
  newest: { createdAt: -1, _id: -1 },
  'price-asc': { pricePaise: 1, _id: -1 },
  'price-desc': { pricePaise: -1, _id: 1 },
  name: { name: 1, _id: 1 },
};

/** Products as admins write them and shoppers read them. Prices: paise inside, rupees in `Product` (rule 1). */
@Injectable()
export class ProductsService {
  constructor(
    @InjectModel(PRODUCT) private readonly products: Model<ProductRecord>,
    private readonly images: ImageHost,
    private readonly outbox: Outbox,
  ) {
    outbox.watch(products);
  }

  /** All products in the shop, newest first. */
  async all(): Promise<Product[]> {
    const found = await this.products.find({ deletedAt: null }, shown).sort({ createdAt: -1, _id: -1 }).lean<Shown[]>();
    return found.map((product) => this.view(product));
  }

  /** One page of the products that match, and what could narrow them further. A page behind the last is empty. */
  async page(query: ProductQuery): Promise<Omit<CallAnswer<'GET /products/getAll'>, 'success'>> {
    const { page = 1, limit = PAGE_SIZE, sort = 'newest' } = query;
    const filter = filterOf(query);
    const matching = { $and: [...filter.scope, ...narrowedBut(filter.narrowed)] };
    const found = this.products.find(matching, shown).sort(orders[sort]).skip((page - 1) * limit).limit(limit);
    // Names as people sort them: 'ajrakh' before 'Banarasi'.
    if (sort === 'name') void found.collation({ locale: 'en', strength: 2 });
    const [products, total, [counts]] = await Promise.all([
      found.lean<Shown[]>(),
      this.products.countDocuments(matching),
      this.products.aggregate<FacetCounts>(facetPipeline(filter)),
    ]);
    return {
      products: products.map((product) => this.view(product)),
      total,
      page,
      pages: Math.ceil(total / limit),
      ...(counts ? { facets: facetsOf(counts) } : {}),
    };
  }

  /** @throws AppError PRODUCT_NOT_FOUND when there is none, or no longer */
  async one(id: string): Promise<Product> {
    const found = await this.products.findOne({ _id: id, deletedAt: null }, shown).lean<Shown>();
    if (!found) throw new AppError('PRODUCT_NOT_FOUND');
    return this.view(found);
  }

  /** Those of the asked products that are in the shop, in no particular order. */
  async some(ids: readonly string[]): Promise<Product[]> {
    const found = await this.products.find({ _id: { $in: ids }, deletedAt: null }, shown).lean<Shown[]>();
    return found.map((product) => this.view(product));
  }

  /**
   * Puts a new product into the shop; the audit log learns of it and of every later change in the same write (rule 5).
   * @throws AppError VALIDATION_FAILED for a picture that is not at our image host, or stock that contradicts its sizes
   */
  async create({ price, images, sareeType, stock, sizeStock, ...rest }: ProductInput, by: Identity): Promise<Product> {
    const _id = new Types.ObjectId();
    const fields = {
      ...rest,
      // Sizes that are left out are an empty list by now.
      ...(sizeStock?.length ? countedBySize(sizeStock, { stock, sizes: rest.sizes.length > 0 ? rest.sizes : undefined }) : { stock: stock ?? 0 }),
      pricePaise: rupeesToPaise(price),
      images: this.images.read(images),
      // Specification §3: only for saree.
      ...(rest.category === 'saree' && sareeType ? { sareeType } : {}),
    };
    const outbox = told(newEvent('catalog.product.created', { productId: _id.toHexString() }), productAudit(by, _id.toHexString(), undefined, fields));
    const created = await this.products.create({ ...fields, _id, outbox });
    this.outbox.tell(this.products, { _id, outbox });
    return this.view(created.toObject());
  }

  /**
   * Changes what is told and leaves the rest; `stock` and `sizeStock` set what can be bought now, whatever is held.
   * @throws AppError VALIDATION_FAILED for a picture that is not at our image host, or stock that contradicts its
   * sizes; STOCK_BY_SIZE for one number where each size has its own; PRODUCT_NOT_FOUND
   */
  async update(id: string, patch: ProductPatch, by: Identity): Promise<Product> {
    const { price, images, stock, sizes, sizeStock, ...rest } = patch;
    const wanted = {
      ...rest,
      ...(price === undefined ? {} : { pricePaise: rupeesToPaise(price) }),
      ...(images === undefined ? {} : { images: this.images.read(images) }),
    };
    for (;;) {
      const current = await this.current(id);
      const counted = stockChange({ stock, sizes, sizeStock }, current);
      const fields: Partial<typeof wanted & typeof counted.set> = { ...wanted, ...counted.set };
      if ((patch.category ?? current.category) !== 'saree') fields.sareeType = undefined;
      const emptied = optionalFields.filter((name) => name in fields && !fields[name]);
      for (const name of emptied) delete fields[name];
      const unset: Record<string, 1> = { ...counted.unset, ...Object.fromEntries(emptied.map((name) => [name, 1])) };
      const after = { ...current, ...fields, ...Object.fromEntries(Object.keys(unset).map((name) => [name, undefined])) };
      const outbox = told(newEvent('catalog.product.updated', { productId: id }), productAudit(by, id, current, after));
      // Guarded by the edit that was read, and by the pieces where they are set: what the audit log says was replaced was
      // replaced. Another edit, or a sale while the stock is set, begins this anew.
      const changed = await this.products
        .findOneAndUpdate(
          { ...counted.guard, _id: id, deletedAt: null, revision: current.revision ?? null },
          { $set: fields, $inc: { revision: 1 }, $push: { outbox: { $each: outbox } }, ...(Object.keys(unset).length > 0 ? { $unset: unset } : {}) },
          { returnDocument: 'after', projection: shown },
        )
        .lean<Shown>();
      if (!changed) continue;
      this.outbox.tell(this.products, { _id: id, outbox });
      return this.view(changed);
    }
  }

  /**
   * Takes a product out of the shop. Its document stays, for pieces that are held or sold may come back.
   * Taking it out twice is fine (rule 10).
   * @throws AppError PRODUCT_NOT_FOUND when there never was one
   */
  async remove(id: string, by: Identity): Promise<void> {
    for (;;) {
      const current = await this.products.findOne({ _id: id }, { ...audited, revision: 1, deletedAt: 1 }).lean<Current & Pick<ProductRecord, 'deletedAt'>>();
      if (!current) throw new AppError('PRODUCT_NOT_FOUND');
      if (current.deletedAt) return;
      const outbox = told(newEvent('catalog.product.deleted', { productId: id }), productAudit(by, id, current, undefined));
      const { modifiedCount } = await this.products.updateOne(
        { ...asRead(current), _id: id, deletedAt: null, revision: current.revision ?? null },
        { $set: { deletedAt: new Date() }, $inc: { revision: 1 }, $push: { outbox: { $each: outbox } } },
      );
      if (modifiedCount === 0) continue;
      this.outbox.tell(this.products, { _id: id, outbox });
      return;
    }
  }

  private async current(id: string): Promise<Current> {
    const found = await this.products.findOne({ _id: id, deletedAt: null }, { ...audited, revision: 1 }).lean<Current>();
    if (!found) throw new AppError('PRODUCT_NOT_FOUND');
    return found;
  }

  private view(product: Shown): Product {
    return {
      _id: product._id.toHexString(),
      name: product.name,
      description: product.description,
      price: paiseToRupees(product.pricePaise),
      category: product.category,
      ...(product.sareeType ? { sareeType: product.sareeType } : {}),
      stock: product.stock,
      sizes: product.sizes,
      ...(product.sizeStock ? { sizeStock: product.sizeStock.map(({ size, stock }) => ({ size, stock })) } : {}),
      tags: product.tags,
      images: product.images.map((image) => this.images.view(image)),
      ...(product.fabric ? { fabric: product.fabric } : {}),
      ...(product.weave ? { weave: product.weave } : {}),
      ...(product.colour ? { colour: product.colour } : {}),
      ...(product.occasion ? { occasion: product.occasion } : {}),
      createdAt: product.createdAt.toISOString(),
      updatedAt: product.updatedAt.toISOString(),
    };
  }
}
