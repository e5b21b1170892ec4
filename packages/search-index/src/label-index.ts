import { type BitSet, emptyBitSet, PostingList, union } from './posting-list.js';
import { labelKey } from './text.js';

/** One value of a facet and the products that have it, however they spell it. */
export interface Label {
  key: string;
  spellings: Spelling[];
  products: PostingList;
  /** Sizes only: the products of which this size can be bought. */
  available: PostingList;
}

export interface Spelling {
  text: string;
  label: Label;
  count: number;
}

interface LabelSet {
  spellings: readonly Spelling[];
  labels: readonly Label[];
  key: string;
  number: number;
  productCount: number;
}

/** The label set number of a product without labels. */
const NO_LABELS = 0;

export type LabelCounts = readonly (readonly [Label, number])[];

const collator = new Intl.Collator('en', { sensitivity: 'base' });

export class LabelIndex {
  /** Alphabetical, so that ties in counts need no further comparison. */
  readonly all: Label[] = [];
  private readonly byKey = new Map<string, Label>();
  private readonly bySpelling = new Map<string, Spelling>();
  private readonly setsByKey = new Map<string, LabelSet>();
  private readonly setsByNumber: (LabelSet | undefined)[] = [undefined];
  private readonly freeNumbers: number[] = [];
  private setOfSlot = new Uint32Array(64);

  /** Adds a product; returns the spellings in the order of `texts`. */
  add(slot: number, texts: readonly string[]): readonly Spelling[] {
    const set = this.setsByKey.get(texts.join('\n')) ?? this.addSet(texts);
    set.productCount += 1;
    if (slot >= this.setOfSlot.length) {
      const longer = new Uint32Array(2 * slot);
      longer.set(this.setOfSlot);
      this.setOfSlot = longer;
    }
    this.setOfSlot[slot] = set.number;
    for (const spelling of set.spellings) {
      spelling.count += 1;
      spelling.label.products.add(slot);
    }
    return set.spellings;
  }

  remove(slot: number): void {
    const set = this.setsByNumber[this.setOfSlot[slot] ?? NO_LABELS];
    if (!set) return;
    this.setOfSlot[slot] = NO_LABELS;
    set.productCount -= 1;
    if (set.productCount === 0) {
      this.setsByKey.delete(set.key);
      this.setsByNumber[set.number] = undefined;
      this.freeNumbers.push(set.number);
    }
    for (const spelling of set.spellings) this.removeSpelling(slot, spelling);
  }

  countAll(): LabelCounts {
    return this.all.map((label) => [label, label.products.size]);
  }

  /** Counts by visiting each product once: label sets are tallied by number, then expanded to labels. */
  countIn(slots: Uint32Array): LabelCounts {
    const { setOfSlot } = this;
    const tally = new Uint32Array(this.setsByNumber.length);
    for (let index = 0; index < slots.length; index += 1) {
      const number = setOfSlot[slots[index] as number] ?? NO_LABELS;
      tally[number] = (tally[number] as number) + 1;
    }
    const counts = new Map<Label, number>();
    for (const [number, count] of tally.entries())
      if (count > 0)
        for (const label of this.setsByNumber[number]?.labels ?? [])
          counts.set(label, (counts.get(label) ?? 0) + count);
    return this.all.map((label) => [label, counts.get(label) ?? 0]);
  }

  productsWith(texts: readonly string[], which: 'products' | 'available' = 'products'): BitSet {
    return union(texts.flatMap((text) => this.byKey.get(labelKey(text))?.[which] ?? []));
  }

  /** Returns the products with one of these texts as label: case does not matter, `-`, `_` and spaces do. */
  productsSpelt(texts: readonly string[]): BitSet {
    const wanted = new Set(texts.map((text) => text.toLowerCase()));
    const isWanted = ({ text }: Spelling) => wanted.has(text.toLowerCase());
    const bits = emptyBitSet();
    for (const key of new Set(texts.map(labelKey))) {
      const label = this.byKey.get(key);
      if (!label) continue;
      if (label.spellings.every(isWanted)) label.products.addTo(bits);
      else
        for (const slot of label.products.toBitSet().array())
          if (this.setsByNumber[this.setOfSlot[slot] ?? NO_LABELS]?.spellings.some(isWanted)) bits.add(slot);
    }
    return bits;
  }

  /** Returns how most products spell a label, or undefined if none has it. */
  spellingOf(text: string): string | undefined {
    const label = this.byKey.get(labelKey(text));
    return label && mostFrequentSpelling(label);
  }

  /** Returns the products of each label that has these words in this order. @param isWhole and no others */
  containing(words: string, isWhole: boolean): PostingList[] {
    const exact = this.byKey.get(words);
    if (isWhole) return exact ? [exact.products] : [];
    return this.all.filter(({ key }) => ` ${key} `.includes(` ${words} `)).map(({ products }) => products);
  }

  private addSet(texts: readonly string[]): LabelSet {
    const spellings = texts.map((text) => this.bySpelling.get(text) ?? this.addSpelling(text));
    const number = this.freeNumbers.pop() ?? this.setsByNumber.length;
    const labels = [...new Set(spellings.map(({ label }) => label))];
    const set = { spellings, labels, key: texts.join('\n'), number, productCount: 0 };
    this.setsByKey.set(set.key, set);
    this.setsByNumber[number] = set;
    return set;
  }

  private removeSpelling(slot: number, spelling: Spelling): void {
    const { text, label } = spelling;
    label.products.remove(slot);
    label.available.remove(slot);
    spelling.count -= 1;
    if (spelling.count > 0) return;
    this.bySpelling.delete(text);
    label.spellings.splice(label.spellings.indexOf(spelling), 1);
    if (label.spellings.length > 0) return;
    this.byKey.delete(label.key);
    this.all.splice(this.all.indexOf(label), 1);
  }

  private addSpelling(text: string): Spelling {
    const key = labelKey(text);
    let label = this.byKey.get(key);
    if (!label) {
      label = { key, spellings: [], products: new PostingList(), available: new PostingList() };
      this.byKey.set(key, label);
      this.all.splice(this.insertionIndex(key), 0, label);
    }
    const spelling = { text, label, count: 0 };
    label.spellings.push(spelling);
    this.bySpelling.set(text, spelling);
    return spelling;
  }

  private insertionIndex(key: string): number {
    let [low, high] = [0, this.all.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (collator.compare((this.all[middle] as Label).key, key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

export const mostFrequentSpelling = ({ spellings }: Label): string =>
  spellings.reduce((best, spelling) => (spelling.count > best.count ? spelling : best)).text;
