import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Product, ProductInput, ProductPatch } from '@rangavalli/contracts/entities/product';
import type { Envelope } from '@rangavalli/contracts/events';
import { unitPriceAt } from '@rangavalli/contracts/sale';
import { AppError } from '@rangavalli/service-kit/app-error';
import { createEvent } from '@rangavalli/service-kit/events/envelope';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { rupeesToPaise } from '@rangavalli/service-kit/money';
import { type Model, Types } from 'mongoose';
import { ImageHost, type StoredImage } from '../images/image-host.js';
import { checkSale, previousPrice, saleFields } from '../prices/product-sale.js';
import { createProductAudit } from './product-audit.js';
import { ProductChanges } from './product-changes.js';
import { publicFields, type PublicProductRecord, toProduct } from './product-view.js';
import { PRODUCT, type ProductRecord } from './product.schema.js';
import { fieldsFromSizeStock, stockEditOf, unchangedStock } from './stock-edit.js';

type CurrentProduct = PublicProductRecord & Pick<ProductRecord, 'deletedAt' | 'removedImages'>;

/** Bounds the document while the image host is away; with 20 pictures each, that many edits of all pictures. */
const MAX_REMOVED_IMAGES = 500;
const optionalFields = [
  'sareeType',
  'fabric',
  'weave',
  'colour',
  'occasion',
  'origin',
  'care',
  'video',
  'handlingDays',
  'weightGrams',
] as const;

/** What invoices and the law need. */
const legalFields = ['hsn', 'taxClass', 'countryOfOrigin', 'netQuantity', 'maker'] as const;

const otherOptionalFields = ['personalisationFields', 'sale', 'nextPriceAt'] as const;

/** Product writes of admins. Each write includes its events and audit entry (rule 5). Rupees outside, paise inside. */
@Injectable()
export class ProductsService {
  constructor(
    @InjectModel(PRODUCT) private readonly products: Model<ProductRecord>,
    private readonly images: ImageHost,
    private readonly outbox: Outbox,
    private readonly changes: ProductChanges,
  ) {
    outbox.register(products);
  }

  /**
   * @throws AppError VALIDATION_FAILED for media outside our image host, stock that contradicts its sizes, or a sale
   *   that is not below the price
   */
  async create(
    { price, sale, images, sareeType, stock, sizeStock, video, ...rest }: ProductInput,
    by: Identity,
  ): Promise<Product> {
    const _id = new Types.ObjectId();
    const fields = {
      ...rest,
      ...(sizeStock?.length
        ? fieldsFromSizeStock(sizeStock, { stock, sizes: rest.sizes.length > 0 ? rest.sizes : undefined })
        : { stock: stock ?? 0 }),
      pricePaise: rupeesToPaise(price),
      ...(sale ? saleFields(sale) : {}),
      images: this.images.toStored(images),
      ...(video ? { video: this.images.toStoredVideo(video) } : {}),
      handlingDays: rest.handlingDays ?? undefined,
      weightGrams: rest.weightGrams ?? undefined,
      personalisationFields: rest.personalisationFields?.length ? rest.personalisationFields : undefined,
      // Specification §3: only for sarees.
      ...(rest.category === 'saree' && sareeType ? { sareeType } : {}),
    };
    checkSale(fields);
    const id = _id.toHexString();
    const outbox = eventsOf(
      createEvent('catalog.product.created', { productId: id }),
      createProductAudit(by, id, undefined, fields),
    );
    const created = await this.products.create({ ...fields, _id, outbox });
    this.publish(id, outbox);
    return toProduct(created.toObject(), this.images);
  }

  /**
   * Changes the fields of the patch. `stock` and `sizeStock` set what can be bought; held units are not part of it.
   * @throws AppError VALIDATION_FAILED as `create`; STOCK_BY_SIZE for one stock where each size has its own;
   * STOCK_CHANGED; PRODUCT_NOT_FOUND; UNAVAILABLE while the image host is away and too many pictures were removed
   */
  async update(id: string, patch: ProductPatch, by: Identity): Promise<Product> {
    const { price, sale, images, stock, sizes, sizeStock, stockWas, video, ...rest } = patch;
    const edit = {
      ...rest,
      ...(price === undefined ? {} : { pricePaise: rupeesToPaise(price) }),
      ...(sale === undefined ? {} : saleFields(sale)),
      ...(images === undefined ? {} : { images: this.images.toStored(images) }),
      ...(video === undefined ? {} : { video: video === null ? undefined : this.images.toStoredVideo(video) }),
    };
    for (;;) {
      const current = await this.read(id);
      if (!current || current.deletedAt) throw new AppError('PRODUCT_NOT_FOUND');
      const stockEdit = stockEditOf({ stock, sizes, sizeStock, stockWas }, current);
      const set: Partial<typeof edit & typeof stockEdit.set> = { ...edit, ...stockEdit.set };
      if ((patch.category ?? current.category) !== 'saree') set.sareeType = undefined;
      if ('pricePaise' in set || 'sale' in set) checkSale({ ...current, ...set });
      const optional = [...optionalFields, ...legalFields, ...otherOptionalFields];
      const cleared = optional.filter((name) => name in set && isEmpty(set[name]));
      for (const name of cleared) delete set[name];
      const unset: Record<string, 1> = { ...stockEdit.unset, ...Object.fromEntries(cleared.map((name) => [name, 1])) };
      const removed = Object.fromEntries(Object.keys(unset).map((name) => [name, undefined]));
      const removedImages = edit.images && removedImagesOf(current, edit.images);
      if ((removedImages?.length ?? 0) > MAX_REMOVED_IMAGES) throw new AppError('UNAVAILABLE');
      const next = { ...current, ...set, ...removed };
      const now = new Date();
      const previous = previousPrice(unitPriceAt(current, now), unitPriceAt(next, now));
      const outbox = eventsOf(
        createEvent('catalog.product.updated', { productId: id, ...previous }),
        createProductAudit(by, id, current, next),
      );
      // Guarded by what was read, so that the audit entry is exact. A concurrent edit, or a sale while the stock is
      // being set, repeats the loop.
      const changed = await this.products
        .findOneAndUpdate(
          { ...stockEdit.guard, _id: id, deletedAt: null, revision: current.revision },
          {
            $set: { ...set, ...(removedImages ? { removedImages } : {}) },
            $inc: { revision: 1 },
            $push: { outbox: { $each: outbox } },
            ...(Object.keys(unset).length > 0 ? { $unset: unset } : {}),
          },
          { returnDocument: 'after', projection: publicFields, runValidators: true },
        )
        .lean<PublicProductRecord>();
      if (!changed) continue;
      this.publish(id, outbox);
      return toProduct(changed, this.images);
    }
  }

  /**
   * Hides a product from shoppers. Its document stays, because held or sold units may come back, and its pictures
   * stay for the pages of its orders.
   * @throws AppError PRODUCT_NOT_FOUND when it never existed
   */
  async remove(id: string, by: Identity): Promise<void> {
    for (;;) {
      const current = await this.read(id);
      if (!current) throw new AppError('PRODUCT_NOT_FOUND');
      if (current.deletedAt) return;
      const outbox = eventsOf(
        createEvent('catalog.product.deleted', { productId: id }),
        createProductAudit(by, id, current, undefined),
      );
      const { modifiedCount } = await this.products.updateOne(
        { ...unchangedStock(current), _id: id, deletedAt: null, revision: current.revision },
        { $set: { deletedAt: new Date() }, $inc: { revision: 1 }, $push: { outbox: { $each: outbox } } },
      );
      if (modifiedCount === 0) continue;
      this.publish(id, outbox);
      return;
    }
  }

  private publish(id: string, outbox: Envelope[]): void {
    this.outbox.publishPending(this.products, { _id: id, outbox });
    this.changes.publish(id, outbox[0]?.id);
  }

  private read(id: string): Promise<CurrentProduct | null> {
    return this.products.findOne({ _id: id }, { holds: 0, outbox: 0 }).lean<CurrentProduct>();
  }
}

/** Includes pictures that were removed earlier and are not destroyed yet, unless they are used again. */
function removedImagesOf({ images, removedImages = [] }: CurrentProduct, next: readonly StoredImage[]): string[] {
  const isUsed = (publicId: string) => next.some(({ public_id }) => public_id === publicId);
  const ids = [...removedImages, ...images.map(({ public_id }) => public_id)];
  return [...new Set(ids)].filter((publicId) => !isUsed(publicId));
}

const eventsOf = (event: Envelope, audit: Envelope | undefined): Envelope[] => (audit ? [event, audit] : [event]);

const isEmpty = (value: unknown): boolean => (!value && value !== 0) || (Array.isArray(value) && value.length === 0);
