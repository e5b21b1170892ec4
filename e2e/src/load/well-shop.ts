import type { Book } from './book.js';

/** What a buyer hears of a shop that is well: somebody else had the last piece; what they bought left the cart while they filled it anew. */
const ofAWellShop = /: (OUT_OF_STOCK|INSUFFICIENT_STOCK|TOTAL_CHANGED|CART_EMPTY)$/;

/** Refusals that buyers may not meet while everything runs, as `3 × call: code`. */
export const failuresIn = ({ refusals }: Book): string[] =>
  [...refusals].filter(([what]) => !ofAWellShop.test(what)).map(([what, times]) => `${times} × ${what}`);

/** Buyers who bring every checkout to its end, so that no hold has to run out before things add up. */
export const steadyHabits = { dismisses: 0, closesTheBrowser: 0, cancels: 15 };
