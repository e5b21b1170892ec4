import { useSyncExternalStore } from 'react';
import { storageKeys, windowEvents } from '@rangavalli/contracts/browser';
import type { PersonalisationValue } from '@rangavalli/contracts/entities/personalisation';
import { emit, listen } from '@rangavalli/web-kit/dom/events';
import { currentSession } from '@rangavalli/web-kit/session/session';

export interface GuestLine {
  productId: string;
  /** The empty text stands for "has no sizes". */
  size: string;
  personalisation?: PersonalisationValue[];
  quantity: number;
  name: string;
  /** Rupees per unit at the time of adding; shown if the price has changed. */
  price: number;
}

/** Lines being merged into a customer's cart; stored until the server responds, so that no crash loses them. */
export interface GuestBatch {
  mergeId: string;
  userId: string;
  lines: readonly GuestLine[];
}

/** The stored cart. `id` becomes the lines' `mergeId`, so that two tabs merging at once use the same one. */
export interface GuestCart {
  id: string;
  lines: readonly GuestLine[];
  batches: readonly GuestBatch[];
}

/** The limit of `POST /cart/merge`. */
export const MAX_LINES = 100;
const MAX_BATCHES = 5;
/** Contracts: `quantity`. */
export const MAX_QUANTITY = 1_000;
const NO_GUEST_CART: GuestCart = { id: '', lines: [], batches: [] };

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isText = (value: unknown, pattern: RegExp): value is string => typeof value === 'string' && pattern.test(value);
const isUuid = (value: unknown): value is string => isText(value, /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);

const isPersonalisation = (value: unknown): boolean =>
  value === undefined ||
  (Array.isArray(value) &&
    value.length <= 10 &&
    value.every((one) => isRecord(one) && typeof one['label'] === 'string' && typeof one['value'] === 'string'));

const isLine = (value: unknown): value is GuestLine =>
  isRecord(value) &&
  isPersonalisation(value['personalisation']) &&
  isText(value['productId'], /^[\da-f]{24}$/) &&
  isText(value['size'], /^.{0,40}$/) &&
  Number.isInteger(value['quantity']) &&
  Number(value['quantity']) >= 1 &&
  Number(value['quantity']) <= MAX_QUANTITY &&
  typeof value['name'] === 'string' &&
  typeof value['price'] === 'number';

const validLines = (value: unknown): GuestLine[] => [value].flat().filter(isLine).slice(0, MAX_LINES);

function parse(text: string | null): GuestCart {
  if (text === null) return NO_GUEST_CART;
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value)) return NO_GUEST_CART;
    return {
      ...(isUuid(value['id']) ? { id: value['id'], lines: validLines(value['lines']) } : { id: '', lines: [] }),
      batches: [value['batches']]
        .flat()
        .filter(isRecord)
        .flatMap(({ mergeId, userId, lines }) =>
          isUuid(mergeId) && typeof userId === 'string' ? [{ mergeId, userId, lines: validLines(lines) }] : [],
        )
        .filter(({ lines }) => lines.length > 0)
        .slice(-MAX_BATCHES),
    };
  } catch {
    return NO_GUEST_CART;
  }
}

let last: { text: string | null; cart: GuestCart } = { text: null, cart: NO_GUEST_CART };

/** Returns the stored guest cart; the same object until it changes. */
export function guestCart(): GuestCart {
  let text: string | null = null;
  try {
    text = localStorage.getItem(storageKeys.guestCart);
  } catch {
    // Storage is blocked in this browser.
  }
  if (text !== last.text) last = { text, cart: parse(text) };
  return last.cart;
}

export const countUnits = (lines: readonly { quantity: number }[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0);

/** Stores the cart and notifies the page. Returns whether the browser could store it. */
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
  if (!currentSession()) emit(windowEvents.cartChanged, { count: countUnits(cart.lines) });
  return true;
}

function subscribe(changed: () => void): () => void {
  const unlisten = listen(windowEvents.cartChanged, changed);
  // Changes from other tabs.
  window.addEventListener('storage', changed);
  return () => {
    unlisten();
    window.removeEventListener('storage', changed);
  };
}

export const useStoredGuestCart = (): GuestCart => useSyncExternalStore(subscribe, guestCart, () => NO_GUEST_CART);
