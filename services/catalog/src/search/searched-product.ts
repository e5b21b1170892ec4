import type { ProductRecord } from '../products/product.schema.js';
import type { SearchedProduct } from './search-engine.js';

type Versioned = Pick<ProductRecord, 'revision' | 'updatedAt' | 'stock' | 'sizeStock'>;
type Told = Versioned &
  Pick<
    ProductRecord,
    | '_id'
    | 'name'
    | 'description'
    | 'tags'
    | 'category'
    | 'sareeType'
    | 'weave'
    | 'colour'
    | 'fabric'
    | 'occasion'
    | 'pricePaise'
    | 'sizes'
    | 'createdAt'
  >;

/** Read to tell one version of a product from another. */
export const versioned = { revision: 1, updatedAt: 1, stock: 1, sizeStock: 1 } as const;
export type { Versioned as VersionedRecord };

/** An edit changes the first two, a sale or a return the others. */
export const versionOf = ({ revision, updatedAt, stock, sizeStock }: Versioned): string =>
  `${revision ?? ''}/${updatedAt?.getTime() ?? ''}/${sizeStock ? sizeStock.map((one) => one.stock).join() : stock}`;

/** What an engine is told of a product. */
export function searchedOf(product: Told): SearchedProduct {
  const {
    _id,
    name,
    description,
    tags,
    category,
    sareeType,
    weave,
    colour,
    fabric,
    occasion,
    pricePaise,
    stock,
    sizes,
    sizeStock,
    createdAt,
  } = product;
  return {
    id: _id.toHexString(),
    version: versionOf(product),
    name,
    description,
    tags,
    category,
    sareeType,
    weave,
    colour,
    fabric,
    occasion,
    pricePaise,
    stock,
    sizes: sizeStock ?? sizes.map((size) => ({ size, stock })),
    createdAt: createdAt.getTime(),
  };
}
