import type { ProductFacets } from '@rangavalli/contracts/entities/product-query';
import type { Wanted } from '../search-engine.js';
import { Counting } from './counting.js';
import { type Narrowing, narrowingOf, passing } from './narrowing.js';
import { type Bits, noBits } from './postings.js';
import type { Shelf } from './shelf.js';
import { ANYHOW, type Worded, worded } from './words.js';

/** Products of a search that fit it equally well. */
export interface Tier {
  bits: Bits;
  count: number;
}

/** Sets of bits that one search keeps, at most: all, one a tier, one a dimension. */
export const SETS = 12;

/** All products of a search, before order and page. It is true until a product changes; what is not asked for is not made. */
export class Searched {
  readonly all: Bits;
  readonly total: number;
  private readonly words: Worded | undefined;
  private readonly narrowing: Narrowing;
  private readonly tiers: Tier[] = [];

  constructor(
    private readonly shelf: Shelf,
    private readonly wanted: Omit<Wanted, 'sort'>,
  ) {
    this.narrowing = narrowingOf(shelf, wanted);
    this.words = wanted.q === undefined ? undefined : worded(shelf.vocabulary, wanted.q);
    if (wanted.q !== undefined)
      this.narrowing.scope = this.words ? this.words.upTo(ANYHOW).intersection(this.narrowing.scope) : noBits();
    this.all = passing(this.narrowing);
    this.total = this.all.size();
  }

  /** Whether some products fit better than others. */
  get isRanked(): boolean {
    return this.words !== undefined;
  }

  /** The words as they were understood, when nothing has the words as they were typed. */
  get understood(): string | undefined {
    return this.total > 0 ? this.words?.understood : undefined;
  }

  /** Those that have the words in a tier's way, and in no better one. */
  tier(tier: number): Tier {
    const known = this.tiers[tier];
    if (known) return known;
    // A set of its own either way.
    const bits = tier === ANYHOW || !this.words ? this.all.clone() : this.words.upTo(tier).intersection(this.all);
    for (let better = 0; better < tier; better += 1) bits.difference(this.tier(better).bits);
    return (this.tiers[tier] = { bits, count: bits.size() });
  }

  /** Counts every choice. */
  facets(): ProductFacets {
    return new Counting(this.shelf, this.narrowing, this.wanted.inStock).facets();
  }
}
