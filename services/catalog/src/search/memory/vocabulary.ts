import SearchableMap from 'minisearch/SearchableMap';
import { Postings, together, type Bits, noBits } from './postings.js';
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
  /** By tier. */
  bits: Bits[];
  /** The word that was taken instead of one that nothing has. */
  instead?: string;
}

const GRAM = 3;
/** A word of so many letters may have one mistake, and of so many two. */
const ONE_MISTAKE = 4;
const TWO_MISTAKES = 7;

/** All words, and which products have them. Prefixes and mistakes are looked for here, among words and not among products. */
export class Vocabulary {
  private readonly terms = new Map<string, Term>();
  private readonly tree = new SearchableMap<Term>();
  /** Words by what three letters they have in them. */
  private readonly grams = new Map<string, Term[]>();

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
    return term;
  }

  remove(slot: number, term: Term, where: 'title' | 'body'): void {
    term[where].remove(slot);
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
    const begun = this.begunBy(singular(word));
    const inside = this.inside(singular(word));
    if (exact.length + begun.length + inside.length > 0) return { bits: cumulated(exact, begun, inside) };
    const near = this.near(word);
    const [best] = near;
    if (!best) return undefined;
    const mistyped = together(near.flatMap(({ title, body }) => [title, body]));
    return { bits: [noBits(), noBits(), noBits(), mistyped], instead: best.word };
  }

  /** A word and its plural are one. */
  exactly(word: string): Term[] {
    const one = singular(word);
    return [...new Set([word, one, `${one}s`])].flatMap((form) => this.terms.get(form) ?? []);
  }

  /** @param most words at most; all of them unless told */
  begunBy(prefix: string, most = Number.POSITIVE_INFINITY): Term[] {
    const found: Term[] = [];
    if (!prefix) return found;
    for (const term of this.tree.atPrefix(prefix).values()) {
      if (found.push(term) >= most) break;
    }
    return found;
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
export const sizeOf = ({ title, body }: Term): number => title.size + body.size;

function cumulated(exact: readonly Term[], begun: readonly Term[], inside: readonly Term[]): Bits[] {
  const titled = together(exact.map(({ title }) => title));
  const anywhere = together(exact.map(({ body }) => body)).union(titled);
  const started = together(begun.flatMap(({ title, body }) => [title, body])).union(anywhere);
  const within = together(inside.flatMap(({ title, body }) => [title, body])).union(started);
  return [titled, anywhere, started, within];
}

function gramsOf(word: string): Set<string> {
  const grams = new Set<string>();
  for (let at = 0; at + GRAM <= word.length; at += 1) grams.add(word.slice(at, at + GRAM));
  return grams;
}
