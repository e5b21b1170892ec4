import { useEffect, useSyncExternalStore } from 'react';
import { call } from '@rangavalli/web-kit/data/api';
import { currentSession, useSession } from '@rangavalli/web-kit/session/session';
import { toast } from '@rangavalli/web-kit/dom/toast';

export const LOG_IN_HINT = 'Please log in to keep a wishlist.';

/** What the signed-in customer wishes for, once for all hearts on the page. `owner`: whose list it is. */
interface Wishes {
  owner: string | undefined;
  ids: ReadonlySet<string>;
}

const NOBODYS: Wishes = { owner: undefined, ids: new Set() };
let wishes = NOBODYS;
let asking: string | undefined;
const watchers = new Set<() => void>();

function replace(next: Wishes): void {
  wishes = next;
  for (const tell of watchers) tell();
}
const show = (owner: string, ids: Iterable<string>): void => replace({ owner, ids: new Set(ids) });
const subscribe = (tell: () => void): (() => void) => {
  watchers.add(tell);
  return () => watchers.delete(tell);
};

/** Asks once a session, however many hearts are on the page; the first heart of the next page asks again if it failed. */
async function load(owner: string): Promise<void> {
  if (wishes.owner === owner || asking === owner) return;
  asking = owner;
  try {
    const { productIds } = await call('GET /wishlist');
    // A heart that was pressed meanwhile knows better.
    if (currentSession()?.owner === owner && wishes.owner !== owner) show(owner, productIds);
  } catch {
    // Hearts stay empty; wishing works all the same and brings the list along.
  } finally {
    if (asking === owner) asking = undefined;
  }
}

/** Shows the change at once, and takes it back if the shop cannot keep it. */
async function toggle(id: string): Promise<void> {
  const owner = currentSession()?.owner;
  if (!owner) {
    toast.info(LOG_IN_HINT);
    return;
  }
  const before = wishes;
  const ids = before.owner === owner ? before.ids : NOBODYS.ids;
  const wished = ids.has(id);
  show(owner, wished ? [...ids].filter((other) => other !== id) : [id, ...ids]);
  try {
    const { productIds } = await call(wished ? 'DELETE /wishlist/{id}' : 'PUT /wishlist/{id}', { params: { id } });
    show(owner, productIds);
    toast.success(wished ? 'Removed from your wishlist' : 'Added to your wishlist');
  } catch {
    replace(before);
    toast.error('Something went wrong.');
  }
}

/** Whether the visitor wishes for a product, and how to change it. */
export function useWish(id: string): { wished: boolean; toggle: () => Promise<void> } {
  const owner = useSession()?.owner;
  const { owner: whose, ids } = useSyncExternalStore(
    subscribe,
    () => wishes,
    () => NOBODYS,
  );
  useEffect(() => {
    if (owner) void load(owner);
  }, [owner]);
  return { wished: owner !== undefined && whose === owner && ids.has(id), toggle: () => toggle(id) };
}
