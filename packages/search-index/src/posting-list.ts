import { TypedFastBitSet } from 'typedfastbitset';

/** A set of slots (see `ProductTable`), one bit each. */
export type BitSet = TypedFastBitSet;
export const emptyBitSet = (): BitSet => new TypedFastBitSet();

/** Allocates once; adding slots to an empty set grows it again and again. @param slots in ascending order */
export function bitSetOf(slots: readonly number[]): BitSet {
  const bits = new TypedFastBitSet(undefined, new Uint32Array(((slots.at(-1) ?? 0) + 32) >>> 5));
  for (const slot of slots) bits.add(slot);
  return bits;
}

const DENSE = 64;
/** Keeps a set near the threshold from switching its form on every change. */
const SLACK = 4;
const EMPTY: number[] = [];

/** The slots of the products that share a word or label: a sorted list while sparse, a bit set when dense. */
export class PostingList {
  private sparse: number[] | undefined = EMPTY;
  private dense: BitSet | undefined;
  private count = 0;

  get size(): number {
    return this.count;
  }

  add(slot: number): void {
    if (this.dense) {
      if (this.dense.has(slot)) return;
      this.dense.add(slot);
      this.count += 1;
      if (this.count * DENSE * SLACK < slot) {
        this.sparse = this.dense.array();
        this.dense = undefined;
      }
      return;
    }
    const sparse = this.sparse as number[];
    const index = insertionIndex(sparse, slot);
    if (sparse[index] === slot) return;
    if (sparse === EMPTY) this.sparse = [slot];
    else if (index === sparse.length) sparse.push(slot);
    else sparse.splice(index, 0, slot);
    this.count += 1;
    if (this.count > 8 && this.count * DENSE > (sparse.at(-1) as number)) {
      this.dense = bitSetOf(sparse);
      this.sparse = undefined;
    }
  }

  remove(slot: number): void {
    if (this.dense) {
      if (!this.dense.has(slot)) return;
      this.dense.remove(slot);
    } else {
      const sparse = this.sparse as number[];
      const index = insertionIndex(sparse, slot);
      if (sparse[index] !== slot) return;
      sparse.splice(index, 1);
    }
    this.count -= 1;
  }

  has(slot: number): boolean {
    if (this.dense) return this.dense.has(slot);
    const sparse = this.sparse as number[];
    return sparse[insertionIndex(sparse, slot)] === slot;
  }

  countIn(bits: BitSet): number {
    if (this.dense) return this.dense.intersection_size(bits);
    let count = 0;
    for (const slot of this.sparse as number[]) if (bits.has(slot)) count += 1;
    return count;
  }

  toBitSet(): BitSet {
    return this.dense ? this.dense.clone() : bitSetOf(this.sparse as number[]);
  }

  addTo(bits: BitSet): void {
    if (this.dense) bits.union(this.dense);
    else for (const slot of this.sparse as number[]) bits.add(slot);
  }
}

export function union(lists: readonly PostingList[]): BitSet {
  const [first, ...others] = lists;
  if (!first) return emptyBitSet();
  // Starting from the largest list avoids growing the result.
  const largest = others.reduce((best, list) => (list.size > best.size ? list : best), first);
  const bits = largest.toBitSet();
  for (const list of lists) if (list !== largest) list.addTo(bits);
  return bits;
}

function insertionIndex(sorted: readonly number[], slot: number): number {
  if (sorted.length === 0 || (sorted.at(-1) as number) < slot) return sorted.length;
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) < slot) low = middle + 1;
    else high = middle;
  }
  return low;
}
