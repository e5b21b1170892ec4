import type { AuditFacts } from '@rangavalli/contracts/entities/audit';

/** More words than these narrow nothing any more. */
const MAX_WORDS = 8;
/** Sorts behind every character that a word may go on with. */
const LAST = '\u{10FFFF}';

const plain = (text: string): string => text.normalize('NFKC').toLowerCase();
const split = (text: string, by: RegExp): string[] => plain(text).split(by).filter(Boolean);
const BETWEEN = /\s+/;
const PARTS = /[^\p{L}\p{M}\p{N}]+/u;

/** The words by which an entry is found: of its actor's name and e-mail and of its label, whole and in their parts. */
export const wordsOf = ({ actor, label }: Pick<AuditFacts, 'actor' | 'label'>): string[] => [
  ...new Set(
    [actor.name, actor.email ?? '', label ?? ''].flatMap((text) => [...split(text, BETWEEN), ...split(text, PARTS)]),
  ),
];

/**
 * What a search asks of an entry: each of its words begins one of the entry's. Ranges, not patterns: nothing that
 * somebody types is an expression, and each word is looked up in the index.
 */
export const searchFor = (q: string): object[] =>
  split(q, BETWEEN)
    .slice(0, MAX_WORDS)
    .map((word) => ({ words: { $elemMatch: { $gte: word, $lt: word + LAST } } }));
