import type { ConceptKind } from '../lexicon/concept.js';
import type { Phrase } from '../lexicon/lexicon.js';
import { type BitSet, type PostingList, union } from '../posting-list.js';
import type { ProductTable } from '../product-table.js';
import { toSingular } from '../text.js';
import { FIELDS, type Field, type Term, type Vocabulary } from '../vocabulary.js';
import type { QueryPart } from './interpreter.js';
import { soundKey } from '../script.js';

type Penalties = Readonly<Record<Field, number>>;
const penaltyOfField: Penalties = { name: 0, label: 1, tag: 2, body: 5 };
/** For a synonym instead of the word that was typed. */
const SYNONYM_PENALTY = 1;
const CATEGORY_PENALTY = 0;
const COLOUR_FAMILY_PENALTY = 1;
/** The label that a concept is about: the weave for a weave. */
const OWN_LABEL_PENALTY = 1;
const OTHER_LABEL_PENALTY = 2;
const EXACT_TAG_PENALTY = 1;
const PREFIX_PENALTY = 6;
/** Of products that are not of the category that most matches are of. */
const OTHER_CATEGORY_PENALTY = 2;
/** Matches up to this penalty are in the name, a label or a tag. */
export const LAST_TITLE_PENALTY = 3;
export const LAST_PENALTY = 6;

/** The products that match one part of a query, by how well: 0 is best. */
export class PartMatch {
  private readonly lists: PostingList[][] = Array.from({ length: LAST_PENALTY + 1 }, () => []);
  private readonly sets: BitSet[] = [];
  private readonly cumulative: BitSet[] = [];

  add(penalty: number, ...lists: PostingList[]): void {
    this.lists[penalty]?.push(...lists.filter(({ size }) => size > 0));
  }

  addSet(penalty: number, set: BitSet): void {
    this.sets[penalty] = this.sets[penalty]?.new_union(set) ?? set;
  }

  /** Whether any match has this penalty. */
  hasAt(penalty: number): boolean {
    return (this.lists[penalty]?.length ?? 0) > 0 || this.sets[penalty] !== undefined;
  }

  /** Whether any match is in descriptions or by a word beginning only. */
  get hasWeak(): boolean {
    for (let penalty = LAST_TITLE_PENALTY + 1; penalty <= LAST_PENALTY; penalty += 1)
      if (this.hasAt(penalty)) return true;
    return false;
  }

  /** Returns the lowest penalty of one of the matches. */
  penaltyOf(slot: number): number {
    for (let penalty = 0; penalty < LAST_PENALTY; penalty += 1)
      if (this.sets[penalty]?.has(slot) || this.lists[penalty]?.some((list) => list.has(slot))) return penalty;
    return LAST_PENALTY;
  }

  /** Returns the products with at most this penalty. Do not change them. */
  upTo(penalty: number): BitSet {
    const known = this.cumulative[penalty];
    if (known) return known;
    const better = penalty > 0 ? this.upTo(penalty - 1) : undefined;
    if (better && !this.hasAt(penalty)) return (this.cumulative[penalty] = better);
    const bits = union(this.lists[penalty] ?? []);
    const set = this.sets[penalty];
    if (set) bits.union(set);
    if (better) bits.union(better);
    return (this.cumulative[penalty] = bits);
  }

  get all(): BitSet {
    return this.upTo(LAST_PENALTY);
  }
}

/** Prefers the category that at least half of the matches are of: for 'banarasi', sarees before bags. */
export function preferMainCategory(all: BitSet, size: number, table: ProductTable): PartMatch | undefined {
  const [main] = table.labels.category.all
    .filter(({ products }) => products.countIn(all) * 2 >= size)
    .sort((a, b) => b.products.size - a.products.size);
  if (!main) return undefined;
  const match = new PartMatch();
  match.add(0, main.products);
  match.addSet(OTHER_CATEGORY_PENALTY, all);
  return match;
}

/** Finds the products of a concept or word; undefined for parts that limit price, size or stock. */
export function matchPart(part: QueryPart, table: ProductTable): PartMatch | undefined {
  if (part.kind === 'concept') return matchConcept(part.phrase, part.words.join(' '), table);
  if (part.kind === 'word') return matchWord(part.word, table.vocabulary);
  return undefined;
}

function matchWord(word: string, vocabulary: Vocabulary): PartMatch {
  const match = new PartMatch();
  const exact = vocabulary.exact(word);
  for (const term of exact) addTerm(match, term, penaltyOfField, 0, FIELDS);
  if (exact.length === 0)
    for (const term of vocabulary.soundAlike(word)) addTerm(match, term, penaltyOfField, SYNONYM_PENALTY, FIELDS);
  match.add(PREFIX_PENALTY, ...vocabulary.startingWith(toSingular(word)));
  return match;
}

const titleFields = FIELDS.filter((field) => field !== 'body');

/** Descriptions mention what a product is not; they count only for concepts that no name, label or tag has. */
function matchConcept(phrase: Phrase, typed: string, table: ProductTable): PartMatch {
  const match = matchForms(phrase, typed, table, titleFields);
  return match.upTo(LAST_TITLE_PENALTY).isEmpty() ? matchForms(phrase, typed, table, ['body']) : match;
}

function matchForms(
  { concept, form: recognised }: Phrase,
  typed: string,
  { vocabulary, labels }: ProductTable,
  fields: readonly Field[],
): PartMatch {
  const match = new PartMatch();
  const isBody = fields.includes('body');
  const sound = soundKey(recognised);
  if (concept.category !== undefined && !isBody)
    match.addSet(CATEGORY_PENALTY, labels.category.productsWith([concept.category]));
  if (concept.colourFamily !== undefined && !isBody)
    match.addSet(COLOUR_FAMILY_PENALTY, labels.colour.productsWith([concept.colourFamily]));
  const kind = labelKindOf[concept.kind];
  const recognisedWords = recognised.split(' ');
  for (const form of concept.productForms) {
    const isTyped = form === typed || recognisedWords.includes(form) || soundKey(form) === sound;
    const extra = isTyped ? 0 : SYNONYM_PENALTY;
    const wordsOfForm = form.split(' ');
    const termsByWord = wordsOfForm.map((word) => vocabulary.exact(word));
    if (termsByWord.some((terms) => terms.length === 0)) continue;
    if (kind && !isBody) match.add(OWN_LABEL_PENALTY + extra, ...labels[kind].containing(form, kind === 'occasion'));
    const penalties = kind ? { ...penaltyOfField, label: OTHER_LABEL_PENALTY } : penaltyOfField;
    if (termsByWord.length === 1)
      for (const term of termsByWord[0] as Term[]) addTerm(match, term, penalties, extra, fields);
    else {
      if (!isBody) match.addSet(EXACT_TAG_PENALTY + extra, labels.tag.productsWith([form]));
      addPhrase(match, termsByWord, penalties, extra, fields);
    }
  }
  return match;
}

const labelKindOf: Partial<Record<ConceptKind, 'weave' | 'fabric' | 'occasion'>> = {
  weave: 'weave',
  fabric: 'fabric',
  occasion: 'occasion',
};

function addTerm(match: PartMatch, term: Term, penalties: Penalties, extra: number, fields: readonly Field[]): void {
  for (const field of fields) {
    const products = term.products[field];
    if (products) match.add(penalties[field] + extra, products);
  }
}

/** A product needs all words; the least relevant field counts. */
function addPhrase(
  match: PartMatch,
  termsByWord: readonly Term[][],
  penalties: Penalties,
  extra: number,
  fields: readonly Field[],
): void {
  const perWord = termsByWord.map((terms) => {
    const one = new PartMatch();
    for (const term of terms) addTerm(one, term, penalties, 0, fields);
    return one;
  });
  for (const field of fields) {
    const [first, ...others] = perWord.map((one) => one.upTo(penalties[field]));
    if (!first) return;
    const bits = others.reduce((set, other) => set.intersection(other), first.clone());
    if (!bits.isEmpty()) match.addSet(penalties[field] + extra, bits);
  }
}
