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
}

/** How products can have a word, the best first; each has those of all before it. */
export const tiers = ['in the title', 'anywhere', 'begun', 'inside or mistyped'] as const;
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
/** A word of so many letters may have one mistake, and of so many two. */
const ONE_MISTAKE = 4;
const TWO_MISTAKES = 7;

/** All words, and which products have them. Prefixes and mistakes are looked for here, among words and not among products. */
export class Vocabulary {
  private readonly terms = new Map<string, Term>();
  private readonly tree = new SearchableMap<Term>();
  /** Words by what three letters they have in them. */
  private readonly grams = new Map<string, Term[]>();
  /** The products of all words that begin with a letter or two. */
  private readonly shorts = new Map<string, Postings>();
  /** The words that are worth suggesting before all others. */
  private readonly common = new SearchableMap<Term>();

  add(slot: number, word: string, where: 'title' | 'body'): Term {
    let term = this.terms.get(word);
    if (!term) {
      term = { word, title: new Postings(), body: new Postings() };
      this.terms.set(word, term);
      this.tree.set(word, term);
      for (const gram of gramsOf(word)) {
        const list = this.grams.get(gram);
        if (list) list.push(term);
        else this.grams.set(gram, [term]);
      }
    }
    term[where].add(slot);
    if (where === 'title' && term.title.size === COMMON) this.common.set(word, term);
    for (let letters = 1; letters <= SHORT && letters <= word.length; letters += 1) this.short(word.slice(0, letters)).add(slot);
    return term;
  }

  /** Call it for all words of a product, and only then: what two words begin with alike is forgotten with the first. */
  remove(slot: number, term: Term, where: 'title' | 'body'): void {
    term[where].remove(slot);
    if (where === 'title' && term.title.size < COMMON / 2) this.common.delete(term.word);
    for (let letters = 1; letters <= SHORT && letters <= term.word.length; letters += 1) this.short(term.word.slice(0, letters)).remove(slot);
    if (sizeOf(term) > 0) return;
    this.terms.delete(term.word);
    this.tree.delete(term.word);
    for (const gram of gramsOf(term.word)) {
      const others = this.grams.get(gram)?.filter((other) => other !== term) ?? [];
      if (others.length > 0) this.grams.set(gram, others);
      else this.grams.delete(gram);
    }
  }

  /** The products that have a word in some way; undefined when no word comes near it. */
  match(word: string): Match | undefined {
    const exact = this.exactly(word);
    const one = singular(word);
    const begun = one.length <= SHORT ? [this.short(one)].filter(({ size }) => size > 0) : postingsOf(this.begunBy(one));
    const inside = postingsOf(this.inside(one));
    if (begun.length + inside.length > 0) {
      const of = [() => exact.map(({ title }) => title), () => postingsOf(exact), () => begun, () => [...begun, ...inside]];
      return { upTo: (tier) => together(of[tier]?.() ?? []) };
    }
    const near = this.near(word);
    const [best] = near;
    return best && { upTo: (tier) => (tier === tiers.length - 1 ? together(postingsOf(near)) : noBits()), instead: best.word };
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
    // Two letters that changed places are one mistake, the most frequent one.
    const turned = Array.from(word).slice(1).flatMap((_, at) => this.terms.get(word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2)) ?? []);
    const nearest = [...this.tree.fuzzyGet(word, word.length < TWO_MISTAKES ? 1 : 2).values()];
    const least = turned.length > 0 ? 1 : Math.min(...nearest.map(([, mistakes]) => mistakes));
    const found = new Set([...turned, ...nearest.filter(([, mistakes]) => mistakes === least).map(([term]) => term)]);
    return [...found].sort((one, other) => sizeOf(other) - sizeOf(one));
  }

  private short(prefix: string): Postings {
    let postings = this.shorts.get(prefix);
    if (!postings) this.shorts.set(prefix, (postings = new Postings()));
    return postings;
  }

  private inside(word: string): Term[] {
    if (word.length < GRAM) return [];
    let rarest: readonly Term[] | undefined;
    for (const gram of gramsOf(word)) {
      const list = this.grams.get(gram) ?? [];
      if (!rarest || list.length < rarest.length) rarest = list;
    }
    return (rarest ?? []).filter((term) => term.word.includes(word, 1));
  }
}

/** Products that have a word at all. */
const sizeOf = ({ title, body }: Term): number => title.size + body.size;

const postingsOf = (terms: readonly Term[]): Postings[] => terms.flatMap(({ title, body }) => [title, body]).filter(({ size }) => size > 0);

function gramsOf(word: string): Set<string> {
  const grams = new Set<string>();
  for (let at = 0; at + GRAM <= word.length; at += 1) grams.add(word.slice(at, at + GRAM));
  return grams;
}
