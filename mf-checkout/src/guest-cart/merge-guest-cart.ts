import { windowEvents } from '@rangavalli/contracts/browser';
import type { MergeNote } from '@rangavalli/contracts/entities/cart';
import { call } from '@rangavalli/web-kit/data/api';
import { ApiError } from '@rangavalli/web-kit/data/api-error';
import { emit } from '@rangavalli/web-kit/dom/events';
import { currentSession } from '@rangavalli/web-kit/session/session';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { guestCart, piecesOf, storeGuestCart, type GuestBatch } from './guest-cart.js';
import { tellOutcome } from './merge-outcome.js';
import { ownerOf } from './merged.js';

/** From here on the lines have an owner, and what a guest adds later is another batch. */
function setAside(userId: string): readonly GuestBatch[] {
  const cart = guestCart();
  if (cart.lines.length > 0)
    storeGuestCart({ id: '', lines: [], batches: [...cart.batches, { mergeId: cart.id, userId, lines: cart.lines }] });
  return guestCart().batches.filter((batch) => batch.userId === userId);
}

function drop(mergeId: string): void {
  const cart = guestCart();
  storeGuestCart({ ...cart, batches: cart.batches.filter((batch) => batch.mergeId !== mergeId) });
}

/** The server does not know what a gone product was called; the browser does. */
const named = (notes: readonly MergeNote[], { lines }: GuestBatch): MergeNote[] =>
  notes.map((note) => ({
    ...note,
    name: note.name ?? lines.find(({ productId }) => productId === note.productId)?.name ?? 'A product',
  }));

function say(pieces: number, notes: readonly MergeNote[]): void {
  const came = pieces - notes.reduce((sum, { wanted, taken }) => sum + wanted - taken, 0);
  if (came > 0)
    toast.success(
      came === 1
        ? 'The piece that you picked is in your cart.'
        : `The ${came} pieces that you picked are in your cart.`,
    );
  // Cart and checkout show the notes themselves.
  if (notes.length > 0 && !/^\/(cart|checkout)$/.test(window.location.pathname))
    toast.info('Not all that you picked could come into your cart. Your cart tells why.');
}

/**
 * Puts what a guest chose into the cart of the customer who has logged in. It leaves the browser only after
 * the answer; the batch's id makes a repetition harmless, by this tab or another.
 */
export async function mergeGuestCart(owner: string): Promise<void> {
  for (const batch of setAside(owner)) {
    const session = currentSession();
    if (!session || ownerOf(session) !== owner) return; // Somebody else is here by now.
    try {
      const lines = batch.lines.map(({ productId, size, quantity }) => ({ productId, size, quantity }));
      const answer = await call('POST /cart/merge', { body: { mergeId: batch.mergeId, lines } });
      const notes = named(answer.notes, batch);
      drop(batch.mergeId);
      tellOutcome({ owner, notes });
      say(piecesOf(batch.lines), notes);
      emit(windowEvents.cartChanged, { count: answer.cart.count });
    } catch (thrown) {
      if (!(thrown instanceof ApiError && thrown.code === 'VALIDATION_FAILED')) throw thrown;
      // It will never be accepted: kept, it would stand in the way for ever.
      drop(batch.mergeId);
      toast.error('What you picked before logging in could not be read. Please choose it again.');
    }
  }
}
