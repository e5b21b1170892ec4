import type { BitSet } from './posting-list.js';

type Key = number | string;

/** Sorts by a key, then by id, so that no two products are equal. */
export interface SortSpec {
  keyOf: (slot: number) => Key;
  idOf: (slot: number) => string;
  keyDirection: 1 | -1;
  idDirection: 1 | -1;
}

/** Sorting one product costs about this many times as much as visiting one. */
const SORT_COST = 10;

const compare = (a: Key, b: Key): number => (a < b ? -1 : a > b ? 1 : 0);

export class SortedSlots {
  private slots = new Uint32Array(64);
  private length = 0;
  private pending: number[] = [];

  constructor(private readonly spec: SortSpec) {}

  /** Adds a product. It is sorted in at the next read, so that a whole catalogue is sorted once. */
  add(slot: number): void {
    this.pending.push(slot);
  }

  /** Removes a product; call it before its sort key changes. */
  remove(slot: number): void {
    const index = this.indexOf(this.spec.keyOf(slot), this.spec.idOf(slot));
    if (this.slots[index] !== slot) return;
    this.slots.copyWithin(index, index + 1, this.length);
    this.length -= 1;
  }

  indexOf(key: Key, id: string): number {
    this.mergePending();
    return this.search(key, id);
  }

  range(from: number, to: number): Uint32Array {
    this.mergePending();
    return this.slots.subarray(from, Math.max(from, to));
  }

  /** @param count the size of `bits` */
  page(
    bits: BitSet,
    count: number,
    {
      reversed,
      after,
      offset,
      limit,
    }: { reversed: boolean; after: { key: Key; id: string } | undefined; offset: number; limit: number },
  ): number[] {
    this.mergePending();
    const { slots, length } = this;
    const direction = reversed ? -1 : 1;
    const expectedVisits = Math.min(1, (offset + limit) / count) * length;
    if (count * Math.log2(count + 1) * SORT_COST < expectedVisits) {
      const { keyOf, idOf } = this.spec;
      const sorted = bits.array().sort((a, b) => direction * this.compareTo(a, keyOf(b), idOf(b)));
      const rest = after ? sorted.filter((slot) => direction * this.compareTo(slot, after.key, after.id) > 0) : sorted;
      return rest.slice(offset, offset + limit);
    }
    const page: number[] = [];
    let index = after ? this.search(after.key, after.id) : reversed ? length : 0;
    // The product at the position itself, if it still exists, is skipped.
    if (reversed) index -= 1;
    else if (after && index < length && this.compareTo(slots[index] as number, after.key, after.id) === 0) index += 1;
    for (let toSkip = offset; index >= 0 && index < length && page.length < limit; index += direction) {
      const slot = slots[index] as number;
      if (!bits.has(slot)) continue;
      if (toSkip > 0) toSkip -= 1;
      else page.push(slot);
    }
    return page;
  }

  private mergePending(): void {
    const { pending } = this;
    if (pending.length === 0) return;
    this.pending = [];
    if (this.length + pending.length > this.slots.length) {
      const larger = new Uint32Array(Math.max(2 * this.slots.length, this.length + pending.length));
      larger.set(this.slots);
      this.slots = larger;
    }
    if (pending.length * SORT_COST > this.length) {
      this.slots.set(pending, this.length);
      this.length += pending.length;
      this.slots.set(this.sort(this.slots.subarray(0, this.length)));
      return;
    }
    for (const slot of pending) {
      const index = this.search(this.spec.keyOf(slot), this.spec.idOf(slot));
      this.slots.copyWithin(index + 1, index, this.length);
      this.slots[index] = slot;
      this.length += 1;
    }
  }

  /** Reads each key once: sorting 100,000 products takes two million comparisons. */
  private sort(slots: Uint32Array): number[] {
    const { keyOf, idOf, keyDirection, idDirection } = this.spec;
    const all = Array.from(slots, (slot) => ({ slot, key: keyOf(slot), id: idOf(slot) }));
    all.sort((a, b) => keyDirection * compare(a.key, b.key) || idDirection * compare(a.id, b.id));
    return all.map(({ slot }) => slot);
  }

  private search(key: Key, id: string): number {
    let [low, high] = [0, this.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.compareTo(this.slots[middle] as number, key, id) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private compareTo(slot: number, key: Key, id: string): number {
    const { keyOf, idOf, keyDirection, idDirection } = this.spec;
    return keyDirection * compare(keyOf(slot), key) || idDirection * compare(idOf(slot), id);
  }
}
