import { type Bits, Postings, together } from './postings.js';
import { labelKey } from './text.js';

/** One choice of a kind: the products that have it, however they spell it. */
export interface Choice {
  key: string;
  spellings: Spelling[];
  has: Postings;
  /** Of a size: the products of which it can be bought. */
  there: Postings;
}

/** A label just as products write it; one for all of them. */
export interface Spelling {
  label: string;
  choice: Choice;
  /** How many write it so. */
  count: number;
}

/** What one product has of a kind: one object for all products that have the same. */
interface Labels {
  /** As they were told. */
  spellings: readonly Spelling[];
  /** Each once. */
  choices: readonly Choice[];
  key: string;
  /** By which products name them. */
  number: number;
  /** So many products have them. */
  products: number;
}

/** What a product that has no such labels names. */
const NOTHING = 0;

/** A choice with how many products of a set have it. */
export type Counts = readonly (readonly [Choice, number])[];

const collator = new Intl.Collator('en', { sensitivity: 'base' });

/** All choices of one kind: weaves, say. */
export class Choices {
  private readonly byKey = new Map<string, Choice>();
  private readonly byLabel = new Map<string, Spelling>();
  private readonly known = new Map<string, Labels>();
  private readonly byNumber: (Labels | undefined)[] = [undefined];
  private readonly freeNumbers: number[] = [];
  /** For each slot the number of its labels. */
  private column = new Uint32Array(64);
  /** By the alphabet, so that what is counted alike need not be compared. */
  readonly all: Choice[] = [];

  /** Takes in what a product has; in the order in which it was told. */
  add(slot: number, told: readonly string[]): readonly Spelling[] {
    const labels = this.known.get(told.join('\n')) ?? this.learn(told);
    labels.products += 1;
    if (slot >= this.column.length) {
      const longer = new Uint32Array(2 * slot);
      longer.set(this.column);
      this.column = longer;
    }
    this.column[slot] = labels.number;
    for (const spelling of labels.spellings) {
      spelling.count += 1;
      spelling.choice.has.add(slot);
    }
    return labels.spellings;
  }

  remove(slot: number): void {
    const labels = this.byNumber[this.column[slot] ?? NOTHING];
    if (!labels) return;
    this.column[slot] = NOTHING;
    labels.products -= 1;
    if (labels.products === 0) {
      this.known.delete(labels.key);
      this.byNumber[labels.number] = undefined;
      this.freeNumbers.push(labels.number);
    }
    for (const spelling of labels.spellings) this.leave(slot, spelling);
  }

  /** Counts each choice among all products that there are. */
  whole(): Counts {
    return this.all.map((choice) => [choice, choice.has.size]);
  }

  /** Counts each choice among these products: what they have together is counted by its number, one product after the other. */
  tally(slots: Uint32Array): Counts {
    const { column } = this;
    const numbered = new Uint32Array(this.byNumber.length);
    for (let at = 0; at < slots.length; at += 1) {
      const number = column[slots[at] as number] ?? NOTHING;
      numbered[number] = (numbered[number] as number) + 1;
    }
    const counts = new Map<Choice, number>();
    for (const [number, count] of numbered.entries()) {
      if (count > 0)
        for (const choice of this.byNumber[number]?.choices ?? [])
          counts.set(choice, (counts.get(choice) ?? 0) + count);
    }
    return this.all.map((choice) => [choice, counts.get(choice) ?? 0]);
  }

  /** The products that have one of these. */
  among(labels: readonly string[], which: 'has' | 'there' = 'has'): Bits {
    return together(labels.flatMap((label) => this.byKey.get(labelKey(label))?.[which] ?? []));
  }

  private learn(told: readonly string[]): Labels {
    const spellings = told.map((label) => this.byLabel.get(label) ?? this.spell(label));
    const number = this.freeNumbers.pop() ?? this.byNumber.length;
    const labels = {
      spellings,
      choices: [...new Set(spellings.map(({ choice }) => choice))],
      key: told.join('\n'),
      number,
      products: 0,
    };
    this.known.set(labels.key, labels);
    this.byNumber[number] = labels;
    return labels;
  }

  private leave(slot: number, spelling: Spelling): void {
    const { label, choice } = spelling;
    choice.has.remove(slot);
    choice.there.remove(slot);
    spelling.count -= 1;
    if (spelling.count > 0) return;
    this.byLabel.delete(label);
    choice.spellings.splice(choice.spellings.indexOf(spelling), 1);
    if (choice.spellings.length > 0) return;
    this.byKey.delete(choice.key);
    this.all.splice(this.all.indexOf(choice), 1);
  }

  private spell(label: string): Spelling {
    const key = labelKey(label);
    let choice = this.byKey.get(key);
    if (!choice) {
      choice = { key, spellings: [], has: new Postings(), there: new Postings() };
      this.byKey.set(key, choice);
      this.all.splice(this.placeOf(key), 0, choice);
    }
    const spelling = { label, choice, count: 0 };
    choice.spellings.push(spelling);
    this.byLabel.set(label, spelling);
    return spelling;
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
export const spellingOf = ({ spellings }: Choice): string =>
  spellings.reduce((best, one) => (one.count > best.count ? one : best)).label;
