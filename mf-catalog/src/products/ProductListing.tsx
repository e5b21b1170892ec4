import type { ReactNode } from 'react';
import type { DeliveryTerms } from '@rangavalli/contracts/entities/delivery';
import type { Product } from '@rangavalli/contracts/entities/product';
import type { ApiError } from '@rangavalli/web-kit/data/api-error';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { messages } from '../filters/messages.js';
import { useColumns } from './columns.js';
import { ProductCard } from './ProductCard.js';
import css from './ProductListing.module.css';

interface ProductListingProps {
  /** `undefined` until they are loaded. */
  products: readonly Product[] | undefined;
  error: ApiError | undefined;
  onRetry: () => void;
  emptyText: string;
  emptyHint?: string;
  /** For badges of products that arrive before a festival. */
  terms?: DeliveryTerms | undefined;
  /** The next step when the list is empty. */
  children?: ReactNode;
}

/** A grid of products with its loading, error and empty states. */
export function ProductListing({
  products,
  error,
  onRetry,
  emptyText,
  emptyHint,
  terms,
  children,
}: ProductListingProps) {
  const columns = useColumns();
  if (!products && error) return <ErrorState title={messages.loadFailed} error={error} onRetry={onRetry} />;
  if (!products) {
    return (
      <div className={css.grid} data-columns={columns}>
        {[1, 2, 3, 4, 5, 6, 7, 8].map((place) => (
          <div key={place} className={css.skeleton}>
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
      <EmptyState title={emptyText} text={emptyHint}>
        {children}
      </EmptyState>
    );
  return (
    <ul className={css.grid} data-columns={columns}>
      {products.map((product, index) => (
        <li key={product._id}>
          {/* The first picture is the largest paint on a phone. */}
          <ProductCard product={product} eager={index === 0} terms={terms} />
        </li>
      ))}
    </ul>
  );
}
