import type { CatalogProduct } from '@rangavalli/contracts/commands';
import type { Product } from '@rangavalli/contracts/entities/product';
import { paiseToRupees } from '@rangavalli/service-kit/money';
import type { ImageHost } from '../images/image-host.js';
import type { ProductRecord } from './product.schema.js';

const internalFields = [
  'holds',
  'outbox',
  'archiveRevision',
  'archivedUpTo',
  'nextSweepAt',
  'deletedAt',
  'removedImages',
] as const;

/** A product without the fields that only stock, pictures and outbox use. */
export type PublicProductRecord = Omit<ProductRecord, (typeof internalFields)[number]>;

export const publicFields = Object.fromEntries(internalFields.map((field) => [field, 0])) as Record<string, 0>;

export const toCatalogProduct = (product: PublicProductRecord, images: ImageHost): CatalogProduct => ({
  _id: product._id.toHexString(),
  name: product.name,
  description: product.description,
  pricePaise: product.pricePaise,
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
  createdAt: product.createdAt.toISOString(),
  updatedAt: product.updatedAt.toISOString(),
});

/** Paise become rupees here (rule 1). */
export function toProduct(record: PublicProductRecord, images: ImageHost): Product {
  const { pricePaise, ...product } = toCatalogProduct(record, images);
  return { ...product, price: paiseToRupees(pricePaise) };
}
