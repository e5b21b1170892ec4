// A documented entry point of minisearch (its `exports`): a radix tree with prefix and fuzzy lookup.
import SearchableMap from 'minisearch/SearchableMap';
import { type BitSet, emptyBitSet, PostingList, union } from './posting-list.js';
import { toSingular, wordsOf } from './text.js';

export interface Term {
  word: string;
  title: PostingList;
  /** In the description only. */
  body: PostingList;
  /** The products of all words with the same first character, and with the same first two. */
  shortPrefixes: PostingList[];
}

export interface Match {
  upTo: (tier: number) => BitSet;
  /** The corrected text, if nothing matches the original. */
  corrected?: string | undefined;
}

/** How a word may match, best first: 0 in the title, 1 anywhere, 2 as a prefix, 3 inside a word. */
export const LOOSEST_TIER = 3;
export const MAX_WORDS = 8;

const GRAM_LENGTH = 3;
/** Prefixes up to this length match too many words to visit; their products are in `shortPrefixes`. */
const SHORT_PREFIX_LENGTH = 2;
const COMMON_TITLE_COUNT = 8;
const ENOUGH_SUGGESTIONS = 10;
const MAX_WORDS_VISITED = 1_000;
const MAX_CACHED_CORRECTIONS = 1_000;
const MIN_LENGTH_FOR_ONE_MISTAKE = 4;
const MIN_LENGTH_FOR_TWO_MISTAKES = 7;

/** All words and their products. Prefixes and spelling mistakes are resolved among words, not products. */
export class Vocabulary {
  private readonly terms = new Map<string, Term>();
  private readonly tree = new SearchableMap<Term>();
  /** Words by each trigram after their first character, then by the character that follows it. */
  private readonly grams = new Map<string, Map<string, Term[]>>();
  private readonly shortPrefixes = new Map<string, PostingList>();
  private readonly corrections = new Map<string, readonly Term[]>();
  private readonly commonWords = new SearchableMap<Term>();

  /** Returns the term of a word. Add a product to it: others are not removed. */
  term(word: string): Term {
    return this.terms.get(word) ?? this.addTerm(word);
  }

  add(slot: number, term: Term, where: 'title' | 'body'): void {
    term[where].add(slot);
    if (where === 'title' && term.title.size === COMMON_TITLE_COUNT) this.commonWords.set(term.word, term);
    for (const products of term.shortPrefixes) products.add(slot);
  }

  /** Call it for all words of a product: the first removal also clears prefixes shared with the others. */
  remove(slot: number, term: Term, where: 'title' | 'body'): void {
    term[where].remove(slot);
    if (where === 'title' && term.title.size < COMMON_TITLE_COUNT / 2) this.commonWords.delete(term.word);
    for (const products of term.shortPrefixes) products.remove(slot);
    if (productCount(term) > 0) return;
    this.terms.delete(term.word);
    this.corrections.clear();
    this.tree.delete(term.word);
    for (const [gram, next] of gramsOf(term.word)) {
      const lists = this.grams.get(gram);
      const others = lists?.get(next)?.filter((other) => other !== term) ?? [];
      if (others.length > 0) lists?.set(next, others);
      else lists?.delete(next);
      if (lists?.size === 0) this.grams.delete(gram);
    }
  }

  /** Undefined when one word matches nothing. */
  matchQuery(query: string): Match | undefined {
    const words = wordsOf(query).slice(0, MAX_WORDS);
    const matches: Match[] = [];
    for (const word of words) {
      const match = this.match(word);
      if (!match) return undefined;
      matches.push(match);
    }
    const [first, ...others] = matches;
    if (!first) return undefined;
    const isCorrected = matches.some(({ corrected }) => corrected !== undefined);
    return {
      upTo: (tier) => others.reduce((bits, match) => bits.intersection(match.upTo(tier)), first.upTo(tier)),
      corrected: isCorrected ? matches.map(({ corrected }, index) => corrected ?? words[index]).join(' ') : undefined,
    };
  }

  suggest(prefix: string): Term[] {
    const found = [...this.commonWords.atPrefix(prefix).values()];
    if (found.length < ENOUGH_SUGGESTIONS) {
      const common = new Set(found);
      let visited = 0;
      for (const term of this.tree.atPrefix(prefix).values()) {
        if (term.title.size > 0 && !common.has(term)) found.push(term);
        visited += 1;
        if (visited === MAX_WORDS_VISITED) break;
      }
    }
    return found.sort((a, b) => b.title.size - a.title.size);
  }

  correct(word: string): Term[] {
    if (word.length < MIN_LENGTH_FOR_ONE_MISTAKE) return [];
    let found = this.corrections.get(word);
    if (!found) {
      found = this.findCorrections(word);
      if (this.corrections.size >= MAX_CACHED_CORRECTIONS) this.corrections.clear();
      this.corrections.set(word, found);
    }
    return found.toSorted((a, b) => productCount(b) - productCount(a));
  }

  private addTerm(word: string): Term {
    const term = { word, title: new PostingList(), body: new PostingList(), shortPrefixes: this.prefixesOf(word) };
    this.terms.set(word, term);
    this.corrections.clear();
    this.tree.set(word, term);
    for (const [gram, next] of gramsOf(word)) {
      let lists = this.grams.get(gram);
      if (!lists) this.grams.set(gram, (lists = new Map()));
      const list = lists.get(next);
      if (list) list.push(term);
      else lists.set(next, [term]);
    }
    return term;
  }

  private match(word: string): Match | undefined {
    const singular = toSingular(word);
    const exact = [...new Set([word, singular, `${singular}s`])].flatMap((form) => this.terms.get(form) ?? []);
    const prefix = this.startingWith(singular);
    const infix = postingsOf(this.containing(singular));
    if (prefix.length + infix.length > 0) {
      const tiers = [
        () => exact.map(({ title }) => title),
        () => postingsOf(exact),
        () => prefix,
        () => [...prefix, ...infix],
      ];
      return { upTo: (tier) => union(tiers[tier]?.() ?? []) };
    }
    const [best] = this.correct(word);
    return best && { upTo: this.match(best.word)?.upTo ?? emptyBitSet, corrected: best.word };
  }

  private startingWith(prefix: string): PostingList[] {
    if (prefix.length > SHORT_PREFIX_LENGTH) return postingsOf([...this.tree.atPrefix(prefix).values()]);
    const products = this.shortPrefixes.get(prefix);
    return products?.size ? [products] : [];
  }

  private containing(text: string): Term[] {
    if (text.length < GRAM_LENGTH) return [];
    // A word may contain the gram twice, followed by different characters.
    if (text.length === GRAM_LENGTH) return [...new Set([...(this.grams.get(text)?.values() ?? [])].flat())];
    let rarest: readonly Term[] | undefined;
    for (let at = 0; at + GRAM_LENGTH < text.length; at += 1) {
      const terms = this.grams.get(text.slice(at, at + GRAM_LENGTH))?.get(text.charAt(at + GRAM_LENGTH)) ?? [];
      if (!rarest || terms.length < rarest.length) rarest = terms;
    }
    return (rarest ?? []).filter((term) => term.word.includes(text, 1));
  }

  private findCorrections(word: string): readonly Term[] {
    // Two swapped characters count as one mistake; edit distance alone counts two.
    const swapped = Array.from(word)
      .slice(1)
      .flatMap(
        (_, at) => this.terms.get(word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2)) ?? [],
      );
    const maxMistakes = word.length < MIN_LENGTH_FOR_TWO_MISTAKES ? 1 : 2;
    const similar = [...this.tree.fuzzyGet(word, maxMistakes).values()];
    const fewest = swapped.length > 0 ? 1 : Math.min(...similar.map(([, mistakes]) => mistakes));
    return [...new Set([...swapped, ...similar.filter(([, mistakes]) => mistakes === fewest).map(([term]) => term)])];
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

const productCount = ({ title, body }: Term): number => title.size + body.size;

const postingsOf = (terms: readonly Term[]): PostingList[] =>
  terms.flatMap(({ title, body }) => [title, body]).filter(({ size }) => size > 0);

function gramsOf(word: string): [gram: string, next: string][] {
  const grams = new Map<string, [string, string]>();
  for (let at = 1; at + GRAM_LENGTH <= word.length; at += 1)
    grams.set(word.slice(at, at + GRAM_LENGTH + 1), [word.slice(at, at + GRAM_LENGTH), word.charAt(at + GRAM_LENGTH)]);
  return [...grams.values()];
}
