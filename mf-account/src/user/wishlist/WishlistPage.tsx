import { useState } from 'react';
import type { Product } from '@rangavalli/contracts/entities/product';
import { call } from '@rangavalli/web-kit/data/api';
import { asApiError } from '@rangavalli/web-kit/data/api-error';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { Wish } from './Wish.js';
import css from './WishlistPage.module.css';

/** The product of a wish; undefined when it has left the shop. */
const wished = (id: string, signal: AbortSignal): Promise<Product | undefined> =>
  call('GET /products/getOne/{id}', { params: { id } }, { signal }).then(
    ({ product }) => product,
    (error: unknown) => {
      if (asApiError(error).code === 'PRODUCT_NOT_FOUND') return undefined;
      throw error;
    },
  );

async function loadWishes(signal: AbortSignal) {
  const { productIds } = await call('GET /wishlist', {}, { signal });
  const found = await Promise.all(productIds.map((id) => wished(id, signal)));
  const wishes = found.filter((product) => product !== undefined);
  return { wishes, /** Wishes whose product has left the shop. */ gone: found.length - wishes.length };
}

/** The places of some wishes, while they are asked for. */
function WishesSkeleton() {
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

/** Products that the customer wishes for, newest first, with what each costs and whether it is there. */
export function WishlistPage() {
  const { data, error, reload } = useQuery('wishlist', loadWishes);
  const [left, setLeft] = useState<readonly string[]>([]);
  const wishes = data?.wishes.filter(({ _id }) => !left.includes(_id));
  const remove = async (id: string) => {
    try {
      await call('DELETE /wishlist/{id}', { params: { id } });
      setLeft((ids) => [...ids, id]);
    } catch {
      toast.error('Something went wrong.');
    }
  };
  return (
    <Page title="Wishlist">
      {error && !wishes && <ErrorState title="Failed to load your wishlist." error={error} onRetry={reload} />}
      {!error && !wishes && <WishesSkeleton />}
      {wishes?.length === 0 && (
        <EmptyState
          title="Your wishlist is empty."
          text="Tap the heart on a piece that you like, and find it here again."
        >
          <ButtonLink to="/all">Browse Products</ButtonLink>
        </EmptyState>
      )}
      <ul className={css.wishes}>
        {wishes?.map((product) => (
          <Wish key={product._id} product={product} onRemove={() => remove(product._id)} />
        ))}
      </ul>
      {data && data.gone > 0 && (
        <p className={css.gone}>
          {data.gone === 1 ? 'One piece that you wished for has' : `${data.gone} pieces that you wished for have`} left
          the shop.
        </p>
      )}
    </Page>
  );
}
