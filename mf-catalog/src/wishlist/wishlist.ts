import { useEffect, useSyncExternalStore } from 'react';
import { call } from '@rangavalli/web-kit/data/api';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { guestWishes, mergeGuestWishes, storeGuestWishes } from '@rangavalli/web-kit/session/guest-wishlist';
import { currentSession, useSession } from '@rangavalli/web-kit/session/session';
import { messages } from './messages.js';

/** The customer's wishlist, shared by all buttons of the page. */
interface Wishlist {
  owner: string | undefined;
  ids: ReadonlySet<string>;
}

/** Owner of the hearts in this browser. */
const GUEST = 'guest';
const EMPTY: Wishlist = { owner: undefined, ids: new Set() };
let wishlist = EMPTY;
let loadingOwner: string | undefined;
const listeners = new Set<() => void>();

function replace(next: Wishlist): void {
  wishlist = next;
  for (const listener of listeners) listener();
}
const show = (owner: string, ids: Iterable<string>): void => replace({ owner, ids: new Set(ids) });
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Loads the list once per session; after a failure the next mounted button loads it. */
async function load(owner: string): Promise<void> {
  if (wishlist.owner === owner || loadingOwner === owner) return;
  loadingOwner = owner;
  try {
    await mergeGuestWishes();
    const { productIds } = await call('GET /wishlist');
    // A button pressed meanwhile has the newer list.
    if (currentSession()?.owner === owner && wishlist.owner !== owner) show(owner, productIds);
  } catch {
    // The next change returns the whole list.
  } finally {
    if (loadingOwner === owner) loadingOwner = undefined;
  }
}

/** A guest's hearts stay in this browser until the login. */
function toggleForGuest(id: string): void {
  const wishes = guestWishes();
  const isListed = wishes.includes(id);
  if (!storeGuestWishes(isListed ? wishes.filter((other) => other !== id) : [id, ...wishes])) {
    toast.info(messages.logIn);
    return;
  }
  show(GUEST, guestWishes());
  if (isListed) toast.success(messages.removed);
  else toast.info(messages.savedForLogin);
}

/** Shows the change at once and reverts it when it fails. */
async function toggle(id: string): Promise<void> {
  const owner = currentSession()?.owner;
  if (!owner) return toggleForGuest(id);
  const before = wishlist;
  const ids = before.owner === owner ? before.ids : EMPTY.ids;
  const isListed = ids.has(id);
  show(owner, isListed ? [...ids].filter((other) => other !== id) : [id, ...ids]);
  try {
    const { productIds } = await call(isListed ? 'DELETE /wishlist/{id}' : 'PUT /wishlist/{id}', { params: { id } });
    show(owner, productIds);
    toast.success(isListed ? messages.removed : messages.added);
  } catch {
    replace(before);
    toast.error(messages.failed);
  }
}

export function useWishlistItem(id: string): { isListed: boolean; toggle: () => Promise<void> } {
  const owner = useSession()?.owner;
  const list = useSyncExternalStore(
    subscribe,
    () => wishlist,
    () => EMPTY,
  );
  useEffect(() => {
    if (owner) void load(owner);
    else if (wishlist.owner !== GUEST) show(GUEST, guestWishes());
  }, [owner]);
  return { isListed: list.owner === (owner ?? GUEST) && list.ids.has(id), toggle: () => toggle(id) };
}
