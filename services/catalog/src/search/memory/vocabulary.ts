import SearchableMap from 'minisearch/SearchableMap';
import { type Bits, noBits, Postings, together } from './postings.js';
import { singular } from './text.js';

/** A word that products are described by. */
export interface Term {
  word: string;
  /** Products that have it in their name or one of their labels. */
  title: Postings;
  /** Products that have it in their description only. */
  body: Postings;
  /** The products of all words that begin with the same letter, and the same two. */
  shorts: Postings[];
}

/** How products can have a word, the best first; each has those of all before it. */
export const tiers = ['in the title', 'anywhere', 'begun', 'inside'] as const;
export interface Match {
  /** The products of a tier and all better ones; made when it is asked for. */
  upTo: (tier: number) => Bits;
  /** The word that was taken instead of one that nothing has. */
  instead?: string;
}

const GRAM = 3;
/** By so many letters too many words begin to be gone through. */
const SHORT = 2;
/** A word of so many products is common, until it has less than half of that. */
const COMMON = 8;
/** So many common words are enough to suggest; of others so many are looked at. */
const ENOUGH = 10;
const LOOKED_AT = 1_000;
/** So many mistakes are remembered. */
const NEARBY = 1_000;
/** A word of so many letters may have one mistake, and of so many two. */
const ONE_MISTAKE = 4;
const TWO_MISTAKES = 7;

/** All words, and which products have them. Prefixes and mistakes are looked for here, among words and not among products. */
export class Vocabulary {
  private readonly terms = new Map<string, Term>();
  private readonly tree = new SearchableMap<Term>();
  /** Words by what three letters they have in them behind their first, and by the letter that follows those. */
  private readonly grams = new Map<string, Map<string, Term[]>>();
  /** The products of all words that begin with a letter or two. */
  private readonly shorts = new Map<string, Postings>();
  /** What was found near a word; it holds until a word comes or goes. */
  private readonly nearby = new Map<string, readonly Term[]>();
  /** The words that are worth suggesting before all others. */
  private readonly common = new SearchableMap<Term>();

  add(slot: number, word: string, where: 'title' | 'body'): Term {
    let term = this.terms.get(word);
    if (!term) {
      term = { word, title: new Postings(), body: new Postings(), shorts: this.shortsOf(word) };
      this.terms.set(word, term);
      this.nearby.clear();
      this.tree.set(word, term);
      for (const [gram, next] of gramsOf(word)) {
        let lists = this.grams.get(gram);
        if (!lists) this.grams.set(gram, (lists = new Map()));
        const list = lists.get(next);
        if (list) list.push(term);
        else lists.set(next, [term]);
      }
    }
    term[where].add(slot);
    if (where === 'title' && term.title.size === COMMON) this.common.set(word, term);
    for (const short of term.shorts) short.add(slot);
    return term;
  }

  /** Call it for all words of a product, and only then: what two words begin with alike is forgotten with the first. */
  remove(slot: number, term: Term, where: 'title' | 'body'): void {
    term[where].remove(slot);
    if (where === 'title' && term.title.size < COMMON / 2) this.common.delete(term.word);
    for (const short of term.shorts) short.remove(slot);
    if (sizeOf(term) > 0) return;
    this.terms.delete(term.word);
    this.nearby.clear();
    this.tree.delete(term.word);
    for (const [gram, next] of gramsOf(term.word)) {
      const lists = this.grams.get(gram);
      const others = lists?.get(next)?.filter((other) => other !== term) ?? [];
      if (others.length > 0) lists?.set(next, others);
      else lists?.delete(next);
      if (lists?.size === 0) this.grams.delete(gram);
    }
  }

  /** The products that have a word in some way; undefined when no word comes near it. */
  match(word: string): Match | undefined {
    const exact = this.exactly(word);
    const one = singular(word);
    const short = one.length <= SHORT ? this.shorts.get(one) : undefined;
    const begun = one.length > SHORT ? postingsOf(this.begunBy(one)) : short?.size ? [short] : [];
    const inside = postingsOf(this.inside(one));
    if (begun.length + inside.length > 0) {
      const of = [
        () => exact.map(({ title }) => title),
        () => postingsOf(exact),
        () => begun,
        () => [...begun, ...inside],
      ];
      return { upTo: (tier) => together(of[tier]?.() ?? []) };
    }
    const [best] = this.near(word);
    return best && { upTo: this.match(best.word)?.upTo ?? noBits, instead: best.word };
  }

  /** A word and its plural are one. */
  exactly(word: string): Term[] {
    const one = singular(word);
    return [...new Set([word, one, `${one}s`])].flatMap((form) => this.terms.get(form) ?? []);
  }

  begunBy(prefix: string): Term[] {
    return prefix ? [...this.tree.atPrefix(prefix).values()] : [];
  }

  /** Words in titles that begin so, the most frequent first: common ones, and others where there are few of those. */
  suggested(prefix: string): Term[] {
    const found = [...this.common.atPrefix(prefix).values()];
    if (found.length < ENOUGH) {
      const known = new Set(found);
      let looked = 0;
      for (const term of this.tree.atPrefix(prefix).values()) {
        if (term.title.size > 0 && !known.has(term)) found.push(term);
        looked += 1;
        if (looked === LOOKED_AT) break;
      }
    }
    return found.sort((one, other) => other.title.size - one.title.size);
  }

  /** The nearest words, those of most products first; none when too much is wrong. */
  near(word: string): Term[] {
    if (word.length < ONE_MISTAKE) return [];
    let found = this.nearby.get(word);
    if (!found) {
      found = this.nearest(word);
      if (this.nearby.size >= NEARBY) this.nearby.clear();
      this.nearby.set(word, found);
    }
    return found.toSorted((one, other) => sizeOf(other) - sizeOf(one));
  }

  private nearest(word: string): readonly Term[] {
    // Two letters that changed places are one mistake, the most frequent one.
    const turned = Array.from(word)
      .slice(1)
      .flatMap(
        (_, at) => this.terms.get(word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2)) ?? [],
      );
    const nearest = [...this.tree.fuzzyGet(word, word.length < TWO_MISTAKES ? 1 : 2).values()];
    const least = turned.length > 0 ? 1 : Math.min(...nearest.map(([, mistakes]) => mistakes));
    return [...new Set([...turned, ...nearest.filter(([, mistakes]) => mistakes === least).map(([term]) => term)])];
  }

  private shortsOf(word: string): Postings[] {
    return [1, SHORT]
      .filter((letters) => letters <= word.length)
      .map((letters) => {
        const start = word.slice(0, letters);
        let short = this.shorts.get(start);
        if (!short) this.shorts.set(start, (short = new Postings()));
        return short;
      });
  }

  private inside(word: string): Term[] {
    if (word.length < GRAM) return [];
    // A word may have its three letters twice, with others behind them.
    if (word.length === GRAM) return [...new Set([...(this.grams.get(word)?.values() ?? [])].flat())];
    let rarest: readonly Term[] | undefined;
    for (let at = 0; at + GRAM < word.length; at += 1) {
      const list = this.grams.get(word.slice(at, at + GRAM))?.get(word.charAt(at + GRAM)) ?? [];
      if (!rarest || list.length < rarest.length) rarest = list;
    }
    return (rarest ?? []).filter((term) => term.word.includes(word, 1));
  }
}

/** Products that have a word at all. */
const sizeOf = ({ title, body }: Term): number => title.size + body.size;

const postingsOf = (terms: readonly Term[]): Postings[] =>
  terms.flatMap(({ title, body }) => [title, body]).filter(({ size }) => size > 0);

/** All three letters behind the first of a word, each with the letter that follows; none follows the last. */
function gramsOf(word: string): [gram: string, next: string][] {
  const grams = new Map<string, [string, string]>();
  for (let at = 1; at + GRAM <= word.length; at += 1)
    grams.set(word.slice(at, at + GRAM + 1), [word.slice(at, at + GRAM), word.charAt(at + GRAM)]);
  return [...grams.values()];
}
