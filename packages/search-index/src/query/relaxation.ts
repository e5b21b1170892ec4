import type { BitSet } from '../posting-list.js';
import type { Vocabulary } from '../vocabulary.js';
import type { QueryPart } from './interpreter.js';

export interface PartProducts {
  part: QueryPart;
  products: BitSet;
}

export interface Relaxation {
  kept: QueryPart[];
  dropped: QueryPart[];
}

/** What shoppers do without most readily comes first. */
const order = ['tag', 'occasion', 'size', 'colour', 'fabric', 'inStock', 'price', 'word', 'weave', 'category'];
const rankOf = ({ part }: PartProducts): number =>
  order.indexOf(part.kind === 'concept' ? part.phrase.concept.kind : part.kind);

/** Drops as few parts of a query as needed for a match among `products`. */
export function relax(all: readonly PartProducts[], products: BitSet, vocabulary: Vocabulary): Relaxation {
  const dropped = all.filter((one) => !one.products.intersects(products));
  let kept = all.filter((one) => !dropped.includes(one)).toSorted((a, b) => rankOf(a) - rankOf(b));
  while (kept.length > 1 && !haveMatch(kept, products)) {
    const without = (one: PartProducts) => kept.filter((other) => other !== one);
    const removed = kept.find((one) => haveMatch(without(one), products)) ?? (kept[0] as PartProducts);
    dropped.push(removed);
    kept = without(removed);
  }
  const partsOf = (some: readonly PartProducts[]) => all.filter((one) => some.includes(one)).map(({ part }) => part);
  return { kept: kept.length > 0 ? partsOf(kept) : similarWords(all, vocabulary), dropped: partsOf(dropped) };
}

const haveMatch = (parts: readonly PartProducts[], products: BitSet): boolean =>
  !parts.reduce((bits, one) => bits.intersection(one.products), products.clone()).isEmpty();

/** Words that begin like the first unknown word. */
function similarWords(all: readonly PartProducts[], vocabulary: Vocabulary): QueryPart[] {
  for (const { part } of all) {
    const word = part.kind === 'word' ? vocabulary.sharedPrefix(part.word) : undefined;
    if (word !== undefined) return [{ kind: 'word', words: part.words, word }];
  }
  return [];
}
