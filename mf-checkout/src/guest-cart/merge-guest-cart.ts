import { windowEvents } from '@rangavalli/contracts/browser';
import type { MergeNote } from '@rangavalli/contracts/entities/cart';
import { call } from '@rangavalli/web-kit/data/api';
import { ApiError } from '@rangavalli/web-kit/data/api-error';
import { emit } from '@rangavalli/web-kit/dom/events';
import { currentSession } from '@rangavalli/web-kit/session/session';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { guestCart, countUnits, storeGuestCart, type GuestBatch } from './guest-cart.js';
import { setMergeOutcome } from './merge-outcome.js';
import { ownerOf } from './await-merge.js';
import { messages } from './messages.js';

function createBatches(userId: string): readonly GuestBatch[] {
  const cart = guestCart();
  if (cart.lines.length > 0)
    storeGuestCart({ id: '', lines: [], batches: [...cart.batches, { mergeId: cart.id, userId, lines: cart.lines }] });
  return guestCart().batches.filter((batch) => batch.userId === userId);
}

function removeBatch(mergeId: string): void {
  const cart = guestCart();
  storeGuestCart({ ...cart, batches: cart.batches.filter((batch) => batch.mergeId !== mergeId) });
}

/** Adds the names of products that are no longer sold, which only the browser has. */
const withNames = (notes: readonly MergeNote[], { lines }: GuestBatch): MergeNote[] =>
  notes.map((note) => ({
    ...note,
    name: note.name ?? lines.find(({ productId }) => productId === note.productId)?.name ?? messages.unnamed,
  }));

function notify(total: number, notes: readonly MergeNote[]): void {
  const merged = total - notes.reduce((sum, { wanted, taken }) => sum + wanted - taken, 0);
  if (merged > 0) toast.success(messages.inCart(merged));
  // Cart and checkout show the notes themselves.
  if (notes.length > 0 && !/^\/(cart|checkout)$/.test(window.location.pathname)) toast.info(messages.seeCart);
}

/**
 * Merges the guest's cart into the customer's. Lines leave the browser only after the response; the batch's id makes
 * the call idempotent, from this tab or another.
 */
export async function mergeGuestCart(owner: string): Promise<void> {
  for (const batch of createBatches(owner)) {
    const session = currentSession();
    if (!session || ownerOf(session) !== owner) return; // Another customer has logged in.
    try {
      const lines = batch.lines.map(({ name: _name, price: _price, ...line }) => line);
      const response = await call('POST /cart/merge', { body: { mergeId: batch.mergeId, lines } });
      const notes = withNames(response.notes, batch);
      removeBatch(batch.mergeId);
      setMergeOutcome({ owner, notes });
      notify(countUnits(batch.lines), notes);
      emit(windowEvents.cartChanged, { count: response.cart.count });
    } catch (thrown) {
      if (!(thrown instanceof ApiError && thrown.code === 'VALIDATION_FAILED')) throw thrown;
      // It will never be accepted, and would block every later merge.
      removeBatch(batch.mergeId);
      toast.error(messages.unreadable);
    }
  }
}
