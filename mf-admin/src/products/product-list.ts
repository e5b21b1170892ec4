import type { Product } from '@rangavalli/contracts/entities/product';
import { LOW_STOCK } from '../dashboard/low-stock.js';
import { matches } from '../listing/paging.js';
import { soldOut } from './size-stock.js';

const stockFilters: Record<string, (product: Product) => boolean> = {
  in: ({ stock }) => stock > 0,
  low: ({ stock }) => stock < LOW_STOCK,
  out: ({ stock }) => stock === 0,
  size: ({ sizeStock = [] }) => soldOut(sizeStock).length > 0,
};

const byName = (one: Product, other: Product): number => one.name.localeCompare(other.name);
const orders: Record<string, (one: Product, other: Product) => number> = {
  name: byName,
  price: (one, other) => one.price - other.price || byName(one, other),
  '-price': (one, other) => other.price - one.price || byName(one, other),
  stock: (one, other) => one.stock - other.stock || byName(one, other),
  '-stock': (one, other) => other.stock - one.stock || byName(one, other),
};

/** How the list of products is narrowed and sorted; as it comes (newest first) where nothing is said. */
export interface ProductView {
  search: string;
  category: string;
  /** `in`, `low` (below 5, none too), `out`, or `size` (none left of a size). */
  stock: string;
  /** `name`, `price`, `-price`, `stock` or `-stock`. */
  sort: string;
}

/** The products that a view shows, in its order. Values that it does not know narrow and sort nothing. */
export function viewOf(products: readonly Product[], { search, category, stock, sort }: ProductView): Product[] {
  const inStock = stockFilters[stock];
  const found = products.filter(
    (product) =>
      (!category || product.category === category) &&
      (!inStock || inStock(product)) &&
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
