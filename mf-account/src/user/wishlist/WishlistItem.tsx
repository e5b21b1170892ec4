import { useState } from 'react';
import { windowEvents } from '@rangavalli/contracts/browser';
import type { Product } from '@rangavalli/contracts/entities/product';
import { LOW_STOCK_THRESHOLD } from '@rangavalli/contracts/product-stock';
import { call } from '@rangavalli/web-kit/data/api';
import { asApiError, serverMessage } from '@rangavalli/web-kit/data/api-error';
import { emit } from '@rangavalli/web-kit/dom/events';
import { Link, useNavigate } from '@rangavalli/web-kit/federation/router';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { currentPrice } from '@rangavalli/web-kit/format/price';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Select } from '@rangavalli/web-kit/ui/Field';
import { Picture } from '@rangavalli/web-kit/ui/Picture';
import { Price } from '@rangavalli/web-kit/ui/Price';
import { messages } from './messages.js';
import css from './WishlistPage.module.css';

const stockText = (stock: number): string => {
  if (stock === 0) return messages.outOfStock;
  return stock < LOW_STOCK_THRESHOLD ? messages.lowStock(stock) : messages.inStock;
};
const stockTone = (stock: number) => {
  if (stock === 0) return 'red';
  return stock < LOW_STOCK_THRESHOLD ? 'yellow' : 'green';
};

export function WishlistItem({ product, onRemove }: { product: Product; onRemove: () => Promise<void> }) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [size, setSize] = useState(product.sizes.length === 1 ? (product.sizes[0] ?? '') : '');
  const [error, setError] = useState<string>();

  const runBusy = async (work: () => Promise<void>) => {
    setBusy(true);
    await work();
    setBusy(false);
  };
  const move = async () => {
    // What customers enter is on the product's page.
    if (product.personalisationFields?.some(({ required }) => required))
      return void navigate(`/product/${product._id}`);
    if (product.sizes.length > 0 && !size) return setError(messages.sizeMissing);
    setError(undefined);
    try {
      const { cart } = await call('POST /cart/add', { body: { productId: product._id, quantity: 1, size } });
      emit(windowEvents.cartChanged, { count: cart.count });
      toast.success(messages.added);
    } catch (thrown) {
      const failure = asApiError(thrown);
      return setError(serverMessage(failure) ?? (failure.status > 0 ? messages.somethingWrong : messages.serverError));
    }
    return onRemove();
  };

  const { name, stock, sizes, sizeStock } = product;
  const isSoldOut = (each: string) => sizeStock?.find((one) => one.size === each)?.stock === 0;
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
        <Price rupees={currentPrice(product)} regular={product.price} />
        <div>
          <Badge tone={stockTone(stock)}>{stockText(stock)}</Badge>
        </div>
        {sizes.length > 1 && stock > 0 && (
          <Select
            label={messages.size}
            aria-label={messages.sizeOf(name)}
            value={size}
            error={error}
            onChange={({ target }) => {
              setSize(target.value);
              setError(undefined);
            }}
          >
            <option value="">{messages.selectSize}</option>
            {sizes.map((each) => (
              <option key={each} value={each} disabled={isSoldOut(each)}>
                {isSoldOut(each) ? messages.soldOut(each) : each}
              </option>
            ))}
          </Select>
        )}
        {error && sizes.length < 2 && (
          <p role="alert" className={css.error}>
            {error}
          </p>
        )}
        <div className={css.actions}>
          <Button
            look="secondary"
            disabled={stock === 0}
            busy={busy}
            onClick={() => void runBusy(move)}
            aria-label={messages.moveWhichToCart(name)}
          >
            {messages.moveToCart}
          </Button>
          <Button
            look="quiet"
            disabled={busy}
            onClick={() => void runBusy(onRemove)}
            aria-label={messages.removeWhich(name)}
          >
            {messages.remove}
          </Button>
        </div>
      </div>
    </li>
  );
}
