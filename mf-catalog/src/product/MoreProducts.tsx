import { useEffect, useState } from 'react';
import type { Product } from '@rangavalli/contracts/entities/product';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { ProductCard } from '../products/ProductCard.js';
import css from './MoreProducts.module.css';
import { noteSeen, recentlySeen } from './recently-seen.js';

const SHOWN = 4;

/** Of the same weave first, then of the same kind; the product itself left out. */
async function loadRelated({ _id, weave, category, sareeType }: Product, signal: AbortSignal): Promise<Product[]> {
  const found = new Map<string, Product>();
  const take = async (query: { weave: string[] } | { category: Product['category']; sareeType?: string }) => {
    const { products } = await call('GET /products/getAll', { query: { ...query, limit: 2 * SHOWN } }, { signal });
    for (const product of products) if (product._id !== _id) found.set(product._id, product);
  };
  if (weave) await take({ weave: [weave] });
  if (found.size < SHOWN) await take({ category, ...(sareeType ? { sareeType } : {}) });
  return [...found.values()].slice(0, SHOWN);
}

/** What was seen before; what has left the shop meanwhile is left out. */
async function loadSeen(ids: readonly string[], signal: AbortSignal): Promise<Product[]> {
  const answers = await Promise.allSettled(
    ids.map((id) => call('GET /products/getOne/{id}', { params: { id } }, { signal })),
  );
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.product] : []));
}

function Shelf({ title, products }: { title: string; products: readonly Product[] | undefined }) {
  if (!products || products.length === 0) return null;
  return (
    <section className={css.shelf}>
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

/** Where to go on from a product. Extras: when they cannot be loaded, the page is as good without them. */
export function MoreProducts({ product }: { product: Product }) {
  const [seen] = useState(() =>
    recentlySeen()
      .filter((id) => id !== product._id)
      .slice(0, SHOWN),
  );
  useEffect(() => noteSeen(product._id), [product._id]);
  const related = useQuery(`related to ${product._id}`, (signal) => loadRelated(product, signal), { onServer: false });
  const before = useQuery(seen.length > 0 ? `seen ${seen.join(' ')}` : undefined, (signal) => loadSeen(seen, signal));
  return (
    <>
      <Shelf title="You may also like" products={related.data} />
      <Shelf title="Recently seen" products={before.data} />
    </>
  );
}
