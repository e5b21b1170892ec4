import type { Lexicon, Phrase } from '../lexicon/lexicon.js';
import { inStockPhrases, stopWords } from '../lexicon/stop-words.js';
import type { ProductTable } from '../product-table.js';
import { findPrice, YEAR } from './amounts.js';
import { queryWordsOf } from './query-words.js';
import { findSize } from './sizes.js';

/** What some words of a query mean. All parts of a query must match. */
export type QueryPart = { words: readonly string[] } & (
  | { kind: 'price'; minPaise?: number; maxPaise?: number }
  | { kind: 'size'; size: string }
  | { kind: 'inStock' }
  | { kind: 'concept'; phrase: Phrase; corrected?: string }
  | { kind: 'word'; word: string; corrected?: string }
);

const isStopWord = (word: string): boolean => stopWords.has(word) || YEAR.test(word);
const IN_STOCK_LENGTHS = [2, 1];

export interface Interpretation {
  parts: QueryPart[];
  /** The query with misspelt words replaced, if any had to be. */
  corrected?: string;
}

/** Reads a query as budget, size, availability, known concepts and words. Looks words up; visits no products. */
export function interpretQuery(query: string, lexicon: Lexicon, table: ProductTable): Interpretation {
  const { vocabulary } = table;
  const parts: { at: number; part: QueryPart }[] = [];
  let rest = queryWordsOf(query).map((word, at) => ({ word, at }));
  const take = (from: number, to: number): { at: number; words: string[] } => {
    const taken = rest.slice(from, to);
    rest = rest.toSpliced(from, to - from);
    return { at: taken[0]?.at ?? 0, words: taken.map(({ word }) => word) };
  };
  const textsOf = () => rest.map(({ word }) => word);

  for (let price; (price = findPrice(textsOf(), (word) => vocabulary.has(word)));) {
    const { from, to, ...limits } = price;
    const { at, words } = take(from, to);
    parts.push({ at, part: { kind: 'price', words, ...limits } });
  }
  for (let size; (size = findSize(textsOf(), (name) => table.labels.size.spellingOf(name)));) {
    const { at, words } = take(size.from, size.to);
    parts.push({ at, part: { kind: 'size', words, size: size.size } });
  }
  const stock = findInStock(textsOf());
  if (stock) {
    const { at, words } = take(stock.from, stock.to);
    parts.push({ at, part: { kind: 'inStock', words } });
  }
  const counting = rest.filter(({ word }) => !isStopWord(word));
  const isOnlyStopWords = counting.length === 0 && parts.length === 0;
  for (let from = 0; from < rest.length;) {
    const found = readNext(textsOf().slice(from), lexicon, table);
    const isSkipped = found.part.kind === 'word' && !isOnlyStopWords && isStopWord(found.part.word);
    if (!isSkipped)
      for (const part of [found.part, found.second]) if (part) parts.push({ at: rest[from]?.at ?? 0, part });
    from += found.length;
  }
  const inOrder = parts.toSorted((a, b) => a.at - b.at).map(({ part }) => part);
  return withCorrection(inOrder);
}

interface Reading {
  part: QueryPart;
  /** Of a compound. */
  second?: QueryPart;
  length: number;
}

/** Reads the longest known phrase at the start of `left`, or its first word. */
function readNext(left: readonly string[], lexicon: Lexicon, table: ProductTable): Reading {
  const { vocabulary } = table;
  const [word = ''] = left;
  const words = [word];
  const conceptOf = (length: number, phrase: Phrase): Reading => ({
    part: { kind: 'concept', words: left.slice(0, length), phrase },
    length,
  });
  const longest = Math.min(left.length, lexicon.longestForm);
  for (let length = longest; length > 0; length -= 1) {
    const phrase = lexicon.find(left.slice(0, length)) ?? findLabel(left.slice(0, length), table);
    if (phrase) return conceptOf(length, phrase);
  }
  const asWord: Reading = { part: { kind: 'word', words, word }, length: 1 };
  if (stopWords.has(word) || vocabulary.has(word)) return asWord;
  for (let length = longest; length > 0; length -= 1) {
    const phrase = lexicon.findBySound(left.slice(0, length));
    if (phrase) return conceptOf(length, phrase);
  }
  if (vocabulary.matches(word)) return asWord;
  const halves = lexicon.split(word);
  const [first, second] = (halves ?? []).map((half) => lexicon.find([half]));
  if (first && second)
    return {
      part: { kind: 'concept', words, phrase: first },
      second: { kind: 'concept', words, phrase: second },
      length: 1,
    };
  return { part: correct(word, lexicon, vocabulary), length: 1 };
}

const phraseLabels = ['tag', 'weave', 'fabric', 'occasion'] as const;

/** Several words that are a label or tag of products: 'double ikat'. */
function findLabel(words: readonly string[], { labels }: ProductTable): Phrase | undefined {
  if (words.length < 2) return undefined;
  const form = words.join(' ');
  for (const kind of phraseLabels) {
    const label = labels[kind].spellingOf(form);
    if (label !== undefined) return { form, concept: { kind, label, forms: [form], productForms: [form] } };
  }
  return undefined;
}

/** Prefers a word that products have; of concepts and words at the same distance, concepts. */
function correct(word: string, lexicon: Lexicon, vocabulary: ProductTable['vocabulary']): QueryPart {
  const [nearest] = vocabulary.correct(word);
  const [known] = lexicon
    .correct(word, vocabulary.maxMistakes(word))
    .filter(({ phrase }) =>
      phrase.concept.productForms.some((form) => form.split(' ').every((each) => vocabulary.has(each))),
    )
    .toSorted((a, b) => Number(vocabulary.has(b.phrase.form)) - Number(vocabulary.has(a.phrase.form)));
  if (known && known.mistakes <= (nearest ? vocabulary.distance(word) : Number.POSITIVE_INFINITY))
    return { kind: 'concept', words: [word], phrase: known.phrase, corrected: known.phrase.form };
  const meaning = nearest && lexicon.find([nearest.word]);
  if (meaning) return { kind: 'concept', words: [word], phrase: meaning, corrected: nearest.word };
  return { kind: 'word', words: [word], word: nearest?.word ?? word, ...(nearest ? { corrected: nearest.word } : {}) };
}

function findInStock(texts: readonly string[]): { from: number; to: number } | undefined {
  for (const length of IN_STOCK_LENGTHS)
    for (let from = 0; from + length <= texts.length; from += 1)
      if (
        inStockPhrases.some(
          (phrase) => phrase.length === length && phrase.every((word, at) => texts[from + at] === word),
        )
      )
        return { from, to: from + length };
  return undefined;
}

function withCorrection(parts: QueryPart[]): Interpretation {
  const isCorrected = parts.some((part) => 'corrected' in part);
  return { parts, ...(isCorrected ? { corrected: textOf(parts, true) } : {}) };
}

/** Returns the words of parts as people write them. */
export function textOf(parts: readonly QueryPart[], isCorrected = false): string {
  const texts = parts.map((part) => ('corrected' in part && isCorrected ? part.corrected : part.words.join(' ')));
  return texts
    .filter((text, at) => text !== texts[at - 1])
    .join(' ')
    .replaceAll(/\brs (?=\d)/g, '₹');
}
