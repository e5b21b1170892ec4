import { useRef, useState, type RefObject } from 'react';
import { windowEvents } from '@rangavalli/contracts/browser';
import type { AddToCartProps } from '@rangavalli/contracts/fragments';
import type { PersonalisationValue } from '@rangavalli/contracts/entities/personalisation';
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
  /** What is known about the items. */
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

const nothing = { values: [], errors: {} };

/**
 * Adds a product to the customer's cart, once per press however often the button is pressed meanwhile.
 * Guests get the documented message (specification §5), and the items are stored in the guest's cart.
 */
export function useAddToCart(product: AddToCartProps['product'], box: RefObject<HTMLElement | null>) {
  const [busy, setBusy] = useState(false);
  const [sizeMissing, setSizeMissing] = useState(false);
  const [fieldErrors, setFieldErrors] = useState<Readonly<Record<string, string>>>(nothing.errors);
  const [message, setMessage] = useState<Message>();
  const isBusy = useRef(false);

  /** Returns whether the items are in the guest's cart and the checkout follows. */
  const addForGuest = (
    size: string,
    personalisation: PersonalisationValue[],
    quantity: number,
    next: NextStep,
  ): boolean => {
    // Pressing Shop Now after Add to Cart, or twice, means the same items.
    const result = addGuestLine(product, size, quantity, next === 'checkout' ? 'atLeast' : 'add', personalisation);
    if (next === 'checkout' && (result === 'added' || result === 'short')) return true;
    setMessage({
      kind: 'guest',
      text: LOGIN_REQUIRED,
      aside: guestResultText[result],
      next: next === 'checkout' ? 'checkout' : 'here',
    });
    return false;
  };

  /**
   * Returns whether the items are in the cart for the next step; if not, `message`, `sizeMissing` or `fieldErrors`
   * has the reason.
   */
  const add = async (size: string | undefined, quantity: number, next: NextStep): Promise<boolean> => {
    if (isBusy.current) return false;
    isBusy.current = true;
    const noSize = product.sizes.length > 0 && !size;
    setSizeMissing(noSize);
    setMessage(undefined);
    try {
      const { personalisationFields } = product;
      const { values: personalisation, errors } = personalisationFields
        ? (await import('./later.js')).readPersonalisation(box.current, personalisationFields)
        : nothing;
      setFieldErrors(errors);
      if (noSize || Object.keys(errors).length > 0) return false;
      if (!currentSession()) return addForGuest(size ?? '', personalisation, quantity, next);
      setBusy(true);
      const line = {
        productId: product._id,
        quantity,
        size: size ?? '',
        ...(personalisation.length > 0 ? { personalisation } : {}),
      };
      // As for guests: the same items.
      if (next === 'checkout') line.quantity -= await (await import('./later.js')).countInCart(line);
      if (line.quantity < 1) return true;
      const { cart } = await call('POST /cart/add', { body: line });
      setMessage({ kind: 'success', text: messages.added });
      emit(windowEvents.cartChanged, { count: cart.count });
      return true;
    } catch (thrown) {
      const aside = asApiError(thrown).status === 0 ? messages.mayBeMissing : undefined;
      setMessage({ kind: 'error', text: failureText(thrown), aside });
      return false;
    } finally {
      isBusy.current = false;
      setBusy(false);
    }
  };

  return { add, busy, sizeMissing, fieldErrors, message };
}
