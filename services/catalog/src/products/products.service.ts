import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Product, ProductInput, ProductPatch } from '@rangavalli/contracts/entities/product';
import type { Envelope } from '@rangavalli/contracts/events';
import { AppError } from '@rangavalli/service-kit/app-error';
import { createEvent } from '@rangavalli/service-kit/events/envelope';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { rupeesToPaise } from '@rangavalli/service-kit/money';
import { type Model, Types } from 'mongoose';
import { ImageHost } from '../images/image-host.js';
import { SearchFeed } from '../search/search-feed.js';
import { type Audited, audited, productAudit } from './product-audit.js';
import { PRODUCT, type ProductRecord } from './product.schema.js';
import { shown, type ShownProduct, viewOf } from './product-view.js';
import { asRead, countedBySize, stockChange } from './stock-told.js';

/** What an edit depends on, and what it replaces. */
type Current = Audited & Pick<ProductRecord, 'revision'>;

/** What a form may empty. */
const optionalFields = ['sareeType', 'fabric', 'weave', 'colour', 'occasion'] as const;

/** The events of one write: what the services hear, and what the audit log does if anything is different. */
const eventsOf = (event: Envelope, audit: Envelope | undefined): Envelope[] => (audit ? [event, audit] : [event]);

/** Products as admins write them and shoppers read them. Prices: paise inside, rupees in `Product` (rule 1). */
@Injectable()
export class ProductsService {
  constructor(
    @InjectModel(PRODUCT) private readonly products: Model<ProductRecord>,
    private readonly images: ImageHost,
    private readonly outbox: Outbox,
    private readonly search: SearchFeed,
  ) {
    outbox.register(products);
  }

  /** All products in the shop, newest first. */
  async all(): Promise<Product[]> {
    const found = await this.products
      .find({ deletedAt: null }, shown)
      .sort({ createdAt: -1, _id: -1 })
      .lean<ShownProduct[]>();
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
      ...(sizeStock?.length
        ? countedBySize(sizeStock, { stock, sizes: rest.sizes.length > 0 ? rest.sizes : undefined })
        : { stock: stock ?? 0 }),
      pricePaise: rupeesToPaise(price),
      images: this.images.read(images),
      // Specification §3: only for saree.
      ...(rest.category === 'saree' && sareeType ? { sareeType } : {}),
    };
    const outbox = eventsOf(
      createEvent('catalog.product.created', { productId: _id.toHexString() }),
      productAudit(by, _id.toHexString(), undefined, fields),
    );
    const created = await this.products.create({ ...fields, _id, outbox });
    await this.told(_id.toHexString(), outbox);
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
      const after = {
        ...current,
        ...fields,
        ...Object.fromEntries(Object.keys(unset).map((name) => [name, undefined])),
      };
      const outbox = eventsOf(
        createEvent('catalog.product.updated', { productId: id }),
        productAudit(by, id, current, after),
      );
      // Guarded by the edit that was read, and by the pieces where they are set: what the audit log says was replaced was
      // replaced. Another edit, or a sale while the stock is set, begins this anew.
      const changed = await this.products
        .findOneAndUpdate(
          { ...counted.guard, _id: id, deletedAt: null, revision: current.revision ?? null },
          {
            $set: fields,
            $inc: { revision: 1 },
            $push: { outbox: { $each: outbox } },
            ...(Object.keys(unset).length > 0 ? { $unset: unset } : {}),
          },
          { returnDocument: 'after', projection: shown },
        )
        .lean<ShownProduct>();
      if (!changed) continue;
      await this.told(id, outbox);
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
      const current = await this.products
        .findOne({ _id: id }, { ...audited, revision: 1, deletedAt: 1 })
        .lean<Current & Pick<ProductRecord, 'deletedAt'>>();
      if (!current) throw new AppError('PRODUCT_NOT_FOUND');
      if (current.deletedAt) return;
      const outbox = eventsOf(
        createEvent('catalog.product.deleted', { productId: id }),
        productAudit(by, id, current, undefined),
      );
      const { modifiedCount } = await this.products.updateOne(
        { ...asRead(current), _id: id, deletedAt: null, revision: current.revision ?? null },
        { $set: { deletedAt: new Date() }, $inc: { revision: 1 }, $push: { outbox: { $each: outbox } } },
      );
      if (modifiedCount === 0) continue;
      await this.told(id, outbox);
      return;
    }
  }

  /** A change is told to everybody, and is found from when its call is answered. */
  private async told(id: string, outbox: Envelope[]): Promise<void> {
    this.outbox.publishPending(this.products, { _id: id, outbox });
    await this.search.changed(id, outbox[0]?.id ?? '');
  }

  private async current(id: string): Promise<Current> {
    const found = await this.products
      .findOne({ _id: id, deletedAt: null }, { ...audited, revision: 1 })
      .lean<Current>();
    if (!found) throw new AppError('PRODUCT_NOT_FOUND');
    return found;
  }

  private view(product: ShownProduct): Product {
    return viewOf(product, this.images);
  }
}
