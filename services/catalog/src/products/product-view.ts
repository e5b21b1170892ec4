import type { Product } from '@rangavalli/contracts/entities/product';
import { paiseToRupees } from '@rangavalli/service-kit/money';
import type { ImageHost } from '../images/image-host.js';
import type { ProductRecord } from './product.schema.js';

/** The part of a product that shoppers see, and by which its versions are told apart. */
export type ShownProduct = Omit<
  ProductRecord,
  'holds' | 'outbox' | 'archiveRevision' | 'archiveMarks' | 'archivedUpTo' | 'lookAt' | 'deletedAt'
>;

/** Read without what only the stock and the outbox need. */
export const shown = {
  holds: 0,
  outbox: 0,
  archiveRevision: 0,
  archiveMarks: 0,
  archivedUpTo: 0,
  lookAt: 0,
  deletedAt: 0,
} as const;

/** A product as every screen sees it. Paise become rupees here (rule 1). */
export function viewOf(product: ShownProduct, images: ImageHost): Product {
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
    images: product.images.map((image) => images.view(image)),
    ...(product.fabric ? { fabric: product.fabric } : {}),
    ...(product.weave ? { weave: product.weave } : {}),
    ...(product.colour ? { colour: product.colour } : {}),
    ...(product.occasion ? { occasion: product.occasion } : {}),
    createdAt: product.createdAt.toISOString(),
    updatedAt: product.updatedAt.toISOString(),
  };
}
