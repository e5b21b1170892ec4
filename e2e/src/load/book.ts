import type { Product } from '@rangavalli/contracts/entities/product';
import type { Person } from '../support/people.js';

/** What the buyers of one load did and were told. It is what the shop's books are held against afterwards. */
export class Book {
  readonly buyers: Person[] = [];
  /** Everything they may buy, as it was put on the shelf: nobody else buys of it. */
  readonly products: Product[] = [];
  /** Razorpay orders that were handed out. */
  readonly begun = new Set<string>();
  /** Orders that verify said are placed. */
  readonly confirmed = new Set<string>();
  /** Orders that cancel said are cancelled. */
  readonly cancelled = new Set<string>();
  /** Refusals and failures by call and code: what the buyers put up with. */
  readonly refusals = new Map<string, number>();
  /** Answers that no documented call may give. */
  readonly misfits: string[] = [];

  refused(what: string): void {
    this.refusals.set(what, (this.refusals.get(what) ?? 0) + 1);
  }
}
