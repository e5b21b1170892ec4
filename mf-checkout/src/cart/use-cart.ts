import { useCallback, useState } from 'react';
import { windowEvents } from '@rangavalli/contracts/browser';
import type { Cart } from '@rangavalli/contracts/entities/cart';
import { call } from '@rangavalli/web-kit/data/api';
import type { ApiError } from '@rangavalli/web-kit/data/api-error';
import { emit } from '@rangavalli/web-kit/dom/events';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { useSession } from '@rangavalli/web-kit/session/session';
import { guestCartMerged } from '../guest-cart/merged.js';
import { cartAtRest } from './under-way.js';

/** The signed-in customer's cart as a screen holds it. */
export interface CartView {
  cart: Cart | undefined;
  error: ApiError | undefined;
  /** Reads it again; what is shown stays until the answer comes. */
  reload: () => void;
  /** Takes over a cart that a call has answered, and tells the other slices. */
  replace: (cart: Cart) => void;
}

/** Reads the cart of whoever is signed in, with what they chose as a guest; nothing for guests. */
export function useCart(): CartView {
  const session = useSession();
  const { data, error, reload } = useQuery(session && `cart ${session.owner}`, async (signal) => {
    await Promise.all([guestCartMerged(), cartAtRest()]);
    return (await call('GET /cart', {}, { signal })).cart;
  });
  // A newer reading replaces what was answered before it.
  const [answered, setAnswered] = useState<{ since: Cart | undefined; cart: Cart }>();
  const replace = useCallback(
    (cart: Cart) => {
      setAnswered({ since: data, cart });
      emit(windowEvents.cartChanged, { count: cart.count });
    },
    [data],
  );
  return { cart: answered && answered.since === data ? answered.cart : data, error, reload, replace };
}
