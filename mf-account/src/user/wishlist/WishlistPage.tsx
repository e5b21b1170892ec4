import { useState } from 'react';
import { call } from '@rangavalli/web-kit/data/api';
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

/** Products of one request, as many as the call allows. */
const MAX_IDS = 50;

async function loadWishlist(signal: AbortSignal) {
  await mergeGuestWishes();
  const { productIds } = await call('GET /wishlist', {}, { signal });
  const requests = [];
  for (let first = 0; first < productIds.length; first += MAX_IDS) {
    const id = productIds.slice(first, first + MAX_IDS).join();
    requests.push(call('GET /products/getAll', { query: { id, limit: MAX_IDS } }, { signal }));
  }
  const found = (await Promise.all(requests)).flatMap((response) => response.products);
  const byId = new Map(found.map((product) => [product._id, product]));
  const products = productIds.flatMap((id) => byId.get(id) ?? []);
  return { products, unavailable: productIds.length - products.length };
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
