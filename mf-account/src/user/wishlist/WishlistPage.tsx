import { useState } from 'react';
import type { Product } from '@rangavalli/contracts/entities/product';
import { call } from '@rangavalli/web-kit/data/api';
import { asApiError } from '@rangavalli/web-kit/data/api-error';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { mergeGuestWishes } from '@rangavalli/web-kit/session/guest-wishlist';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { messages } from './messages.js';
import { WishlistItem } from './WishlistItem.js';
import css from './WishlistPage.module.css';

/** Undefined when no longer available. */
const loadProduct = (id: string, signal: AbortSignal): Promise<Product | undefined> =>
  call('GET /products/getOne/{id}', { params: { id } }, { signal }).then(
    ({ product }) => product,
    (error: unknown) => {
      if (asApiError(error).code === 'PRODUCT_NOT_FOUND') return undefined;
      throw error;
    },
  );

async function loadWishlist(signal: AbortSignal) {
  await mergeGuestWishes();
  const { productIds } = await call('GET /wishlist', {}, { signal });
  const loaded = await Promise.all(productIds.map((id) => loadProduct(id, signal)));
  const products = loaded.filter((product) => product !== undefined);
  return { products, unavailable: loaded.length - products.length };
}

function WishlistSkeleton() {
  return (
    <div className={css.wishes}>
      {[1, 2, 3].map((place) => (
        <div key={place} className={css.wish}>
          <Skeleton ratio="4 / 5" />
          <div className={css.what}>
            <Skeleton width="80%" height="1.4rem" />
            <Skeleton width="40%" height="1.4rem" />
            <Skeleton width="60%" height="var(--touch)" />
          </div>
        </div>
      ))}
    </div>
  );
}

export function WishlistPage() {
  const { data, error, reload } = useQuery('wishlist', loadWishlist);
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const products = data?.products.filter(({ _id }) => !removed.includes(_id));
  const remove = async (id: string) => {
    try {
      await call('DELETE /wishlist/{id}', { params: { id } });
      setRemoved((ids) => [...ids, id]);
    } catch {
      toast.error(messages.somethingWrong);
    }
  };
  return (
    <Page title={messages.title}>
      {error && !products && <ErrorState title={messages.loadFailed} error={error} onRetry={reload} />}
      {!error && !products && <WishlistSkeleton />}
      {products?.length === 0 && (
        <EmptyState title={messages.empty} text={messages.emptyText}>
          <ButtonLink to="/all">{messages.browse}</ButtonLink>
        </EmptyState>
      )}
      <ul className={css.wishes}>
        {products?.map((product) => (
          <WishlistItem key={product._id} product={product} onRemove={() => remove(product._id)} />
        ))}
      </ul>
      {data && data.unavailable > 0 && <p className={css.gone}>{messages.unavailable(data.unavailable)}</p>}
    </Page>
  );
}
