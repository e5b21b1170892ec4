import type { CatalogProduct, SalePrice } from '@rangavalli/contracts/commands/lines';
import type { Product } from '@rangavalli/contracts/entities/product';
import { productInRupees } from '@rangavalli/service-kit/money';
import type { ImageHost } from '../images/image-host.js';
import type { ProductRecord, ProductSale } from './product.schema.js';

const internalFields = [
  'holds',
  'outbox',
  'archiveRevision',
  'archivedUpTo',
  'nextSweepAt',
  'deletedAt',
  'removedImages',
  'nextPriceAt',
  'ratingRevision',
  'reviewCounts',
] as const;

/** A product without the fields that only stock, pictures and outbox use. */
export type PublicProductRecord = Omit<ProductRecord, (typeof internalFields)[number]>;

export const publicFields = without(internalFields);

/** A search finds nothing by these. */
const pageFields = ['images', 'video', 'origin', 'care', 'countryOfOrigin', 'netQuantity', 'maker'] as const;

/** A product as searches need it. */
export type SearchedProductRecord = Omit<PublicProductRecord, (typeof pageFields)[number]>;

export const searchedFields = without([...internalFields, ...pageFields]);

export const toCatalogProduct = (product: PublicProductRecord, images: ImageHost): CatalogProduct => ({
  _id: product._id.toHexString(),
  name: product.name,
  description: product.description,
  pricePaise: product.pricePaise,
  sale: product.sale && toSalePrice(product.sale),
  category: product.category,
  sareeType: product.sareeType,
  stock: product.stock,
  sizes: product.sizes,
  sizeStock: product.sizeStock,
  tags: product.tags,
  images: product.images.map((image) => images.toImage(image)),
  fabric: product.fabric || undefined,
  weave: product.weave || undefined,
  colour: product.colour || undefined,
  occasion: product.occasion || undefined,
  origin: product.origin || undefined,
  care: product.care || undefined,
  handlingDays: product.handlingDays ?? undefined,
  weightGrams: product.weightGrams ?? undefined,
  hsn: product.hsn,
  taxClass: product.taxClass,
  countryOfOrigin: product.countryOfOrigin || undefined,
  netQuantity: product.netQuantity || undefined,
  maker: product.maker || undefined,
  video: product.video && images.toVideo(product.video),
  personalisationFields: product.personalisationFields?.length ? product.personalisationFields : undefined,
  rating: product.rating,
  createdAt: product.createdAt.toISOString(),
  updatedAt: product.updatedAt.toISOString(),
});

export const toProduct = (record: PublicProductRecord, images: ImageHost): Product =>
  productInRupees(toCatalogProduct(record, images));

function without(fields: readonly string[]): Record<string, 0> {
  return Object.fromEntries(fields.map((field) => [field, 0]));
}

const toSalePrice = ({ pricePaise, from, until }: ProductSale): SalePrice => ({
  pricePaise,
  ...(from ? { from: from.toISOString() } : {}),
  ...(until ? { until: until.toISOString() } : {}),
});
