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

const collator = new Intl.Collator('en', { sensitivity: 'base' });

/** All choices of one kind: weaves, say. */
export class Choices {
  private readonly byKey = new Map<string, Choice>();
  private readonly byLabel = new Map<string, Spelling>();
  /** By the alphabet, so that what is counted alike need not be compared. */
  readonly all: Choice[] = [];

  add(slot: number, label: string): Spelling {
    const spelling = this.byLabel.get(label) ?? this.spell(label);
    spelling.count += 1;
    spelling.choice.has.add(slot);
    return spelling;
  }

  remove(slot: number, spelling: Spelling): void {
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

  /** By the alphabet. */
  compare(one: Choice, other: Choice): number {
    return collator.compare(one.key, other.key);
  }

  /** The products that have one of these. */
  among(labels: readonly string[], which: 'has' | 'there' = 'has'): Bits {
    return together(labels.flatMap((label) => this.byKey.get(labelKey(label))?.[which] ?? []));
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
export const spellingOf = ({ spellings }: Choice): string => spellings.reduce((best, one) => (one.count > best.count ? one : best)).label;
