import { useRef, useState } from 'react';
import { windowEvents } from '@rangavalli/contracts/browser';
import type { AddToCartProps } from '@rangavalli/contracts/fragments';
import { call } from '@rangavalli/web-kit/data/api';
import { asApiError } from '@rangavalli/web-kit/data/api-error';
import { emit } from '@rangavalli/web-kit/dom/events';
import { currentSession } from '@rangavalli/web-kit/session/session';
import { refusalMessage } from '../cart/refusal-message.js';
import { addGuestLine, type AddResult } from '../guest-cart/guest-lines.js';
import { LOGIN_REQUIRED } from '../sign-in/sign-in.js';
import { messages } from './messages.js';

export interface Message {
  /** `guest`: refused as documented (specification §5), and stored in this browser. */
  kind: 'success' | 'error' | 'guest';
  text: string;
  /** What happened to a guest's items. */
  aside?: string | undefined;
  next?: 'here' | 'checkout';
}

export type NextStep = 'stay' | 'checkout';

/** Returns the server's message, or the documented text where there is none (specification §8). */
function failureText(thrown: unknown): string {
  const error = asApiError(thrown);
  if (error.status === 0) return messages.noConnection;
  return refusalMessage(error) || messages.failed;
}

const guestResultText: Record<AddResult, string | undefined> = {
  added: messages.saved,
  short: messages.savedAll,
  full: messages.cartFull,
  unavailable: undefined,
};

/**
 * Adds a product to the customer's cart, once per press however often the button is pressed meanwhile.
 * Guests get the documented message (specification §5), and the items are stored in the guest's cart.
 */
export function useAddToCart(product: AddToCartProps['product']) {
  const [busy, setBusy] = useState(false);
  const [sizeMissing, setSizeMissing] = useState(false);
  const [message, setMessage] = useState<Message>();
  const isBusy = useRef(false);

  /** Returns whether the items are in the guest's cart and the checkout follows. */
  const addForGuest = (size: string, quantity: number, next: NextStep): boolean => {
    // Pressing Shop Now after Add to Cart, or twice, means the same items.
    const result = addGuestLine(product, size, quantity, next === 'checkout' ? 'atLeast' : 'add');
    if (next === 'checkout' && (result === 'added' || result === 'short')) return true;
    setMessage({
      kind: 'guest',
      text: LOGIN_REQUIRED,
      aside: guestResultText[result],
      next: next === 'checkout' ? 'checkout' : 'here',
    });
    return false;
  };

  /** Returns whether the items are in the cart for the next step; if not, `message` or `sizeMissing` has the reason. */
  const add = async (size: string | undefined, quantity: number, next: NextStep): Promise<boolean> => {
    if (isBusy.current) return false;
    const noSize = product.sizes.length > 0 && !size;
    setSizeMissing(noSize);
    setMessage(undefined);
    if (noSize) return false;
    if (!currentSession()) return addForGuest(size ?? '', quantity, next);
    isBusy.current = true;
    setBusy(true);
    try {
      const { cart } = await call('POST /cart/add', { body: { productId: product._id, quantity, size: size ?? '' } });
      setMessage({ kind: 'success', text: messages.added });
      emit(windowEvents.cartChanged, { count: cart.count });
      return true;
    } catch (thrown) {
      setMessage({ kind: 'error', text: failureText(thrown) });
      return false;
    } finally {
      isBusy.current = false;
      setBusy(false);
    }
  };

  return { add, busy, sizeMissing, message };
}
