import { colourFamiliesOf, isColourFamily } from './colour-families.js';
import { LabelIndex } from './label-index.js';
import { NumberLists } from './number-lists.js';
import { TypedFastBitSet } from 'typedfastbitset';
import { type BitSet, emptyBitSet } from './posting-list.js';
import type { IndexedProduct } from './search-index.js';
import { SortedSlots } from './sorted-slots.js';
import { foldText, wordsOf } from './text.js';
import { type Field, Vocabulary } from './vocabulary.js';

/**
 * `colour` holds colour families, `exactColour` colours as products name them, `price` the price ranges, `reduction`
 * whole percents, `stars` the whole stars of the average, `handling` what `handlingLabel` returns.
 */
const labelKinds = [
  'category',
  'sareeType',
  'tag',
  'exactColour',
  'weave',
  'colour',
  'fabric',
  'occasion',
  'price',
  'reduction',
  'size',
  'stars',
  'handling',
] as const;
export type LabelKind = (typeof labelKinds)[number];

export const PRICE_RANGE_STARTS_PAISE = [0, 1000, 2500, 5000, 10_000, 25_000, 50_000].map((rupees) => rupees * 100);

/** Units sold count up to here, in the part of a sort key above the time (epoch ms). */
const MAX_UNITS = 2047;
const TIME_RANGE = 2 ** 42;

/** Reviews that every product is given at first, so that one with few does not lead the list. */
const PRIOR = { count: 5, stars: 3.5 };

const ratingScoreOf = (rating: IndexedProduct<unknown>['rating']): number =>
  rating ? (PRIOR.count * PRIOR.stars + rating.count * rating.average) / (PRIOR.count + rating.count) : 0;

/** Working days until dispatch; with a category, those that are added to its own. */
const handlingLabel = (days: number, category?: string): string =>
  category === undefined ? `own ${days}` : `${category} plus ${days}`;

const priceRangeOf = (paise: number): number => PRICE_RANGE_STARTS_PAISE.findLastIndex((start) => start <= paise);

interface Row<D> {
  id: string;
  version: string;
  document: D;
  name: string;
  pricePaise: number;
  stock: number;
  createdAt: number;
  ratingScore: number;
  unitsSold: number;
}

/** All products and the structures that find them. Bit sets refer to a product by its slot, the lowest free number. */
export class ProductTable<D = unknown> {
  readonly vocabulary = new Vocabulary();
  readonly labels = Object.fromEntries(labelKinds.map((kind) => [kind, new LabelIndex()])) as Record<
    LabelKind,
    LabelIndex
  >;
  readonly all: BitSet = emptyBitSet();
  readonly inStock: BitSet = emptyBitSet();
  readonly withSoldOutSize: BitSet = emptyBitSet();
  readonly sorted: Record<'newest' | 'bestselling' | 'price' | 'name' | 'stock' | 'rating', SortedSlots>;
  private readonly rows: (Row<D> | undefined)[] = [];
  /** The numbers of each product's terms, each once. */
  private readonly terms = new NumberLists();
  private readonly freeSlots: number[] = [];
  private readonly slotOfId = new Map<string, number>();
  private unitsSold: ReadonlyMap<string, number> = new Map();
  private putCount = 0;

  constructor() {
    const idOf = (slot: number) => this.row(slot).id;
    const byName = (slot: number) => this.row(slot).name;
    this.sorted = {
      newest: new SortedSlots({ keyOf: (slot) => this.row(slot).createdAt, idOf, keyDirection: -1, idDirection: -1 }),
      // What sells most, then the newest.
      bestselling: new SortedSlots({
        keyOf: (slot) => this.salesRank(slot),
        idOf,
        keyDirection: -1,
        idDirection: -1,
      }),
      price: new SortedSlots({ keyOf: (slot) => this.row(slot).pricePaise, idOf, keyDirection: 1, idDirection: -1 }),
      stock: new SortedSlots({ keyOf: (slot) => this.row(slot).stock, idOf, keyDirection: 1, idDirection: -1 }),
      // Of equals, the newest.
      rating: new SortedSlots({ keyOf: (slot) => this.row(slot).ratingScore, idOf, keyDirection: -1, idDirection: -1 }),
      // Names are folded: 'ajrakh' before 'Banarasi'.
      name: new SortedSlots({ keyOf: byName, idOf, keyDirection: 1, idDirection: 1 }),
    };
  }

  get size(): number {
    return this.slotOfId.size;
  }

  get slotCount(): number {
    return this.rows.length;
  }

  row(slot: number): Row<D> {
    return this.rows[slot] as Row<D>;
  }

  findRow(id: string): Row<D> | undefined {
    const slot = this.slotOfId.get(id);
    return slot === undefined ? undefined : this.rows[slot];
  }

  /** Greater for more units sold, then for newer products. */
  salesRank(slot: number): number {
    const { unitsSold, createdAt } = this.row(slot);
    return Math.min(unitsSold, MAX_UNITS) * TIME_RANGE + createdAt;
  }

  /** @param units by product id; others have sold none */
  setUnitsSold(units: ReadonlyMap<string, number>): void {
    for (const id of new Set([...this.unitsSold.keys(), ...units.keys()])) {
      const slot = this.slotOfId.get(id);
      const unitsSold = units.get(id) ?? 0;
      if (slot === undefined || this.row(slot).unitsSold === unitsSold) continue;
      this.sorted.bestselling.remove(slot);
      this.row(slot).unitsSold = unitsSold;
      this.sorted.bestselling.add(slot);
    }
    this.unitsSold = units;
  }

  ids(): Iterable<string> {
    return this.slotOfId.keys();
  }

  put(product: IndexedProduct<D>): void {
    this.remove(product.id);
    const slot = this.freeSlots.pop() ?? this.rows.length;
    const { id, version, document, name, description, tags, pricePaise, createdAt } = product;
    const { weave, colour, fabric, occasion, category, sareeType } = product;
    const terms = this.addWords(slot, [
      ['name', [name]],
      ['label', [weave, category, sareeType, fabric, colour, occasion]],
      ['tag', tags],
      ['body', [description]],
    ]);
    this.terms.set(slot, terms);
    this.slotOfId.set(id, slot);
    this.all.add(slot);
    if (product.stock > 0) this.inStock.add(slot);
    if (product.sizes.some(({ stock }) => stock === 0)) this.withSoldOutSize.add(slot);
    this.addLabels(slot, product);
    this.rows[slot] = {
      id,
      version,
      document,
      pricePaise,
      stock: product.stock,
      createdAt,
      ratingScore: ratingScoreOf(product.rating),
      unitsSold: this.unitsSold.get(id) ?? 0,
      name: foldText(name),
    };
    for (const slots of Object.values(this.sorted)) slots.add(slot);
  }

  remove(id: string): void {
    const slot = this.slotOfId.get(id);
    if (slot === undefined) return;
    for (const slots of Object.values(this.sorted)) slots.remove(slot);
    for (const term of this.terms.get(slot)) this.vocabulary.remove(slot, term);
    this.terms.remove(slot);
    for (const kind of labelKinds) this.labels[kind].remove(slot);
    this.all.remove(slot);
    this.inStock.remove(slot);
    this.withSoldOutSize.remove(slot);
    this.slotOfId.delete(id);
    this.rows[slot] = undefined;
    this.freeSlots.push(slot);
  }

  /** Returns the products within a price range, both ends included, paise. */
  pricedBetween(min = 0, max = Number.POSITIVE_INFINITY): BitSet {
    const { price } = this.sorted;
    // '~' sorts above and '' below every id; ids of one price are sorted highest first.
    const [from, to] = [price.indexOf(min, '~'), price.indexOf(max, '')];
    const range = price.range(from, to);
    if (range.length * 2 < this.size) return new TypedFastBitSet(range);
    const bits = this.all.clone();
    for (const outside of [price.range(0, from), price.range(to, this.size)])
      for (const slot of outside) bits.remove(slot);
    return bits;
  }

  greatestReduction(): number {
    const inStock = this.labels.reduction.all.filter(({ products }) => products.countIn(this.inStock) > 0);
    return Math.max(0, ...inStock.map(({ key }) => Number(key)));
  }

  stockedUpTo(max: number): BitSet {
    const { stock } = this.sorted;
    // '' sorts below every id.
    return new TypedFastBitSet(stock.range(0, stock.indexOf(max, '')));
  }

  withIds(ids: readonly string[]): BitSet {
    return new TypedFastBitSet(ids.flatMap((id) => this.slotOfId.get(id) ?? []));
  }

  coloured(colours: readonly string[]): BitSet {
    const bits = this.labels.colour.productsWith(colours.filter(isColourFamily));
    return bits.union(this.labels.exactColour.productsWith(colours.filter((colour) => !isColourFamily(colour))));
  }

  ratedFrom(stars: number): BitSet {
    return this.labels.stars.productsWith([5, 4, 3, 2, 1].filter((one) => one >= stars).map(String));
  }

  /** Returns the products that are dispatched within so many working days. */
  handledWithin(maxDays: number, byCategory: Readonly<Record<string, number>>): BitSet {
    const upTo = (days: number) => Array.from({ length: Math.max(0, days + 1) }, (_, day) => day);
    return this.labels.handling.productsWith([
      ...upTo(maxDays).map((day) => handlingLabel(day)),
      ...Object.entries(byCategory).flatMap(([category, days]) =>
        upTo(maxDays - days).map((extra) => handlingLabel(extra, category)),
      ),
    ]);
  }

  /** Adds each word to the first field that has it, and returns the numbers of its terms. */
  private addWords(slot: number, textsByField: readonly [Field, readonly (string | undefined)[]][]): number[] {
    const { vocabulary } = this;
    const added: number[] = [];
    this.putCount += 1;
    for (const [field, texts] of textsByField)
      for (const text of texts)
        for (const word of text ? wordsOf(text) : []) {
          const term = vocabulary.term(word);
          if (term.lastPut === this.putCount) continue;
          term.lastPut = this.putCount;
          added.push(term.number);
          vocabulary.add(slot, term, field);
        }
    return added;
  }

  private addLabels(slot: number, product: IndexedProduct<D>): void {
    const { category, sareeType, tags, weave, colour, fabric, occasion, pricePaise, sizes, rating, handling } = product;
    const { reductionPercent } = product;
    const add = (kind: LabelKind, texts: readonly (string | undefined)[]) => {
      const present = texts.filter(Boolean) as string[];
      return present.length > 0 ? this.labels[kind].add(slot, present) : [];
    };
    add('category', [category]);
    add('sareeType', [sareeType]);
    add('tag', [...new Set(tags)]);
    add('weave', [weave]);
    add('fabric', [fabric]);
    add('occasion', [occasion]);
    add('exactColour', [colour]);
    add('colour', colour ? colourFamiliesOf(colour) : []);
    add('price', [String(priceRangeOf(pricePaise))]);
    add('reduction', reductionPercent ? [String(reductionPercent)] : []);
    add('stars', rating ? [String(Math.floor(rating.average))] : []);
    const { days = 0, isBesideCategory = true } = handling ?? {};
    add('handling', [handlingLabel(days, isBesideCategory ? category : undefined)]);
    const spellings = add(
      'size',
      sizes.map(({ size }) => size),
    );
    for (const [index, { stock }] of sizes.entries()) if (stock > 0) spellings[index]?.label.available.add(slot);
  }
}
