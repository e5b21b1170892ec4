import type { ReactNode } from 'react';
import type { Product } from '@rangavalli/contracts/entities/product';
import type { ApiError } from '@rangavalli/web-kit/data/api-error';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { ProductCard } from './ProductCard.js';
import css from './ProductListing.module.css';

/** The first picture is the largest thing that a phone shows first: it goes before the others. */
const FIRST = 1;
const SKELETONS = Array.from({ length: 8 }, (_none, index) => index);

interface ProductListingProps {
  /** Those to show; `undefined` until they have been loaded. */
  products: readonly Product[] | undefined;
  error: ApiError | undefined;
  onRetry: () => void;
  emptyText: string;
  /** What may help when there is nothing. */
  emptyHint?: string | undefined;
  /** Where to go when there is nothing. */
  children?: ReactNode;
}

/** A grid of products, and what stands in its place while it loads, when it fails and when there are none. */
export function ProductListing({ products, error, onRetry, emptyText, emptyHint, children }: ProductListingProps) {
  if (!products && error) return <ErrorState title="We could not load the products." error={error} onRetry={onRetry} />;
  if (!products) {
    return (
      <div className={css.grid}>
        {SKELETONS.map((index) => (
          <div key={index} className={css.skeleton}>
            <Skeleton ratio="4 / 5" />
            <Skeleton width="70%" height="1.4rem" />
            <Skeleton width="90%" height="1rem" />
            <Skeleton width="40%" height="2.5rem" />
          </div>
        ))}
      </div>
    );
  }
  if (products.length === 0)
    return (
      <EmptyState title={emptyText} {...(emptyHint ? { text: emptyHint } : {})}>
        {children}
      </EmptyState>
    );
  return (
    <ul className={css.grid}>
      {products.map((product, index) => (
        <li key={product._id}>
          <ProductCard product={product} eager={index < FIRST} />
        </li>
      ))}
    </ul>
  );
}
