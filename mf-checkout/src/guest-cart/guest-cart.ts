import { useSyncExternalStore } from 'react';
import { storageKeys, windowEvents } from '@rangavalli/contracts/browser';
import { emit, listen } from '@rangavalli/web-kit/dom/events';
import { currentSession } from '@rangavalli/web-kit/session/session';

/** A line that a guest put into the cart. */
export interface GuestLine {
  productId: string;
  /** The empty text stands for "has no sizes". */
  size: string;
  quantity: number;
  /** As it was called then, for telling that it is gone. */
  name: string;
  /** Rupees a piece then, for telling that the price has changed. */
  price: number;
}

/** Lines on their way into a customer's cart; kept until the server has answered, so that no crash loses or doubles them. */
export interface GuestBatch {
  mergeId: string;
  /** Whose cart they go to. */
  userId: string;
  lines: readonly GuestLine[];
}

/** What this browser keeps. `id` names the lines, and becomes their `mergeId`: tabs that set them aside at once agree on it. */
export interface GuestCart {
  id: string;
  lines: readonly GuestLine[];
  batches: readonly GuestBatch[];
}

/** As many as `POST /cart/merge` takes. */
export const MAX_LINES = 100;
const MAX_BATCHES = 5;
/** Contracts: `quantity`. */
export const MAX_PIECES = 1_000;
export const NO_GUEST_CART: GuestCart = { id: '', lines: [], batches: [] };

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isUuid = (value: unknown): value is string =>
  typeof value === 'string' && /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(value);

function isLine(value: unknown): value is GuestLine {
  if (!isRecord(value)) return false;
  const { productId, size, quantity, name, price } = value;
  return (
    typeof productId === 'string' &&
    /^[\da-f]{24}$/.test(productId) &&
    typeof size === 'string' &&
    size.length <= 40 &&
    typeof quantity === 'number' &&
    Number.isInteger(quantity) &&
    quantity >= 1 &&
    quantity <= MAX_PIECES &&
    typeof name === 'string' &&
    typeof price === 'number'
  );
}

/** Takes over what is good of stored lines. */
const goodLines = (value: unknown): GuestLine[] =>
  Array.isArray(value) ? value.filter(isLine).slice(0, MAX_LINES) : [];

/** Anybody may have written into the storage: what does not fit is not there. */
function parse(text: string | null): GuestCart {
  if (text === null) return NO_GUEST_CART;
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value)) return NO_GUEST_CART;
    const batches = Array.isArray(value['batches']) ? value['batches'].filter(isRecord) : [];
    return {
      ...(isUuid(value['id']) ? { id: value['id'], lines: goodLines(value['lines']) } : { id: '', lines: [] }),
      batches: batches
        .flatMap(({ mergeId, userId, lines }) =>
          isUuid(mergeId) && typeof userId === 'string' ? [{ mergeId, userId, lines: goodLines(lines) }] : [],
        )
        .filter(({ lines }) => lines.length > 0)
        .slice(-MAX_BATCHES),
    };
  } catch {
    return NO_GUEST_CART;
  }
}

let last: { text: string | null; cart: GuestCart } = { text: null, cart: NO_GUEST_CART };

/** The guest's cart as this browser keeps it; the same object until it changes. */
export function guestCart(): GuestCart {
  let text: string | null = null;
  try {
    text = localStorage.getItem(storageKeys.guestCart);
  } catch {
    // Storage is forbidden here: nothing can be kept.
  }
  if (text !== last.text) last = { text, cart: parse(text) };
  return last.cart;
}

export const piecesOf = (lines: readonly { quantity: number }[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0);

/** Keeps it, and tells the page while its visitor is a guest. @returns whether it could be kept */
export function storeGuestCart(cart: GuestCart): boolean {
  try {
    if (cart.lines.length + cart.batches.length === 0) localStorage.removeItem(storageKeys.guestCart);
    else
      localStorage.setItem(
        storageKeys.guestCart,
        JSON.stringify({ ...cart, batches: cart.batches.slice(-MAX_BATCHES) }),
      );
  } catch {
    return false;
  }
  if (!currentSession()) emit(windowEvents.cartChanged, { count: piecesOf(cart.lines) });
  return true;
}

function subscribe(changed: () => void): () => void {
  const forget = listen(windowEvents.cartChanged, changed);
  // Another tab of the same browser.
  window.addEventListener('storage', changed);
  return () => {
    forget();
    window.removeEventListener('storage', changed);
  };
}

/** The guest's cart, kept up to date while the component is on the page. */
export const useStoredGuestCart = (): GuestCart => useSyncExternalStore(subscribe, guestCart, () => NO_GUEST_CART);
