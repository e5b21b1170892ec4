import { useState } from 'react';
import { windowEvents } from '@rangavalli/contracts/browser';
import type { Product } from '@rangavalli/contracts/entities/product';
import { call } from '@rangavalli/web-kit/data/api';
import { asApiError, serverMessage } from '@rangavalli/web-kit/data/api-error';
import { emit } from '@rangavalli/web-kit/dom/events';
import { Link } from '@rangavalli/web-kit/federation/router';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Select } from '@rangavalli/web-kit/ui/Field';
import { Picture } from '@rangavalli/web-kit/ui/Picture';
import { Price } from '@rangavalli/web-kit/ui/Price';
import css from './WishlistPage.module.css';

/** Below this few are left (specification §9). */
const LOW_STOCK = 5;

const stockWords = (stock: number): string => {
  if (stock === 0) return 'Out of stock';
  return stock < LOW_STOCK ? `Only ${stock} left` : 'In stock';
};
const stockTone = (stock: number) => {
  if (stock === 0) return 'red';
  return stock < LOW_STOCK ? 'yellow' : 'green';
};

/** One wish: picture, price, stock, and the way into the cart. */
export function Wish({ product, onRemove }: { product: Product; onRemove: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  // Where there is one size only, there is nothing to choose.
  const [size, setSize] = useState(product.sizes.length === 1 ? (product.sizes[0] ?? '') : '');
  const [refusal, setRefusal] = useState<string>();

  const during = async (work: () => Promise<void>) => {
    setBusy(true);
    await work();
    setBusy(false);
  };
  /** The wish leaves the list only once the piece is in the cart. */
  const move = async () => {
    if (product.sizes.length > 0 && !size) return setRefusal('Please select a size.');
    setRefusal(undefined);
    try {
      const { cart } = await call('POST /cart/add', { body: { productId: product._id, quantity: 1, size } });
      emit(windowEvents.cartChanged, { count: cart.count });
      toast.success('✅ Added to cart successfully!');
    } catch (error) {
      const failure = asApiError(error);
      return setRefusal(serverMessage(failure) ?? (failure.status > 0 ? 'Something went wrong.' : 'Server error.'));
    }
    return onRemove();
  };

  const { name, stock, sizes, sizeStock } = product;
  const isGone = (each: string) => sizeStock?.find((one) => one.size === each)?.stock === 0;
  return (
    <li className={css.wish}>
      <Link to={`/product/${product._id}`} className={css.picture} tabIndex={-1} aria-hidden="true">
        <Picture
          url={product.images[0]?.url}
          alt=""
          sizes="(min-width: 48rem) 16rem, 7rem"
          widths={[320, 640]}
          ratio="4 / 5"
        />
      </Link>
      <div className={css.what}>
        <Link to={`/product/${product._id}`} className={css.name}>
          {name}
        </Link>
        <Price rupees={product.price} />
        <div>
          <Badge tone={stockTone(stock)}>{stockWords(stock)}</Badge>
        </div>
        {sizes.length > 1 && stock > 0 && (
          <Select
            label="Size"
            aria-label={`Size of ${name}`}
            value={size}
            error={refusal}
            onChange={({ target }) => {
              setSize(target.value);
              setRefusal(undefined);
            }}
          >
            <option value="">Select a size</option>
            {sizes.map((each) => (
              <option key={each} value={each} disabled={isGone(each)}>
                {isGone(each) ? `${each}, sold out` : each}
              </option>
            ))}
          </Select>
        )}
        {refusal && sizes.length < 2 && (
          <p role="alert" className={css.refusal}>
            {refusal}
          </p>
        )}
        <div className={css.actions}>
          <Button
            look="secondary"
            disabled={stock === 0}
            busy={busy}
            onClick={() => void during(move)}
            aria-label={`Move to cart: ${name}`}
          >
            Move to cart
          </Button>
          <Button look="quiet" disabled={busy} onClick={() => void during(onRemove)} aria-label={`Remove ${name}`}>
            Remove
          </Button>
        </div>
      </div>
    </li>
  );
}
