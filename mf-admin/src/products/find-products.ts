import type { Category, Product, SareeType } from '@rangavalli/contracts/entities/product';
import { matches } from '../listing/paging.js';
import { isLowStock, soldOutSizes } from './stock.js';

// Repeat the contracts' lists, which would bring zod into the browser; the types keep them equal.
export const categories = [
  'saree',
  'kidswear',
  'accessories',
  'family combo',
  'customised combo',
  'pant',
] as const satisfies Category[];
export const sareeTypes = ['pattu', 'handloom', 'customised'] as const satisfies SareeType[];

const stockFilters: Record<string, (product: Product) => boolean> = {
  in: ({ stock }) => stock > 0,
  low: isLowStock,
  out: ({ stock }) => stock === 0,
  size: ({ sizeStock = [] }) => soldOutSizes(sizeStock).length > 0,
};

const byName = (one: Product, other: Product): number => one.name.localeCompare(other.name);
const orders: Record<string, (one: Product, other: Product) => number> = {
  name: byName,
  price: (one, other) => one.price - other.price || byName(one, other),
  '-price': (one, other) => other.price - one.price || byName(one, other),
  stock: (one, other) => one.stock - other.stock || byName(one, other),
  '-stock': (one, other) => other.stock - one.stock || byName(one, other),
};

interface ProductFilter {
  search: string;
  category: string;
  /** `in`, `low`, `out`, or `size`: at least one size is sold out. */
  stock: string;
  /** `name`, `price`, `-price`, `stock` or `-stock`; newest first by default. */
  sort: string;
}

/** Filters and sorts products; unknown values have no effect. */
export function findProducts(
  products: readonly Product[],
  { search, category, stock, sort }: ProductFilter,
): Product[] {
  const hasStock = stockFilters[stock];
  const found = products.filter(
    (product) =>
      (!category || product.category === category) &&
      (!hasStock || hasStock(product)) &&
      matches(search, [
        product.name,
        product.category,
        product.sareeType,
        product.weave,
        product.fabric,
        product.colour,
        product._id,
        ...product.tags,
      ]),
  );
  const order = orders[sort];
  return order ? found.toSorted(order) : found;
}
