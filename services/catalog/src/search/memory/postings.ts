import { TypedFastBitSet } from 'typedfastbitset';

/** A set of products by their place in memory, one bit each. */
export type Bits = TypedFastBitSet;
export const noBits = (): Bits => new TypedFastBitSet();

/** A list takes 64 bits for each product that it has, a bit set one for each that there is. */
const DENSE = 64;
/** Between the two forms lies this factor, so that they do not change at every step. */
const SLACK = 4;

/** Of most words nothing is in descriptions: one empty list for all. */
const NONE: number[] = [];

/** The products that have something in common: a sorted list while they are few, a bit set when they are many. */
export class Postings {
  private few: number[] | undefined = NONE;
  private many: Bits | undefined;
  private count = 0;

  get size(): number {
    return this.count;
  }

  add(slot: number): void {
    if (this.many) {
      if (this.many.has(slot)) return;
      this.many.add(slot);
      this.count += 1;
      if (this.count * DENSE * SLACK < slot) this.thin();
      return;
    }
    const few = this.few as number[];
    const at = placeOf(few, slot);
    if (few[at] === slot) return;
    if (few === NONE) this.few = [slot];
    else if (at === few.length) few.push(slot);
    else few.splice(at, 0, slot);
    this.count += 1;
    if (this.count > 8 && this.count * DENSE > (few.at(-1) as number)) {
      this.many = new TypedFastBitSet(this.few);
      this.few = undefined;
    }
  }

  remove(slot: number): void {
    if (this.many) {
      if (!this.many.has(slot)) return;
      this.many.remove(slot);
      this.count -= 1;
      return;
    }
    const few = this.few as number[];
    const at = placeOf(few, slot);
    if (few[at] !== slot) return;
    few.splice(at, 1);
    this.count -= 1;
  }

  /** How many of these are among those. */
  countIn(bits: Bits): number {
    if (this.many) return this.many.intersection_size(bits);
    let count = 0;
    for (const slot of this.few as number[]) if (bits.has(slot)) count += 1;
    return count;
  }

  /** These as a set of its own. */
  bits(): Bits {
    return this.many ? this.many.clone() : new TypedFastBitSet(this.few);
  }

  addTo(bits: Bits): void {
    if (this.many) bits.union(this.many);
    else for (const slot of this.few as number[]) bits.add(slot);
  }

  private thin(): void {
    this.few = this.many?.array();
    this.many = undefined;
  }
}

/** All that is in at least one of some. */
export function together(all: readonly Postings[]): Bits {
  const [first, ...others] = all;
  if (!first) return noBits();
  // The largest first: the set need not grow.
  const largest = others.reduce((most, one) => (one.size > most.size ? one : most), first);
  const bits = largest.bits();
  for (const postings of all) if (postings !== largest) postings.addTo(bits);
  return bits;
}

/** Where a number stands in a sorted list, or would. */
function placeOf(list: readonly number[], slot: number): number {
  // New products come last.
  if (list.length === 0 || (list.at(-1) as number) < slot) return list.length;
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle] as number) < slot) low = middle + 1;
    else high = middle;
  }
  return low;
}
