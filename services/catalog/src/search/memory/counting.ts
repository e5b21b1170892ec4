import type { ProductFacets } from '@rangavalli/contracts/entities/product-query';
import { paiseToRupees } from '@rangavalli/service-kit/money';
import { bands } from './bands.js';
import { type Choice, type Choices, spellingOf } from './choices.js';
import { type Dimension, type Narrowing, passing } from './narrowing.js';
import type { Bits } from './postings.js';
import type { Kind, Shelf } from './shelf.js';

type Counted = ProductFacets['weave'];

/** A list of choices longer than this helps nobody. */
const MAX_VALUES = 60;
/** Fewer products than this are looked at one by one. */
const FEW = 256;
const worn = ['XS', 'S', 'M', 'L', 'XL', 'XXL', 'XXXL'];

const rank = (size: string): number => worn.indexOf(size.toUpperCase()) >>> 0;
const numeric = new Intl.Collator('en', { numeric: true });
const bySize = (one: Counted[number], other: Counted[number]): number => rank(one.value) - rank(other.value) || numeric.compare(one.value, other.value);

/** A choice with how many products of a set have it. */
type Counts = readonly (readonly [Choice, number])[];

/**
 * Counts every dimension, each choice beside all that is chosen in others. Size and availability are looked at together,
 * so that each count is what its choice would show: a size counts where it can be bought if the shopper asked for what is
 * in stock (and where it is sold out if they asked for that), and a product is in stock if one of the chosen sizes is.
 */
export class Counting {
  /** Dimensions that nothing is chosen in are counted in the same set. */
  private readonly whole: Bits;
  private readonly wholeSize: number;

  constructor(
    private readonly shelf: Shelf,
    private readonly narrowing: Narrowing,
    private readonly inStock: boolean | undefined,
  ) {
    this.whole = passing(narrowing);
    this.wholeSize = this.whole.size();
  }

  facets(): ProductFacets {
    const available = this.within('availability');
    const inStock = available.bits.intersection_size(this.narrowing.there);
    return {
      weave: this.listed('weave'),
      colour: this.listed('colour'),
      fabric: this.listed('fabric'),
      occasion: this.listed('occasion'),
      size: this.sizes(),
      price: this.prices(),
      availability: { inStock, outOfStock: available.size - inStock },
    };
  }

  private listed(kind: 'weave' | 'colour' | 'fabric' | 'occasion'): Counted {
    return mostFrequent(this.counts(kind, this.within(kind)));
  }

  private sizes(): Counted {
    const within = this.within('size', 'availability');
    const { size } = this.shelf.choices;
    if (this.inStock === undefined) return mostFrequent(this.counts('size', within)).sort(bySize);
    const wanted = this.inStock;
    const counts = size.all.map((choice) => {
      const there = choice.there.countIn(within.bits);
      return [choice, wanted ? there : choice.has.countIn(within.bits) - there] as const;
    });
    return mostFrequent(counts).sort(bySize);
  }

  private prices(): ProductFacets['price'] {
    const counts = new Map(this.counts('price', this.within('price')).map(([{ key }, count]) => [Number(key), count]));
    return bands.flatMap((min, band) => {
      const count = counts.get(band) ?? 0;
      const next = bands[band + 1];
      // A band ends a paisa before the next begins: both ends are included.
      return count > 0 ? [{ min: paiseToRupees(min), ...(next === undefined ? {} : { max: paiseToRupees(next - 1) }), count }] : [];
    });
  }

  private within(...but: Dimension[]): { bits: Bits; size: number } {
    if (!but.some((dimension) => this.narrowing.narrowed[dimension])) return { bits: this.whole, size: this.wholeSize };
    const bits = passing(this.narrowing, ...but);
    return { bits, size: bits.size() };
  }

  private counts(kind: Kind, { bits, size }: { bits: Bits; size: number }): Counts {
    const choices: Choices = this.shelf.choices[kind];
    if (size === this.shelf.size) return choices.all.map((choice) => [choice, choice.has.size]);
    if (size >= FEW) return choices.all.map((choice) => [choice, choice.has.countIn(bits)]);
    const counts = new Map<Choice, number>();
    bits.forEach((slot) => {
      for (const choice of new Set((this.shelf.row(slot).labels[kind] ?? []).map((spelling) => spelling.choice))) counts.set(choice, (counts.get(choice) ?? 0) + 1);
    });
    // By the alphabet, as the others are.
    return [...counts].sort(([one], [other]) => choices.compare(one, other));
  }
}

function mostFrequent(counts: Counts): Counted {
  return counts
    .filter(([, count]) => count > 0)
    .sort(([, one], [, other]) => other - one)
    .slice(0, MAX_VALUES)
    .map(([choice, count]) => ({ value: spellingOf(choice), count }));
}
