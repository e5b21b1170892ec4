import { useRef, useState } from 'react';
import { windowEvents } from '@rangavalli/contracts/browser';
import type { AddToCartProps } from '@rangavalli/contracts/fragments';
import { call } from '@rangavalli/web-kit/data/api';
import { asApiError } from '@rangavalli/web-kit/data/api-error';
import { emit } from '@rangavalli/web-kit/dom/events';
import { currentSession } from '@rangavalli/web-kit/session/session';
import { refusalWords } from '../cart/refusal-words.js';
import { keepPieces, type Keeping } from '../guest-cart/guest-lines.js';
import { SIGN_IN_MESSAGE } from '../sign-in/sign-in.js';

/** What pressing a button came to. */
export interface Message {
  /** `guest`: refused as documented, and kept in this browser all the same. */
  kind: 'success' | 'error' | 'guest';
  text: string;
  /** What became of a guest's pieces. */
  aside?: string | undefined;
  /** Where the login leads on to: back here, or with Shop Now to the checkout. */
  next?: 'here' | 'checkout';
}

/** Where a good addition leads. */
export type Afterwards = 'stay' | 'checkout';

/** What a failed addition says: the server's message, or the documented words where there is none (specification §8). */
function failureText(thrown: unknown): string {
  const error = asApiError(thrown);
  if (error.status === 0) return 'Server error.';
  return refusalWords(error) || 'Something went wrong.';
}

function keepingText(keeping: Keeping, quantity: number): string | undefined {
  switch (keeping) {
    case 'kept':
      return `We have kept ${quantity === 1 ? 'it' : 'them'} in your cart for when you log in.`;
    case 'short':
      return 'Your cart holds all that are left, and keeps them for when you log in.';
    case 'full':
      return 'Your cart is full, so there was no room to keep it.';
    case 'unkept':
      return undefined;
  }
}

/**
 * Puts pieces of a product into the signed-in customer's cart, once however often the button is pressed meanwhile.
 * A guest is told to log in (specification §5), and the pieces wait in the guest's cart.
 */
export function useAddToCart(product: AddToCartProps['product']) {
  const [busy, setBusy] = useState(false);
  const [sizeMissing, setSizeMissing] = useState(false);
  const [message, setMessage] = useState<Message>();
  const underWay = useRef(false);

  const keep = (size: string, quantity: number, afterwards: Afterwards) => {
    // Who presses Shop Now after Add to Cart, or twice, means the same pieces.
    const keeping = keepPieces(product, size, quantity, afterwards === 'checkout' ? 'atLeast' : 'add');
    setMessage({
      kind: 'guest',
      text: SIGN_IN_MESSAGE,
      aside: keepingText(keeping, quantity),
      next: afterwards === 'checkout' ? 'checkout' : 'here',
    });
  };

  /** @returns whether the pieces are in the customer's cart now; if not, `message` or `sizeMissing` says why */
  const add = async (size: string | undefined, quantity: number, afterwards: Afterwards): Promise<boolean> => {
    if (underWay.current) return false;
    const noSize = product.sizes.length > 0 && !size;
    setSizeMissing(noSize);
    setMessage(undefined);
    if (noSize) return false;
    if (!currentSession()) {
      keep(size ?? '', quantity, afterwards);
      return false;
    }
    underWay.current = true;
    setBusy(true);
    try {
      const { cart } = await call('POST /cart/add', { body: { productId: product._id, quantity, size: size ?? '' } });
      setMessage({ kind: 'success', text: '✅ Added to cart successfully!' });
      emit(windowEvents.cartChanged, { count: cart.count });
      return true;
    } catch (thrown) {
      setMessage({ kind: 'error', text: failureText(thrown) });
      return false;
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  };

  return { add, busy, sizeMissing, message };
}
