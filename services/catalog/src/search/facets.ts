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

const counting: Record<Exclude<Dimension, 'size' | 'availability'>, PipelineStage.FacetPipelineStage[]> = {
  weave: countText('weave'),
  colour: countText('colour'),
  fabric: countText('fabric'),
  occasion: countText('occasion'),
  price: [{ $bucket: { groupBy: '$pricePaise', boundaries: [...bands, END], default: 'none', output: { count } } }],
};

/** Each size with its pieces; sizes that are counted together have all of the product's. */
const offered = { $ifNull: ['$sizeStock', { $map: { input: '$sizes', as: 'size', in: { size: '$$size', stock: '$stock' } } }] };
const stockThere = (wanted: boolean) => (wanted ? { $gt: 0 } : { $lte: 0 });

/**
 * Counts every dimension in one reading of the shelf. Size and availability are looked at together, so that each count
 * is what its choice would show: a size counts where it can be bought if the shopper asked for what is in stock (and
 * where it is sold out if they asked for that), and a product is in stock if one of the chosen sizes is.
 */
export function facetPipeline({ scope, narrowed, sizes, inStock }: ProductFilter): PipelineStage[] {
  const countingOf = (dimension: Dimension): PipelineStage.FacetPipelineStage[] => {
    if (dimension === 'size') {
      const wanted = inStock === undefined ? [] : [{ $match: { 'offered.stock': stockThere(inStock) } }];
      return [{ $unwind: '$offered' }, ...wanted, { $group: { _id: '$offered.size', count } }];
    }
    if (dimension !== 'availability') return counting[dimension];
    const inSizes = [{ $unwind: '$offered' }, { $match: { 'offered.size': sizes } }, { $group: { _id: '$_id', stock: { $max: '$offered.stock' } } }];
    return [...(sizes ? inSizes : []), { $group: { _id: { $gt: ['$stock', 0] }, count } }];
  };
  const pipelineOf = (dimension: Dimension): PipelineStage.FacetPipelineStage[] => {
    const others = dimension === 'size' ? narrowedBut(narrowed, 'size', 'availability') : narrowedBut(narrowed, dimension);
    return [...(others.length > 0 ? [{ $match: { $and: others } }] : []), ...countingOf(dimension)];
  };
  return [
    { $match: { $and: scope } },
    { $project: { weave: 1, colour: 1, fabric: 1, occasion: 1, sizes: 1, sizeStock: 1, pricePaise: 1, stock: 1, offered } },
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
