import { useId } from 'react';
import type { NearestProducts as Nearest } from '@rangavalli/contracts/entities/product-query';
import { ProductListing } from '../products/ProductListing.js';
import { interpretedLabel } from './filters.js';
import { messages } from './messages.js';
import css from './ProductBrowser.module.css';

/** What a search without matches finds when parts of its text are left out, or proposals when all are. */
export function NearestProducts({ products, kept, dropped }: Nearest) {
  const headingId = useId();
  const leftOut = dropped.map((part) => `“${interpretedLabel(part)}”`);
  return (
    <section className={css.nearest} aria-labelledby={headingId}>
      <h2 id={headingId}>{kept.length > 0 ? messages.nearest : messages.youMayLike}</h2>
      {kept.length > 0 && <p>{messages.leftOut(leftOut)}</p>}
      <ProductListing products={products} error={undefined} onRetry={() => undefined} emptyText="" />
    </section>
  );
}
