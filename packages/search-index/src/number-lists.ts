const INITIAL_LENGTH = 4_096;

/**
 * A list of numbers for each slot (see `ProductTable`), one behind the other in one buffer: four bytes a number, and
 * nothing for the garbage collector to visit.
 */
export class NumberLists {
  private numbers = new Uint32Array(INITIAL_LENGTH);
  /** By slot, where its list starts and how long it is. */
  private readonly starts: number[] = [];
  private readonly lengths: number[] = [];
  private end = 0;
  private used = 0;

  get(slot: number): Uint32Array {
    const start = this.starts[slot] ?? 0;
    return this.numbers.subarray(start, start + (this.lengths[slot] ?? 0));
  }

  /** Adds a slot, or replaces its list. @param numbers whole, below 2^32 */
  set(slot: number, numbers: readonly number[]): void {
    this.remove(slot);
    if (this.end + numbers.length > this.numbers.length) this.makeRoom(numbers.length);
    this.numbers.set(numbers, this.end);
    this.starts[slot] = this.end;
    this.lengths[slot] = numbers.length;
    this.end += numbers.length;
    this.used += numbers.length;
  }

  remove(slot: number): void {
    this.used -= this.lengths[slot] ?? 0;
    this.lengths[slot] = 0;
  }

  /** Moves the lists together; into a buffer of twice their length, so that this happens rarely. */
  private makeRoom(length: number): void {
    const moved = new Uint32Array(2 * (this.used + length));
    let end = 0;
    for (const slot of this.starts.keys()) {
      const list = this.get(slot);
      moved.set(list, end);
      this.starts[slot] = end;
      end += list.length;
    }
    this.numbers = moved;
    this.end = end;
  }
}
