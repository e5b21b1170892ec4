import { type BitSet, emptyBitSet } from '../posting-list.js';
import { LAST_PENALTY, LAST_TITLE_PENALTY, type PartMatch } from './part-match.js';

export interface Tier {
  bits: BitSet;
  count: number;
}

/** Sums of penalties; the last holds all greater sums. */
const LEVELS = 8;
const CLASSES = 4;
export const TIERS = CLASSES * LEVELS;

/**
 * The tiers of a search by relevance: products that have every part in name, labels or tags and are in stock, the same
 * sold out, then those that match elsewhere, in stock and sold out; each by the sum of their parts' penalties. Sums are
 * added up for all products at once, a bit set per sum.
 */
export class Ranking {
  private cumulative: BitSet[] | undefined;
  private classes: Tier[] | undefined;
  private readonly tiers: Tier[] = [];

  constructor(
    private readonly all: BitSet,
    private readonly matches: readonly PartMatch[],
    private readonly inStock: BitSet,
  ) {}

  tier(number: number): Tier {
    const known = this.tiers[number];
    if (known) return known;
    const level = number % LEVELS;
    this.classes ??= this.divide();
    const whole = this.classes[Math.floor(number / LEVELS)];
    if (!whole || whole.count === 0) return (this.tiers[number] = { bits: emptyBitSet(), count: 0 });
    this.cumulative ??= this.addUp();
    const bits = (this.cumulative[level] as BitSet).new_intersection(whole.bits);
    if (level > 0) bits.difference(this.cumulative[level - 1] as BitSet);
    return (this.tiers[number] = { bits, count: bits.size() });
  }

  private divide(): Tier[] {
    const { all, inStock } = this;
    const strong = this.matches.reduce((bits, match) => bits.intersection(match.upTo(LAST_TITLE_PENALTY)), all.clone());
    const weak = all.new_difference(strong);
    return [strong, weak]
      .flatMap((bits) => [bits.new_intersection(inStock), bits.new_difference(inStock)])
      .map((bits) => ({ bits, count: bits.size() }));
  }

  /** Returns the products of each sum or less. */
  private addUp(): BitSet[] {
    let sums = Array.from({ length: LEVELS }, () => this.all);
    for (const match of this.matches)
      sums = sums.map((_bits, sum) => {
        if (sum === LEVELS - 1) return this.all;
        const bits = emptyBitSet();
        for (let penalty = 0; penalty <= Math.min(sum, LAST_PENALTY); penalty += 1)
          if (match.hasAt(penalty)) bits.union(match.upTo(penalty).new_intersection(sums[sum - penalty] as BitSet));
        return bits;
      });
    return sums;
  }
}
