import { useCallback, useState } from 'react';
import { windowEvents } from '@rangavalli/contracts/browser';
import type { Cart } from '@rangavalli/contracts/entities/cart';
import { call } from '@rangavalli/web-kit/data/api';
import type { ApiError } from '@rangavalli/web-kit/data/api-error';
import { emit } from '@rangavalli/web-kit/dom/events';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { useSession } from '@rangavalli/web-kit/session/session';
import { awaitGuestCartMerge } from '../guest-cart/await-merge.js';
import { pendingCartChanges } from './cart-queue.js';

export interface CartView {
  cart: Cart | undefined;
  error: ApiError | undefined;
  reload: () => void;
  /** Replaces the cart by a call's response and notifies the other slices. */
  replace: (cart: Cart) => void;
}

/** Reads the customer's cart after merging their guest cart; nothing for guests. */
export function useCart(): CartView {
  const session = useSession();
  const { data, error, reload } = useQuery(session && `cart ${session.owner}`, async (signal) => {
    await Promise.all([awaitGuestCartMerge(), pendingCartChanges()]);
    return (await call('GET /cart', {}, { signal })).cart;
  });
  // A newer read replaces an older response.
  const [response, setResponse] = useState<{ since: Cart | undefined; cart: Cart }>();
  const replace = useCallback(
    (cart: Cart) => {
      setResponse({ since: data, cart });
      emit(windowEvents.cartChanged, { count: cart.count });
    },
    [data],
  );
  return { cart: response && response.since === data ? response.cart : data, error, reload, replace };
}
