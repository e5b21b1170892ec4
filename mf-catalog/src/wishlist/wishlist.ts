import { useEffect, useSyncExternalStore } from 'react';
import { call } from '@rangavalli/web-kit/api';
import { currentSession, useSession } from '@rangavalli/web-kit/session';
import { toast } from '@rangavalli/web-kit/toast';

export const LOG_IN_HINT = 'Please log in to keep a wishlist.';

/** What the signed-in customer wishes for, once for all hearts on the page. `token`: whose list it is. */
interface Wishes {
  token: string | undefined;
  ids: ReadonlySet<string>;
}

const NOBODYS: Wishes = { token: undefined, ids: new Set() };
let wishes = NOBODYS;
let asking: string | undefined;
const watchers = new Set<() => void>();

function replace(next: Wishes): void {
  wishes = next;
  for (const tell of watchers) tell();
}
const show = (token: string, ids: Iterable<string>): void => replace({ token, ids: new Set(ids) });
const subscribe = (tell: () => void): (() => void) => {
  watchers.add(tell);
  return () => watchers.delete(tell);
};

/** Asks once a session, however many hearts are on the page; the first heart of the next page asks again if it failed. */
async function load(token: string): Promise<void> {
  if (wishes.token === token || asking === token) return;
  asking = token;
  try {
    const { productIds } = await call('GET /wishlist');
    // A heart that was pressed meanwhile knows better.
    if (currentSession()?.token === token && wishes.token !== token) show(token, productIds);
  } catch {
    // Hearts stay empty; wishing works all the same and brings the list along.
  } finally {
    if (asking === token) asking = undefined;
  }
}

/** Shows the change at once, and takes it back if the shop cannot keep it. */
async function toggle(id: string): Promise<void> {
  const token = currentSession()?.token;
  if (!token) {
    toast.info(LOG_IN_HINT);
    return;
  }
  const before = wishes;
  const ids = before.token === token ? before.ids : NOBODYS.ids;
  const wished = ids.has(id);
  show(token, wished ? [...ids].filter((other) => other !== id) : [id, ...ids]);
  try {
    const { productIds } = await call(wished ? 'DELETE /wishlist/{id}' : 'PUT /wishlist/{id}', { params: { id } });
    show(token, productIds);
    toast.success(wished ? 'Removed from your wishlist' : 'Added to your wishlist');
  } catch {
    replace(before);
    toast.error('Something went wrong.');
  }
}

/** Whether the visitor wishes for a product, and how to change it. */
export function useWish(id: string): { wished: boolean; toggle: () => Promise<void> } {
  const token = useSession()?.token;
  const { token: owner, ids } = useSyncExternalStore(subscribe, () => wishes);
  useEffect(() => {
    if (token) void load(token);
  }, [token]);
  return { wished: token !== undefined && owner === token && ids.has(id), toggle: () => toggle(id) };
}
