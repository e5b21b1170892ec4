import { labelKey } from './text.js';
import { type Bits, Postings, together } from './postings.js';

/** One choice of a kind: what it is called, and the products that have it. */
export interface Choice {
  key: string;
  /** As products spell it, with how many do. */
  spellings: Map<string, number>;
  has: Postings;
  /** Of a size: the products of which it can be bought. */
  there: Postings;
}

const collator = new Intl.Collator('en', { sensitivity: 'base' });

/** All choices of one kind: weaves, say. */
export class Choices {
  private readonly byKey = new Map<string, Choice>();
  /** By the alphabet, so that what is counted alike need not be compared. */
  readonly all: Choice[] = [];

  add(slot: number, label: string): Choice {
    const key = labelKey(label);
    let choice = this.byKey.get(key);
    if (!choice) {
      choice = { key, spellings: new Map(), has: new Postings(), there: new Postings() };
      this.byKey.set(key, choice);
      this.all.splice(this.placeOf(key), 0, choice);
    }
    choice.has.add(slot);
    choice.spellings.set(label, (choice.spellings.get(label) ?? 0) + 1);
    return choice;
  }

  /** Of a size that the product comes in: it can be bought. */
  mark(slot: number, label: string): void {
    this.get(label)?.there.add(slot);
  }

  remove(slot: number, label: string): void {
    const key = labelKey(label);
    const choice = this.byKey.get(key);
    if (!choice) return;
    choice.has.remove(slot);
    choice.there.remove(slot);
    const others = (choice.spellings.get(label) ?? 0) - 1;
    if (others > 0) choice.spellings.set(label, others);
    else choice.spellings.delete(label);
    if (choice.has.size > 0) return;
    this.byKey.delete(key);
    this.all.splice(this.all.indexOf(choice), 1);
  }

  get(label: string): Choice | undefined {
    return this.byKey.get(labelKey(label));
  }

  /** By the alphabet. */
  compare(one: Choice, other: Choice): number {
    return collator.compare(one.key, other.key);
  }

  /** The products that have one of these. */
  among(labels: readonly string[], which: 'has' | 'there' = 'has'): Bits {
    return together(labels.flatMap((label) => this.get(label)?.[which] ?? []));
  }

  private placeOf(key: string): number {
    let [low, high] = [0, this.all.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (collator.compare((this.all[middle] as Choice).key, key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** As most products spell it. */
export function spellingOf({ spellings }: Choice): string {
  let [best, most] = ['', 0];
  for (const [spelling, count] of spellings) if (count > most) [best, most] = [spelling, count];
  return best;
}
