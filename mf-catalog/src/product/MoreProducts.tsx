import { useEffect, useState } from 'react';
import { storageKeys } from '@rangavalli/contracts/browser';
import type { Product } from '@rangavalli/contracts/entities/product';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { loadProduct } from '../products/load-product.js';
import { ProductCard } from '../products/ProductCard.js';
import { messages } from './messages.js';
import css from './MoreProducts.module.css';

const VISIBLE_PRODUCTS = 4;
const MAX_STORED_IDS = 12;

/** Returns the ids of the products last viewed in this browser, latest first; none without storage. */
export function recentlyViewed(): string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(storageKeys.recentlySeen) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string' && /^[0-9a-f]{24}$/.test(id)) : [];
  } catch {
    return [];
  }
}

function storeView(id: string): void {
  try {
    const ids = [id, ...recentlyViewed().filter((other) => other !== id)].slice(0, MAX_STORED_IDS);
    localStorage.setItem(storageKeys.recentlySeen, JSON.stringify(ids));
  } catch {
    // Storage is disabled.
  }
}

/** Loads other products of the same weave, then of the same category. */
async function loadRelated({ _id, weave, category, sareeType }: Product, signal: AbortSignal): Promise<Product[]> {
  const found = new Map<string, Product>();
  const add = async (query: { weave: string[] } | { category: Product['category']; sareeType?: string }) => {
    const { products } = await call(
      'GET /products/getAll',
      { query: { ...query, limit: 2 * VISIBLE_PRODUCTS } },
      { signal },
    );
    for (const product of products) if (product._id !== _id) found.set(product._id, product);
  };
  if (weave) await add({ weave: [weave] });
  if (found.size < VISIBLE_PRODUCTS) await add({ category, ...(sareeType ? { sareeType } : {}) });
  return [...found.values()].slice(0, VISIBLE_PRODUCTS);
}

/** Loads the products that are still available. */
async function loadAvailable(ids: readonly string[], signal: AbortSignal): Promise<Product[]> {
  const results = await Promise.allSettled(ids.map((id) => loadProduct(id, signal)));
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}

function ProductRow({ title, products = [] }: { title: string; products: readonly Product[] | undefined }) {
  if (products.length === 0) return null;
  return (
    <section className={css.section}>
      <h2 className={css.heading}>{title}</h2>
      <ul className={css.row}>
        {products.map((product) => (
          <li key={product._id}>
            <ProductCard product={product} eager={false} heading="h3" />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Related and recently viewed products; omitted when they cannot be loaded. */
export function MoreProducts({ product }: { product: Product }) {
  const [ids] = useState(() =>
    recentlyViewed()
      .filter((id) => id !== product._id)
      .slice(0, VISIBLE_PRODUCTS),
  );
  useEffect(() => storeView(product._id), [product._id]);
  const related = useQuery(`related to ${product._id}`, (signal) => loadRelated(product, signal), { onServer: false });
  const viewed = useQuery(ids.length > 0 ? `viewed ${ids.join(' ')}` : undefined, (signal) =>
    loadAvailable(ids, signal),
  );
  return (
    <>
      <ProductRow title={messages.related} products={related.data} />
      <ProductRow title={messages.recentlyViewed} products={viewed.data} />
    </>
  );
}
