import type { Wanted } from '../search-engine.js';
import type { Bits } from './postings.js';
import type { Shelf } from './shelf.js';

/** What can be narrowed with a count beside each choice. */
export const dimensions = ['weave', 'colour', 'fabric', 'occasion', 'size', 'price', 'availability'] as const;
export type Dimension = (typeof dimensions)[number];

/** A search taken apart: what it is about, and how each dimension narrows it. */
export interface Narrowing {
  scope: Bits;
  narrowed: Partial<Record<Dimension, Bits>>;
  /** Products that can be bought in one of the sizes asked for, or at all when none was. */
  there: Bits;
}

const told = <T>(choices: readonly T[] | undefined): choices is readonly T[] =>
  choices !== undefined && choices.length > 0;

/** All but the words of a search. */
export function narrowingOf(shelf: Shelf, wanted: Omit<Wanted, 'sort'>): Narrowing {
  const { category, sareeType, tag, weave, colour, fabric, occasion, size, minPaise, maxPaise, inStock } = wanted;
  const { choices } = shelf;
  let scope = shelf.all;
  if (told(category)) scope = scope.new_intersection(choices.category.among(category));
  if (told(sareeType)) scope = scope.new_intersection(choices.sareeType.among(sareeType));
  if (told(tag)) scope = scope.new_intersection(choices.tag.among(tag));
  const narrowed: Narrowing['narrowed'] = {};
  if (told(weave)) narrowed.weave = choices.weave.among(weave);
  if (told(colour)) narrowed.colour = shelf.coloured(colour);
  if (told(fabric)) narrowed.fabric = choices.fabric.among(fabric);
  if (told(occasion)) narrowed.occasion = choices.occasion.among(occasion);
  if (told(size)) narrowed.size = choices.size.among(size);
  if (minPaise !== undefined || maxPaise !== undefined) narrowed.price = shelf.priced(minPaise, maxPaise);
  const there = told(size) ? choices.size.among(size, 'there') : shelf.inStock;
  if (inStock !== undefined) narrowed.availability = inStock ? there : shelf.all.new_difference(there);
  return { scope, narrowed, there };
}

/** What passes all of a narrowing but some of its dimensions. */
export function passing({ scope, narrowed }: Narrowing, ...but: Dimension[]): Bits {
  let bits = scope;
  for (const dimension of dimensions) {
    const further = but.includes(dimension) ? undefined : narrowed[dimension];
    if (further) bits = bits.new_intersection(further);
  }
  return bits;
}
