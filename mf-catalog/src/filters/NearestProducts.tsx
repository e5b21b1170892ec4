import { useId } from 'react';
import type { NearestProducts as Nearest } from '@rangavalli/contracts/entities/product-query';
import { ProductListing } from '../products/ProductListing.js';
import { interpretedLabel } from './filters.js';
import { messages } from './messages.js';
import css from './ProductBrowser.module.css';

/** What a search without matches finds when parts of its text are dropped. */
export function NearestProducts({ products, dropped }: Nearest) {
  const headingId = useId();
  return (
    <section className={css.nearest} aria-labelledby={headingId}>
      <h2 id={headingId}>{messages.nearest}</h2>
      <p>{messages.nearestWithout(dropped.map((part) => `“${interpretedLabel(part)}”`))}</p>
      <ProductListing products={products} error={undefined} onRetry={() => undefined} emptyText="" />
    </section>
  );
}
