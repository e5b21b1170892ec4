import type { ProductFacets } from '@rangavalli/contracts/entities/product-query';
import { paiseToRupees } from '@rangavalli/service-kit/money';
import { bands } from './bands.js';
import { type Counts, spellingOf } from './choices.js';
import { type Dimension, type Narrowing, passing } from './narrowing.js';
import type { Bits } from './postings.js';
import type { Kind, Shelf } from './shelf.js';

type Listed = ProductFacets['weave'];

/** A list of choices longer than this helps nobody. */
const MAX_VALUES = 60;
/** To look at a product takes as long as to count one choice among so many times 32 products: bits are counted slowly without a machine's own count. */
const LOOK = 0.5;
const worn = ['XS', 'S', 'M', 'L', 'XL', 'XXL', 'XXXL'];

const rank = (size: string): number => worn.indexOf(size.toUpperCase()) >>> 0;
const numeric = new Intl.Collator('en', { numeric: true });
const bySize = (one: Listed[number], other: Listed[number]): number =>
  rank(one.value) - rank(other.value) || numeric.compare(one.value, other.value);

/**
 * Counts every dimension, each choice beside all that is chosen in others. Size and availability are looked at together,
 * so that each count is what its choice would show: a size counts where it can be bought if the shopper asked for what is
 * in stock (and where it is sold out if they asked for that), and a product is in stock if one of the chosen sizes is.
 */
export class Counting {
  /** Dimensions that nothing is chosen in are counted in the same set. */
  private readonly whole: Within;

  constructor(
    private readonly shelf: Shelf,
    private readonly narrowing: Narrowing,
    private readonly inStock: boolean | undefined,
  ) {
    this.whole = new Within(passing(narrowing));
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

  private listed(kind: 'weave' | 'colour' | 'fabric' | 'occasion'): Listed {
    return mostFrequent(this.counts(kind, this.within(kind)));
  }

  private sizes(): Listed {
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
      return count > 0
        ? [{ min: paiseToRupees(min), ...(next === undefined ? {} : { max: paiseToRupees(next - 1) }), count }]
        : [];
    });
  }

  private within(...but: Dimension[]): Within {
    return but.some((dimension) => this.narrowing.narrowed[dimension])
      ? new Within(passing(this.narrowing, ...but))
      : this.whole;
  }

  /** By the alphabet. */
  private counts(kind: Kind, within: Within): Counts {
    const choices = this.shelf.choices[kind];
    if (within.size === this.shelf.size) return choices.whole();
    if (within.size * LOOK < (this.shelf.slotCount / 32) * choices.all.length) return choices.tally(within.slots);
    return choices.all.map((choice) => [choice, choice.has.countIn(within.bits)]);
  }
}

/** The products in which something is counted. */
class Within {
  readonly size: number;
  private listed: Uint32Array | undefined;

  constructor(readonly bits: Bits) {
    this.size = bits.size();
  }

  /** Listed when they are first looked at one by one. */
  get slots(): Uint32Array {
    if (this.listed) return this.listed;
    const slots = new Uint32Array(this.size);
    let at = 0;
    this.bits.forEach((slot) => {
      slots[at] = slot;
      at += 1;
    });
    return (this.listed = slots);
  }
}

function mostFrequent(counts: Counts): Listed {
  return counts
    .filter(([, count]) => count > 0)
    .sort(([, one], [, other]) => other - one)
    .slice(0, MAX_VALUES)
    .map(([choice, count]) => ({ value: spellingOf(choice), count }));
}
