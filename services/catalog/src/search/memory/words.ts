import type { Bits } from './postings.js';
import { folded, wordsOf } from './text.js';
import { type Match, tiers, type Vocabulary } from './vocabulary.js';

/** More words than this narrow nothing. */
export const MAX_WORDS = 8;

/** Products that have all words of a search. */
export interface Worded {
  /** Those of a tier and all better ones: a set of its own each time. */
  upTo: (tier: number) => Bits;
  /** The words as they were understood, when one of them had to be corrected. */
  understood: string | undefined;
}

/** The last tier: all products that have the words in any way. */
export const ANYHOW = tiers.length - 1;

/** @returns undefined when no product can have the words */
export function worded(vocabulary: Vocabulary, q: string): Worded | undefined {
  const words = wordsOf(q).slice(0, MAX_WORDS);
  const matches: Match[] = [];
  for (const word of words) {
    const match = vocabulary.match(word);
    if (!match) return undefined;
    matches.push(match);
  }
  const [first, ...others] = matches;
  if (!first) return undefined;
  const corrected = matches.some(({ instead }) => instead !== undefined);
  return {
    upTo: (tier) => others.reduce((bits, match) => bits.intersection(match.upTo(tier)), first.upTo(tier)),
    understood: corrected ? matches.map(({ instead }, at) => instead ?? words[at]).join(' ') : undefined,
  };
}

/** A typed text as what is finished of it and the word that is being typed. */
export function typing(typed: string): { done: string[]; begun: string } {
  const words = wordsOf(typed).slice(0, MAX_WORDS);
  return { done: words.slice(0, -1), begun: folded(words.at(-1) ?? '') };
}
