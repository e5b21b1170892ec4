import type { InterpretedPart } from '../search-index.js';
import { type QueryPart, textOf } from './interpreter.js';

/** Describes parts of a query to shoppers, with the text that is left when one is removed. */
export function describeParts(parts: readonly QueryPart[], all: readonly QueryPart[]): InterpretedPart[] {
  return parts.map((part) => {
    const text = textOf([part]);
    // Both words of a compound are removed together.
    const textWithout = textOf(all.filter((other) => other !== part && other.words !== part.words));
    const common = { text, textWithout };
    switch (part.kind) {
      case 'concept':
        return { ...common, kind: part.phrase.concept.kind, label: part.phrase.concept.label };
      case 'size':
        return { ...common, kind: 'size', label: part.size };
      case 'price':
        return { ...common, kind: 'price', label: text, minPaise: part.minPaise, maxPaise: part.maxPaise };
      case 'inStock':
        return { ...common, kind: 'availability', label: text };
      case 'word':
        return { ...common, kind: 'word', label: part.corrected ?? text };
    }
  });
}
