import { applyFilters, type FacetName, type Filters } from './filters.js';
import { type LabelCounts, mostFrequentSpelling } from './label-index.js';
import type { BitSet } from './posting-list.js';
import { type LabelKind, PRICE_RANGE_STARTS_PAISE, type ProductTable } from './product-table.js';
import type { Facets, FacetValue } from './search-index.js';

const MAX_FACET_VALUES = 60;
/** Visiting one product costs as much as counting this share of one 32-slot word of a label's bits. */
const VISIT_COST = 0.5;
const RATINGS = [5, 4, 3, 2, 1];
const clothingSizes = ['XS', 'S', 'M', 'L', 'XL', 'XXL', 'XXXL'];

// -1 becomes the largest number: other sizes come last.
const sizeRank = (size: string): number => clothingSizes.indexOf(size.toUpperCase()) >>> 0;
const numericCollator = new Intl.Collator('en', { numeric: true });
const compareSizes = (a: FacetValue, b: FacetValue): number =>
  sizeRank(a.value) - sizeRank(b.value) || numericCollator.compare(a.value, b.value);

/**
 * Counts each facet among the products that pass the filters of all others. Size and availability are combined: with
 * `inStock` a size counts where it is available (or sold out), and availability refers to the selected sizes.
 */
export class FacetCounter {
  private readonly unfiltered: CountedSet;

  constructor(
    private readonly table: ProductTable,
    private readonly filters: Filters,
    private readonly inStock: boolean | undefined,
  ) {
    this.unfiltered = new CountedSet(applyFilters(filters));
  }

  count(): Facets {
    const available = this.setWithout('availability');
    const inStock = available.bits.intersection_size(this.filters.inStock);
    const valuesOf = (kind: 'weave' | 'colour' | 'fabric' | 'occasion') =>
      mostFrequent(this.countLabels(kind, this.setWithout(kind)));
    return {
      weave: valuesOf('weave'),
      colour: valuesOf('colour'),
      fabric: valuesOf('fabric'),
      occasion: valuesOf('occasion'),
      size: this.countSizes(),
      price: this.countPrices(),
      availability: { inStock, outOfStock: available.size - inStock },
      rating: this.countRatings(),
    };
  }

  private countSizes(): FacetValue[] {
    const set = this.setWithout('size', 'availability');
    if (this.inStock === undefined) return mostFrequent(this.countLabels('size', set)).sort(compareSizes);
    const counts = this.table.labels.size.all.map((label) => {
      const available = label.available.countIn(set.bits);
      return [label, this.inStock ? available : label.products.countIn(set.bits) - available] as const;
    });
    return mostFrequent(counts).sort(compareSizes);
  }

  private countPrices(): Facets['price'] {
    const counts = new Map(
      this.countLabels('price', this.setWithout('price')).map(([{ key }, count]) => [Number(key), count]),
    );
    return PRICE_RANGE_STARTS_PAISE.flatMap((minPaise, range) => {
      const count = counts.get(range) ?? 0;
      const next = PRICE_RANGE_STARTS_PAISE[range + 1];
      return count > 0 ? [{ minPaise, ...(next === undefined ? {} : { maxPaise: next - 1 }), count }] : [];
    });
  }

  private countRatings(): Facets['rating'] {
    const counts = new Map(
      this.countLabels('stars', this.setWithout('rating')).map(([{ key }, count]) => [Number(key), count]),
    );
    let sum = 0;
    return RATINGS.flatMap((min) => {
      const count = counts.get(min) ?? 0;
      sum += count;
      return count > 0 ? [{ min, count: sum }] : [];
    });
  }

  private setWithout(...facets: FacetName[]): CountedSet {
    return facets.some((facet) => this.filters.byFacet[facet])
      ? new CountedSet(applyFilters(this.filters, ...facets))
      : this.unfiltered;
  }

  private countLabels(kind: LabelKind, set: CountedSet): LabelCounts {
    const labels = this.table.labels[kind];
    if (set.size === this.table.size) return labels.countAll();
    if (set.size * VISIT_COST < (this.table.slotCount / 32) * labels.all.length) return labels.countIn(set.slots);
    return labels.all.map((label) => [label, label.products.countIn(set.bits)]);
  }
}

class CountedSet {
  readonly size: number;
  private cachedSlots: Uint32Array | undefined;

  constructor(readonly bits: BitSet) {
    this.size = bits.size();
  }

  get slots(): Uint32Array {
    if (this.cachedSlots) return this.cachedSlots;
    const slots = new Uint32Array(this.size);
    let index = 0;
    this.bits.forEach((slot) => {
      slots[index] = slot;
      index += 1;
    });
    return (this.cachedSlots = slots);
  }
}

const mostFrequent = (counts: LabelCounts): FacetValue[] =>
  counts
    .filter(([, count]) => count > 0)
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_FACET_VALUES)
    .map(([label, count]) => ({ value: mostFrequentSpelling(label), count }));
