import { stockOfSize } from '@rangavalli/contracts/product-stock';
import { useEffect, useState } from 'react';
import type { Cart } from '@rangavalli/contracts/entities/cart';
import type { Product } from '@rangavalli/contracts/entities/product';
import { call } from '@rangavalli/web-kit/data/api';
import type { ApiError } from '@rangavalli/web-kit/data/api-error';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { currentPrice } from '@rangavalli/web-kit/format/price';
import { guestCart, countUnits, useStoredGuestCart, type GuestLine } from '../guest-cart/guest-cart.js';
import { removeGuestLine, removeGuestLines, addGuestLine, setGuestQuantity } from '../guest-cart/guest-lines.js';
import { lineOf, type CartChanges } from './cart-changes.js';

type Products = ReadonlyMap<string, Product>;

interface GuestCartView {
  cart: Cart | undefined;
  error: ApiError | undefined;
  reload: () => void;
  changes: CartChanges;
  gone: readonly string[];
}

async function preview(signal: AbortSignal): Promise<{ products: Products; gone: GuestLine[] }> {
  const { lines } = guestCart();
  if (lines.length === 0) return { products: new Map(), gone: [] };
  const requested = lines.map(({ name: _name, price: _price, ...line }) => line);
  const { cart } = await call('POST /cart/preview', { body: { lines: requested } }, { signal });
  const products = new Map(cart.items.map(({ product }) => [product._id, product]));
  return { products, gone: lines.filter(({ productId }) => !products.has(productId)) };
}

/** Returns the lines at the server's prices, with new quantities before the server confirms them. */
function cartOf(lines: readonly GuestLine[], products: Products): Cart {
  const items = lines.flatMap(({ productId, name: _name, price, ...line }) => {
    const product = products.get(productId);
    return product ? [{ ...line, product, addedPrice: price }] : [];
  });
  const paise = items.reduce(
    (sum, { product, quantity }) => sum + Math.round(currentPrice(product) * 100) * quantity,
    0,
  );
  return { items, total: paise / 100, count: countUnits(items) };
}

/** @param isGuest without it nothing is loaded */
export function useGuestCart(isGuest = true): GuestCartView {
  const { lines } = useStoredGuestCart();
  const { data, error, loading, reload } = useQuery(isGuest ? 'guest cart' : undefined, preview);
  const [gone, setGone] = useState<readonly string[]>([]);

  useEffect(() => {
    if (!data || data.gone.length === 0) return;
    const ids = new Set(data.gone.map(({ productId }) => productId));
    setGone((old) => [...new Set([...old, ...data.gone.map(({ name }) => name)])]);
    removeGuestLines(({ productId }) => ids.has(productId));
  }, [data]);

  // Another tab has added a product whose price is not loaded yet.
  const unknown =
    data !== undefined &&
    lines.some(
      ({ productId }) => !data.products.has(productId) && !data.gone.some((line) => line.productId === productId),
    );
  useEffect(() => {
    if (unknown && !loading && !error) reload();
  }, [unknown, loading, error, reload]);

  return {
    cart: data && !unknown ? cartOf(lines, data.products) : undefined,
    error,
    reload,
    gone,
    changes: {
      shown: ({ quantity }) => quantity,
      changing: false,
      refusal: () => undefined,
      setQuantity: (item, quantity) => {
        const { product, size } = item;
        if (quantity >= 1 && quantity <= stockOfSize(product, size))
          setGuestQuantity(lineOf(item), quantity, currentPrice(product));
      },
      remove: (item) => {
        removeGuestLine(lineOf(item));
        return Promise.resolve(true);
      },
      restore: ({ product, size, personalisation, quantity }) =>
        void addGuestLine(product, size, quantity, 'add', personalisation),
    },
  };
}
