import { type BitSet, bitSetOf, emptyBitSet } from '../posting-list.js';
import { LAST_PENALTY, LAST_TITLE_PENALTY, type PartMatch } from './part-match.js';

export interface Tier {
  bits: BitSet;
  count: number;
}

/** Sums of penalties; the last holds all greater sums. */
const LEVELS = 8;
const CLASSES = 4;
export const TIERS = CLASSES * LEVELS;
/** Fewer products are ranked one by one, which costs less than bit sets of the whole catalogue. */
const MAX_RANKED_SINGLY = 300;

/**
 * The tiers of a search by relevance: products that have every part in name, labels or tags and are in stock, the same
 * sold out, then those that match elsewhere, in stock and sold out; each by the sum of their parts' penalties. Sums are
 * added up for all products at once, a bit set per sum, as far as a page needs them.
 */
export class Ranking {
  /** By number of matches, then by sum: the products of at most this sum. */
  private readonly sums: BitSet[][];
  private readonly matches: readonly PartMatch[];
  private classes: Tier[] | undefined;
  private readonly tiers: Tier[] = [];

  /** @param total the size of `all` */
  constructor(
    private readonly all: BitSet,
    private readonly total: number,
    private readonly parts: readonly PartMatch[],
    preference: PartMatch | undefined,
    private readonly inStock: BitSet,
  ) {
    this.matches = preference ? [preference, ...parts] : parts;
    this.sums = Array.from({ length: this.matches.length + 1 }, () => []);
  }

  tier(number: number): Tier {
    if (this.total <= MAX_RANKED_SINGLY && this.tiers.length === 0) this.rankSingly();
    const known = this.tiers[number];
    if (known) return known;
    const level = number % LEVELS;
    this.classes ??= this.divide();
    const whole = this.classes[Math.floor(number / LEVELS)];
    if (!whole || whole.count === 0) return (this.tiers[number] = { bits: emptyBitSet(), count: 0 });
    const { length } = this.matches;
    const bits = this.upTo(length, level).new_intersection(whole.bits);
    if (level > 0) bits.difference(this.upTo(length, level - 1));
    return (this.tiers[number] = { bits, count: bits.size() });
  }

  private rankSingly(): void {
    const slots: number[][] = Array.from({ length: TIERS }, () => []);
    for (const slot of this.all.array()) {
      const isWeak = this.parts.some((match) => match.penaltyOf(slot) > LAST_TITLE_PENALTY);
      const sum = this.matches.reduce((penalties, match) => penalties + match.penaltyOf(slot), 0);
      const place = (isWeak ? 2 : 0) + (this.inStock.has(slot) ? 0 : 1);
      slots[place * LEVELS + Math.min(sum, LEVELS - 1)]?.push(slot);
    }
    for (const tier of slots) this.tiers.push({ bits: bitSetOf(tier), count: tier.length });
  }

  private divide(): Tier[] {
    const { all, inStock } = this;
    const strong = this.parts.reduce(
      (bits, match) => (match.hasWeak ? bits.new_intersection(match.upTo(LAST_TITLE_PENALTY)) : bits),
      all,
    );
    const classes = strong === all ? [all] : [strong, all.new_difference(strong)];
    return classes
      .flatMap((bits) => [bits.new_intersection(inStock), bits.new_difference(inStock)])
      .map((bits) => ({ bits, count: bits.size() }));
  }

  /** Returns the products whose first matches have penalties of at most this sum. */
  private upTo(length: number, sum: number): BitSet {
    const match = this.matches[length - 1];
    if (!match || sum === LEVELS - 1) return this.all;
    const known = this.sums[length]?.[sum];
    if (known) return known;
    let bits: BitSet | undefined;
    for (let penalty = 0; penalty <= Math.min(sum, LAST_PENALTY); penalty += 1) {
      if (!match.hasAt(penalty)) continue;
      const added = match.upTo(penalty).new_intersection(this.upTo(length - 1, sum - penalty));
      bits = bits ? bits.union(added) : added;
    }
    bits ??= emptyBitSet();
    (this.sums[length] as BitSet[])[sum] = bits;
    return bits;
  }
}
