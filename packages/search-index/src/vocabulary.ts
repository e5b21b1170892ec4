// A documented entry point of minisearch (its `exports`): a radix tree with prefix and fuzzy lookup.
import SearchableMap from 'minisearch/SearchableMap';
import { type BitSet, PostingList } from './posting-list.js';
import { soundKey } from './script.js';
import { toSingular } from './text.js';

/** Where a product has a word, most relevant first. A product counts in the first field that has the word. */
export const FIELDS = ['name', 'label', 'tag', 'body'] as const;
export type Field = (typeof FIELDS)[number];

export interface Term {
  word: string;
  /** Of no other term at the same time. */
  number: number;
  /** By field; absent until the first product. */
  products: Partial<Record<Field, PostingList>>;
  /** The products of all words with the same first character, and with the same first two. */
  shortPrefixes: PostingList[];
  /** Number of the product that had the word last, in the order in which they were put. */
  lastPut: number;
}

/** Prefixes up to this length match too many words to visit; their products are in `shortPrefixes`. */
const SHORT_PREFIX_LENGTH = 2;
const COMMON_TITLE_COUNT = 8;
const ENOUGH_SUGGESTIONS = 10;
const MAX_WORDS_VISITED = 1_000;
const MAX_CACHED_CORRECTIONS = 1_000;
const MIN_LENGTH_FOR_ONE_MISTAKE = 4;
const MIN_LENGTH_FOR_TWO_MISTAKES = 7;
const MIN_SHARED_PREFIX = 3;

interface Corrections {
  terms: readonly Term[];
  mistakes: number;
}

/** All words and their products. Prefixes and spelling mistakes are resolved among words, not products. */
export class Vocabulary {
  private readonly terms = new Map<string, Term>();
  private readonly byNumber: Term[] = [];
  private readonly freeNumbers: number[] = [];
  private readonly tree = new SearchableMap<Term>();
  private readonly bySound = new Map<string, Term[]>();
  private readonly shortPrefixes = new Map<string, PostingList>();
  private readonly corrections = new Map<string, Corrections>();
  private readonly commonWords = new SearchableMap<Term>();

  /** Returns the term of a word. Add a product to it: others are not removed. */
  term(word: string): Term {
    return this.terms.get(word) ?? this.addTerm(word);
  }

  add(slot: number, term: Term, field: Field): void {
    (term.products[field] ??= new PostingList()).add(slot);
    if (field !== 'body' && titleCount(term) === COMMON_TITLE_COUNT) this.commonWords.set(term.word, term);
    for (const products of term.shortPrefixes) products.add(slot);
  }

  /** Call it for all terms of a product: the first removal also clears prefixes shared with the others. */
  remove(slot: number, termNumber: number): void {
    const term = this.byNumber[termNumber] as Term;
    for (const field of FIELDS) term.products[field]?.remove(slot);
    if (titleCount(term) < COMMON_TITLE_COUNT / 2) this.commonWords.delete(term.word);
    for (const products of term.shortPrefixes) products.remove(slot);
    if (productCount(term) > 0) return;
    this.terms.delete(term.word);
    this.freeNumbers.push(termNumber);
    this.corrections.clear();
    this.tree.delete(term.word);
    const sound = soundKey(term.word);
    const others = this.bySound.get(sound)?.filter((other) => other !== term) ?? [];
    if (others.length > 0) this.bySound.set(sound, others);
    else this.bySound.delete(sound);
  }

  /** Whether a product has this word, in the singular or plural. */
  has(word: string): boolean {
    return this.exact(word).length > 0;
  }

  /** Whether the word, another spelling of its sound or a longer word occurs. */
  matches(word: string): boolean {
    return this.has(word) || this.soundAlike(word).length > 0 || this.startingWith(toSingular(word)).length > 0;
  }

  exact(word: string): Term[] {
    const singular = toSingular(word);
    return [...new Set([word, singular, `${singular}s`])].flatMap((form) => this.terms.get(form) ?? []);
  }

  soundAlike(word: string): readonly Term[] {
    return this.bySound.get(soundKey(word)) ?? [];
  }

  startingWith(prefix: string): PostingList[] {
    if (prefix.length > SHORT_PREFIX_LENGTH) return postingsOf([...this.tree.atPrefix(prefix).values()]);
    const products = this.shortPrefixes.get(prefix);
    return products?.size ? [products] : [];
  }

  /** Returns the longest beginning that an unknown word shares with others, if it is long enough to mean something. */
  sharedPrefix(word: string): string | undefined {
    for (let length = word.length - 1; length >= MIN_SHARED_PREFIX; length -= 1) {
      const prefix = word.slice(0, length);
      if (!this.tree.atPrefix(prefix).keys().next().done) return prefix;
    }
    return undefined;
  }

  suggest(prefix: string): Term[] {
    const found = [...this.commonWords.atPrefix(prefix).values()];
    if (found.length < ENOUGH_SUGGESTIONS) {
      const common = new Set(found);
      let visited = 0;
      for (const term of this.tree.atPrefix(prefix).values()) {
        if (titleCount(term) > 0 && !common.has(term)) found.push(term);
        visited += 1;
        if (visited === MAX_WORDS_VISITED) break;
      }
    }
    return found.sort((a, b) => titleCount(b) - titleCount(a));
  }

  maxMistakes(word: string): number {
    if (word.length < MIN_LENGTH_FOR_ONE_MISTAKE) return 0;
    return word.length < MIN_LENGTH_FOR_TWO_MISTAKES ? 1 : 2;
  }

  /** Returns the words with the fewest mistakes, those of most products first. */
  correct(word: string): Term[] {
    return this.correctionsOf(word).terms.toSorted((a, b) => productCount(b) - productCount(a));
  }

  /** Number of mistakes of the nearest words. */
  distance(word: string): number {
    return this.correctionsOf(word).mistakes;
  }

  private correctionsOf(word: string): Corrections {
    let found = this.corrections.get(word);
    if (!found) {
      found = this.findCorrections(word);
      if (this.corrections.size >= MAX_CACHED_CORRECTIONS) this.corrections.clear();
      this.corrections.set(word, found);
    }
    return found;
  }

  private addTerm(word: string): Term {
    const number = this.freeNumbers.pop() ?? this.byNumber.length;
    const term = { word, number, products: {}, shortPrefixes: this.prefixesOf(word), lastPut: 0 };
    this.byNumber[number] = term;
    this.terms.set(word, term);
    this.corrections.clear();
    this.tree.set(word, term);
    const sound = soundKey(word);
    const others = this.bySound.get(sound);
    if (others) others.push(term);
    else this.bySound.set(sound, [term]);
    return term;
  }

  private findCorrections(word: string): Corrections {
    const maxMistakes = this.maxMistakes(word);
    if (maxMistakes === 0) return { terms: [], mistakes: Number.POSITIVE_INFINITY };
    // Two swapped characters count as one mistake; edit distance alone counts two.
    const swapped = Array.from(word)
      .slice(1)
      .flatMap(
        (_, at) => this.terms.get(word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2)) ?? [],
      );
    const similar = [...this.tree.fuzzyGet(word, maxMistakes).values()];
    const mistakes = swapped.length > 0 ? 1 : Math.min(...similar.map(([, count]) => count));
    const nearest = similar.filter(([, count]) => count === mistakes).map(([term]) => term);
    return { terms: [...new Set([...swapped, ...nearest])], mistakes };
  }

  private prefixesOf(word: string): PostingList[] {
    return [1, SHORT_PREFIX_LENGTH]
      .filter((length) => length <= word.length)
      .map((length) => {
        const prefix = word.slice(0, length);
        let products = this.shortPrefixes.get(prefix);
        if (!products) this.shortPrefixes.set(prefix, (products = new PostingList()));
        return products;
      });
  }
}

const sizeOf = (list: PostingList | undefined): number => list?.size ?? 0;

/** Products that have the word in their name, a label or a tag. */
const titleCount = ({ products }: Term): number =>
  sizeOf(products.name) + sizeOf(products.label) + sizeOf(products.tag);

export const productCount = (term: Term): number => titleCount(term) + sizeOf(term.products.body);

export const countTermIn = ({ products }: Term, bits: BitSet): number =>
  FIELDS.reduce((count, field) => count + (products[field]?.countIn(bits) ?? 0), 0);

const postingsOf = (terms: readonly Term[]): PostingList[] =>
  terms.flatMap(({ products }) => FIELDS.flatMap((field) => products[field] ?? [])).filter(({ size }) => size > 0);
