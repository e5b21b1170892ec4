import type { ProductFacets } from '@rangavalli/contracts/entities/product-query';
import { paiseToRupees } from '@rangavalli/service-kit/money';
import type { PipelineStage } from 'mongoose';
import { familiesOf } from './colour-families.js';
import { type Dimension, dimensions, narrowedBut, type ProductFilter } from './product-filter.js';

/** Where a band of prices begins, paise. */
const bands = [0, 1000, 2500, 5000, 10_000, 25_000, 50_000].map((rupees) => rupees * 100);
/** Above every price (contracts: `rupees`). */
const END = 10_000_001 * 100;
/** A list of choices longer than this helps nobody. */
const MAX_VALUES = 60;
const worn = ['XS', 'S', 'M', 'L', 'XL', 'XXL', 'XXXL'];

interface Count {
  _id: unknown;
  count: number;
}
/** What the pipeline answers. */
export type FacetCounts = Record<Dimension, Count[]>;

const count = { $sum: 1 };
const countText = (field: string): PipelineStage.FacetPipelineStage[] => [{ $match: { [field]: { $type: 'string' } } }, { $group: { _id: `$${field}`, count } }];

const counting: Record<Dimension, PipelineStage.FacetPipelineStage[]> = {
  weave: countText('weave'),
  colour: countText('colour'),
  fabric: countText('fabric'),
  occasion: countText('occasion'),
  size: [{ $unwind: '$sizes' }, { $group: { _id: '$sizes', count } }],
  price: [{ $bucket: { groupBy: '$pricePaise', boundaries: [...bands, END], default: 'none', output: { count } } }],
  availability: [{ $group: { _id: { $gt: ['$stock', 0] }, count } }],
};

/** Counts every dimension in one reading of the shelf. */
export function facetPipeline({ scope, narrowed }: ProductFilter): PipelineStage[] {
  const pipelineOf = (dimension: Dimension): PipelineStage.FacetPipelineStage[] => {
    const others = narrowedBut(narrowed, dimension);
    return [...(others.length > 0 ? [{ $match: { $and: others } }] : []), ...counting[dimension]];
  };
  return [
    { $match: { $and: scope } },
    { $project: { _id: 0, weave: 1, colour: 1, fabric: 1, occasion: 1, sizes: 1, pricePaise: 1, stock: 1 } },
    { $facet: Object.fromEntries(dimensions.map((dimension) => [dimension, pipelineOf(dimension)])) },
  ];
}

type Counted = ProductFacets['weave'];
const byFrequency = (one: Counted[number], other: Counted[number]): number => other.count - one.count || one.value.localeCompare(other.value);

/** Adds up what is the same choice: the same letters in another case, or colours of one family. */
function folded(counts: readonly Count[], choicesOf: (value: string) => string[] = (value) => [value]): Counted {
  const sums = new Map<string, Counted[number]>();
  for (const { _id, count: more } of counts) {
    for (const value of choicesOf(String(_id))) {
      const key = value.toLowerCase();
      sums.set(key, { value: sums.get(key)?.value ?? value, count: (sums.get(key)?.count ?? 0) + more });
    }
  }
  return [...sums.values()].sort(byFrequency).slice(0, MAX_VALUES);
}

const rank = (size: string): number => worn.indexOf(size.toUpperCase()) >>> 0;
const bySize = (one: Counted[number], other: Counted[number]): number => rank(one.value) - rank(other.value) || one.value.localeCompare(other.value, 'en', { numeric: true });

/** The pipeline's counts as the call answers them. */
export function facetsOf(counts: FacetCounts): ProductFacets {
  const available = (wanted: boolean): number => counts.availability.find(({ _id }) => _id === wanted)?.count ?? 0;
  return {
    weave: folded(counts.weave),
    colour: folded(counts.colour, familiesOf),
    fabric: folded(counts.fabric),
    occasion: folded(counts.occasion),
    size: folded(counts.size).sort(bySize),
    price: bands.flatMap((min, index) => {
      const found = counts.price.find(({ _id }) => Number(_id) === min);
      const next = bands[index + 1];
      // A band ends a paisa before the next begins: both ends are included.
      return found ? [{ min: paiseToRupees(min), ...(next === undefined ? {} : { max: paiseToRupees(next - 1) }), count: found.count }] : [];
    }),
    availability: { inStock: available(true), outOfStock: available(false) },
  };
}
