import { useState } from 'react';
import { call } from '@rangavalli/web-kit/api';
import { formatRupees } from '@rangavalli/web-kit/money';
import { useQuery } from '@rangavalli/web-kit/query';
import { Link } from '@rangavalli/web-kit/router';
import { toast } from '@rangavalli/web-kit/toast';
import { Button, ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import css from './WishlistPage.module.css';

async function loadWishes(signal: AbortSignal) {
  const [{ productIds }, { products }] = await Promise.all([call('GET /wishlist', {}, { signal }), call('GET /products/getAll', {}, { signal })]);
  return productIds.flatMap((id) => products.filter((product) => product._id === id));
}

/** Products that the customer wishes for. */
export function WishlistPage() {
  const { data: wishes, error, reload } = useQuery('wishlist', loadWishes);
  const [removing, setRemoving] = useState<string>();
  const remove = async (id: string) => {
    setRemoving(id);
    try {
      await call('DELETE /wishlist/{id}', { params: { id } });
      reload();
    } catch {
      toast.error('Something went wrong.');
    } finally {
      setRemoving(undefined);
    }
  };
  return (
    <Page title="Wishlist">
      {error && !wishes && <ErrorState title="Failed to load your wishlist." error={error} onRetry={reload} />}
      {!error && !wishes && <Skeleton height="12rem" />}
      {wishes?.length === 0 && <EmptyState title="Your wishlist is empty."><ButtonLink to="/all">Browse Products</ButtonLink></EmptyState>}
      <ul className={css.wishes}>
        {wishes?.map((product) => (
          <li key={product._id} className={css.wish}>
            <Link to={`/product/${product._id}`}>{product.name}</Link>
            <span>{formatRupees(product.price)}</span>
            <Button look="quiet" busy={removing === product._id} onClick={() => void remove(product._id)}>Remove</Button>
          </li>
        ))}
      </ul>
    </Page>
  );
}
