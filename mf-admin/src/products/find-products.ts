import type { CallRequest, CallResponse } from '@rangavalli/contracts/calls';
import type { Category, Product, SareeType } from '@rangavalli/contracts/entities/product';
import { LOW_STOCK_THRESHOLD } from '@rangavalli/contracts/product-stock';
import { call } from '@rangavalli/web-kit/data/api';
import { withinRateLimit } from './csv/rate-limit.js';

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

type Query = NonNullable<CallRequest<'GET /products/getAll'>['query']>;

/** Products of one request: as many as the call allows. */
const MAX_PAGE_SIZE = 100;
const MAX_IDS = 50;

export const lowStock = { maxStock: LOW_STOCK_THRESHOLD - 1, sort: 'stock-asc' } as const satisfies Query;

const stockFilters: Record<string, Query> = {
  in: { inStock: true },
  low: { maxStock: lowStock.maxStock },
  out: { inStock: false },
  size: { hasSoldOutSize: true },
};

const sorts: Record<string, Query['sort']> = {
  name: 'name',
  price: 'price-asc',
  '-price': 'price-desc',
  stock: 'stock-asc',
  '-stock': 'stock-desc',
};

interface ProductFilter {
  search: string;
  category: string;
  /** `in`, `low`, `out`, or `size`: at least one size is sold out. */
  stock: string;
  /** `name`, `price`, `-price`, `stock` or `-stock`; newest first by default. */
  sort: string;
}

/** Returns the query of the products that match; unknown values have no effect. */
export function productsQuery({ search, category, stock, sort }: ProductFilter): Query {
  const text = search.trim().replace(/^#/, '');
  const isId = /^[0-9a-f]{24}$/i.test(text);
  return {
    ...(isId ? { id: text.toLowerCase() } : text ? { q: text } : {}),
    ...(categories.some((name) => name === category) ? { category } : {}),
    ...stockFilters[stock],
    sort: sorts[sort] ?? 'newest',
  };
}

/** Loads every matching product a page at a time, for a file. @param onProgress receives the number so far */
export async function loadAllProducts(query: Query, onProgress: (count: number) => void): Promise<Product[]> {
  const all: Product[] = [];
  for (let cursor: string | undefined, isLast = false; !isLast; isLast = cursor === undefined) {
    const page: CallResponse<'GET /products/getAll'> = await withinRateLimit(() =>
      call('GET /products/getAll', { query: { ...query, limit: MAX_PAGE_SIZE, cursor } }),
    );
    all.push(...page.products);
    onProgress(all.length);
    cursor = page.nextCursor;
  }
  return all;
}

/** Loads the products with these ids; unknown ones are left out. */
export async function loadProducts(ids: readonly string[]): Promise<Product[]> {
  const products: Product[] = [];
  for (let first = 0; first < ids.length; first += MAX_IDS) {
    const id = ids.slice(first, first + MAX_IDS).join();
    const query = { id, limit: MAX_IDS };
    products.push(...(await withinRateLimit(() => call('GET /products/getAll', { query }))).products);
  }
  return products;
}
