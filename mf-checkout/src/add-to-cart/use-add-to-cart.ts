import { useRef, useState } from 'react';
import { windowEvents } from '@rangavalli/contracts/browser';
import type { AddToCartProps } from '@rangavalli/contracts/fragments';
import { call } from '@rangavalli/web-kit/api';
import { asApiError } from '@rangavalli/web-kit/api-error';
import { emit } from '@rangavalli/web-kit/events';
import { currentSession } from '@rangavalli/web-kit/session';
import { refusalWords } from '../cart/refusal-words.js';
import { SIGN_IN_MESSAGE } from '../sign-in/sign-in.js';

interface Message {
  kind: 'success' | 'error';
  text: string;
}

/** What a failed addition says: the server's message, or the documented words where there is none (specification §8). */
function failureText(thrown: unknown): string {
  const error = asApiError(thrown);
  if (error.status === 0) return 'Server error.';
  return refusalWords(error) || 'Something went wrong.';
}

/** Puts pieces of a product into the signed-in customer's cart, once however often the button is pressed meanwhile. */
export function useAddToCart(product: AddToCartProps['product']) {
  const [busy, setBusy] = useState(false);
  const [sizeMissing, setSizeMissing] = useState(false);
  const [message, setMessage] = useState<Message>();
  const underWay = useRef(false);

  /** @returns whether the pieces are in the cart now; if not, `message` or `sizeMissing` says why */
  const add = async (size: string | undefined, quantity: number): Promise<boolean> => {
    if (underWay.current) return false;
    const noSize = product.sizes.length > 0 && !size;
    const guest = !currentSession();
    setSizeMissing(noSize);
    setMessage(guest ? { kind: 'error', text: SIGN_IN_MESSAGE } : undefined);
    if (noSize || guest) return false;
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
