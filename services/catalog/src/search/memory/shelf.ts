import { familiesOf, isFamily } from '../colour-families.js';
import type { SearchedProduct } from '../search-engine.js';
import { bandOf } from './bands.js';
import { Choices } from './choices.js';
import { Order } from './order.js';
import { TypedFastBitSet } from 'typedfastbitset';
import { type Bits, noBits } from './postings.js';
import { folded, wordsOf } from './text.js';
import { type Term, Vocabulary } from './vocabulary.js';

/** What can be chosen, by kind. `colour` are families of colours, `colourLabel` colours just as products name them. */
const kinds = ['category', 'sareeType', 'tag', 'colourLabel', 'weave', 'colour', 'fabric', 'occasion', 'price', 'size'] as const;
export type Kind = (typeof kinds)[number];

/** A product as the engine keeps it. */
export interface Row {
  id: string;
  version: string;
  name: string;
  pricePaise: number;
  createdAt: number;
  title: Term[];
  body: Term[];
  labels: (readonly [Kind, string])[];
}

/** All products with the columns, lists and orders by which they are found. A product has a slot: a number as low as can be. */
export class Shelf {
  readonly vocabulary = new Vocabulary();
  readonly choices = Object.fromEntries(kinds.map((kind) => [kind, new Choices()])) as Record<Kind, Choices>;
  /** The slots in use, and those of products that can be bought. */
  readonly all: Bits = noBits();
  readonly inStock: Bits = noBits();
  readonly orders: Record<'newest' | 'price' | 'name', Order>;
  private readonly rows: (Row | undefined)[] = [];
  private readonly free: number[] = [];
  private readonly slots = new Map<string, number>();

  constructor() {
    const idOf = (slot: number) => this.row(slot).id;
    this.orders = {
      newest: new Order({ keyOf: (slot) => this.row(slot).createdAt, idOf, keys: -1, ids: -1 }),
      price: new Order({ keyOf: (slot) => this.row(slot).pricePaise, idOf, keys: 1, ids: -1 }),
      // As people sort them: 'ajrakh' before 'Banarasi'.
      name: new Order({ keyOf: (slot) => this.row(slot).name, idOf, keys: 1, ids: 1 }),
    };
  }

  get size(): number {
    return this.slots.size;
  }

  row(slot: number): Row {
    return this.rows[slot] as Row;
  }

  rowOf(id: string): Row | undefined {
    const slot = this.slots.get(id);
    return slot === undefined ? undefined : this.rows[slot];
  }

  ids(): Iterable<string> {
    return this.slots.keys();
  }

  put(product: SearchedProduct): void {
    this.remove(product.id);
    const slot = this.take(product);
    for (const order of Object.values(this.orders)) order.add(slot);
  }

  remove(id: string): void {
    const slot = this.slots.get(id);
    if (slot === undefined) return;
    const row = this.row(slot);
    for (const order of Object.values(this.orders)) order.remove(slot);
    for (const term of row.title) this.vocabulary.remove(slot, term, 'title');
    for (const term of row.body) this.vocabulary.remove(slot, term, 'body');
    for (const [kind, label] of row.labels) this.choices[kind].remove(slot, label);
    this.all.remove(slot);
    this.inStock.remove(slot);
    this.slots.delete(id);
    this.rows[slot] = undefined;
    this.free.push(slot);
  }

  private take(product: SearchedProduct): number {
    const slot = this.free.pop() ?? this.rows.length;
    const { id, version, name, description, tags, category, sareeType, weave, colour, fabric, occasion, pricePaise, stock, sizes, createdAt } = product;
    const title = new Set([name, ...tags, weave, colour, fabric, occasion, category, sareeType].flatMap((text) => (text ? wordsOf(text) : [])));
    const body = new Set(wordsOf(description).filter((word) => !title.has(word)));
    const labels: Row['labels'] = [['category', category], ['price', String(bandOf(pricePaise))]];
    if (sareeType) labels.push(['sareeType', sareeType]);
    for (const tag of new Set(tags)) labels.push(['tag', tag]);
    if (weave) labels.push(['weave', weave]);
    if (fabric) labels.push(['fabric', fabric]);
    if (occasion) labels.push(['occasion', occasion]);
    if (colour) labels.push(['colourLabel', colour], ...familiesOf(colour).map((family) => ['colour', family] as const));
    for (const { size } of sizes) labels.push(['size', size]);

    this.slots.set(id, slot);
    this.all.add(slot);
    if (stock > 0) this.inStock.add(slot);
    for (const [kind, label] of labels) this.choices[kind].add(slot, label);
    for (const { size, stock: pieces } of sizes) if (pieces > 0) this.choices.size.mark(slot, size);
    this.rows[slot] = {
      id, version, pricePaise, createdAt, labels,
      name: folded(name),
      title: Array.from(title, (word) => this.vocabulary.add(slot, word, 'title')),
      body: Array.from(body, (word) => this.vocabulary.add(slot, word, 'body')),
    };
    return slot;
  }

  /** The products of some prices, paise, both ends included. */
  priced(min = 0, max = Number.POSITIVE_INFINITY): Bits {
    const { price } = this.orders;
    // No id is as low as '' or as high as '~': ids of one price stand highest first.
    const range = price.between(price.placeOf(min, '~'), price.placeOf(max, ''));
    if (range.length * 2 < this.size) return new TypedFastBitSet(range);
    const bits = this.all.clone();
    for (const others of [price.between(0, price.placeOf(min, '~')), price.between(price.placeOf(max, ''), this.size)]) for (const slot of others) bits.remove(slot);
    return bits;
  }

  /** The products of some colours: families, or colours just as products name them. */
  coloured(colours: readonly string[]): Bits {
    const bits = this.choices.colour.among(colours.filter(isFamily));
    return bits.union(this.choices.colourLabel.among(colours.filter((colour) => !isFamily(colour))));
  }
}
