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
const kinds = [
  'category',
  'sareeType',
  'tag',
  'colourLabel',
  'weave',
  'colour',
  'fabric',
  'occasion',
  'price',
  'size',
] as const;
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

  /** Slots in use and free ones: so many bits a set can have. */
  get slotCount(): number {
    return this.rows.length;
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
    for (const kind of kinds) this.choices[kind].remove(slot);
    this.all.remove(slot);
    this.inStock.remove(slot);
    this.slots.delete(id);
    this.rows[slot] = undefined;
    this.free.push(slot);
  }

  private take(product: SearchedProduct): number {
    const slot = this.free.pop() ?? this.rows.length;
    const {
      id,
      version,
      name,
      description,
      tags,
      category,
      sareeType,
      weave,
      colour,
      fabric,
      occasion,
      pricePaise,
      stock,
      createdAt,
    } = product;
    const title = new Set(
      [name, ...tags, weave, colour, fabric, occasion, category, sareeType].flatMap((text) =>
        text ? wordsOf(text) : [],
      ),
    );
    const body = new Set(wordsOf(description).filter((word) => !title.has(word)));
    this.slots.set(id, slot);
    this.all.add(slot);
    if (stock > 0) this.inStock.add(slot);
    this.label(slot, product);
    this.rows[slot] = {
      id,
      version,
      pricePaise,
      createdAt,
      name: folded(name),
      title: Array.from(title, (word) => this.vocabulary.add(slot, word, 'title')),
      body: Array.from(body, (word) => this.vocabulary.add(slot, word, 'body')),
    };
    return slot;
  }

  private label(
    slot: number,
    { category, sareeType, tags, weave, colour, fabric, occasion, pricePaise, sizes }: SearchedProduct,
  ): void {
    const add = (kind: Kind, told: readonly (string | undefined)[]) => {
      const written = told.filter(Boolean) as string[];
      return written.length > 0 ? this.choices[kind].add(slot, written) : [];
    };
    add('category', [category]);
    add('sareeType', [sareeType]);
    add('tag', [...new Set(tags)]);
    add('weave', [weave]);
    add('fabric', [fabric]);
    add('occasion', [occasion]);
    add('colourLabel', [colour]);
    add('colour', colour ? familiesOf(colour) : []);
    add('price', [String(bandOf(pricePaise))]);
    const known = add(
      'size',
      sizes.map(({ size }) => size),
    );
    for (const [at, { stock }] of sizes.entries()) if (stock > 0) known[at]?.choice.there.add(slot);
  }

  /** The products of some prices, paise, both ends included. */
  priced(min = 0, max = Number.POSITIVE_INFINITY): Bits {
    const { price } = this.orders;
    // No id is as low as '' or as high as '~': ids of one price stand highest first.
    const range = price.between(price.placeOf(min, '~'), price.placeOf(max, ''));
    if (range.length * 2 < this.size) return new TypedFastBitSet(range);
    const bits = this.all.clone();
    for (const others of [price.between(0, price.placeOf(min, '~')), price.between(price.placeOf(max, ''), this.size)])
      for (const slot of others) bits.remove(slot);
    return bits;
  }

  /** The products of some colours: families, or colours just as products name them. */
  coloured(colours: readonly string[]): Bits {
    const bits = this.choices.colour.among(colours.filter(isFamily));
    return bits.union(this.choices.colourLabel.among(colours.filter((colour) => !isFamily(colour))));
  }
}
