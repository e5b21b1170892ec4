import type { Bits } from './postings.js';

/** By what products are sorted: a key, then the id, so that no two are alike. */
export interface Sorting {
  keyOf: (slot: number) => number | string;
  idOf: (slot: number) => string;
  /** -1: the highest first. */
  keys: 1 | -1;
  ids: 1 | -1;
}

/** What is sorted by comparing costs this much more than what is met in passing. */
const SORT_COST = 10;

const compare = (one: number | string, other: number | string): number => (one < other ? -1 : one > other ? 1 : 0);

/** All products in one order, kept sorted. */
export class Order {
  private slots = new Uint32Array(64);
  private length = 0;
  /** Taken in and not sorted yet. */
  private fresh: number[] = [];

  constructor(private readonly by: Sorting) {}

  /** Takes a product in. It is sorted when the order is next asked for, so that a whole catalog is sorted once. */
  add(slot: number): void {
    this.fresh.push(slot);
  }

  /** Call it before what the product is sorted by changes. */
  remove(slot: number): void {
    this.settle();
    const at = this.placeOf(this.by.keyOf(slot), this.by.idOf(slot));
    if (this.slots[at] !== slot) return;
    this.slots.copyWithin(at, at + 1, this.length);
    this.length -= 1;
  }

  /** How many stand before a place. */
  placeOf(key: number | string, id: string): number {
    this.settle();
    return this.find(key, id);
  }

  private find(key: number | string, id: string): number {
    let [low, high] = [0, this.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const slot = this.slots[middle] as number;
      if (this.compareTo(slot, key, id) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Those between two places, as they stand. */
  between(from: number, to: number): Uint32Array {
    this.settle();
    return this.slots.subarray(from, Math.max(from, to));
  }

  /**
   * Some of a set, in this order or its reverse: behind a place, with so many left out first.
   * @param count how many the set has
   */
  pick(
    bits: Bits,
    count: number,
    {
      reversed,
      after,
      skip,
      limit,
    }: { reversed: boolean; after: { key: number | string; id: string } | undefined; skip: number; limit: number },
  ): number[] {
    this.settle();
    const met = Math.min(1, (skip + limit) / count) * this.length;
    // Few among many are sooner sorted than met.
    if (count * Math.log2(count + 1) * SORT_COST < met) {
      const sorted = bits.array().sort((one, other) => this.compareSlots(one, other));
      if (reversed) sorted.reverse();
      const rest = after
        ? sorted.filter((slot) => (reversed ? -1 : 1) * this.compareTo(slot, after.key, after.id) > 0)
        : sorted;
      return rest.slice(skip, skip + limit);
    }
    const { slots, length } = this;
    const picked: number[] = [];
    const step = reversed ? -1 : 1;
    let at = after ? this.placeOf(after.key, after.id) : reversed ? length : 0;
    // `placeOf` is where the product itself stood, if it is still there.
    if (reversed) at -= 1;
    else if (after && at < length && this.compareTo(slots[at] as number, after.key, after.id) === 0) at += 1;
    for (let left = skip; at >= 0 && at < length && picked.length < limit; at += step) {
      const slot = slots[at] as number;
      if (!bits.has(slot)) continue;
      if (left > 0) left -= 1;
      else picked.push(slot);
    }
    return picked;
  }

  /** One by one where they are few, all at once where they are many. */
  private settle(): void {
    const { fresh } = this;
    if (fresh.length === 0) return;
    this.fresh = [];
    if (this.length + fresh.length > this.slots.length) {
      const larger = new Uint32Array(Math.max(2 * this.slots.length, this.length + fresh.length));
      larger.set(this.slots);
      this.slots = larger;
    }
    if (fresh.length * SORT_COST > this.length) {
      this.slots.set(fresh, this.length);
      this.length += fresh.length;
      this.slots.set(this.sorted(this.slots.subarray(0, this.length)));
      return;
    }
    for (const slot of fresh) {
      const at = this.find(this.by.keyOf(slot), this.by.idOf(slot));
      this.slots.copyWithin(at + 1, at, this.length);
      this.slots[at] = slot;
      this.length += 1;
    }
  }

  /** With the keys at hand: a catalog has two million comparisons. */
  private sorted(slots: Uint32Array): number[] {
    const { keyOf, idOf, keys, ids } = this.by;
    const all = Array.from(slots, (slot) => ({ slot, key: keyOf(slot), id: idOf(slot) }));
    all.sort((one, other) => keys * compare(one.key, other.key) || ids * compare(one.id, other.id));
    return all.map(({ slot }) => slot);
  }

  private compareSlots(one: number, other: number): number {
    return (
      this.by.keys * compare(this.by.keyOf(one), this.by.keyOf(other)) ||
      this.by.ids * compare(this.by.idOf(one), this.by.idOf(other))
    );
  }

  private compareTo(slot: number, key: number | string, id: string): number {
    return this.by.keys * compare(this.by.keyOf(slot), key) || this.by.ids * compare(this.by.idOf(slot), id);
  }
}
