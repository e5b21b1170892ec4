import { wordsOf } from '../text.js';
import { withoutLonger } from './build-concepts.js';
import type { Concept } from './concept.js';
import { indianConcepts, Lexicon } from './lexicon.js';

/** Words or phrases that mean the same, as people write them. */
export type SynonymFamily = readonly string[];

export const builtInLexicon = new Lexicon(indianConcepts);

/** Returns a word or phrase as queries are compared: 'Kanchi  Pattu' is 'kanchi pattu'. */
export const toForm = (text: string): string => wordsOf(text).join(' ');

/**
 * Adds families to the built-in words: to the concept that has a word of the family, or else as a concept of their own.
 * A word that another concept has keeps that meaning.
 */
export function lexiconWith(families: readonly SynonymFamily[]): Lexicon {
  if (families.length === 0) return builtInLexicon;
  const extended = new Map<Concept, Concept>();
  const own: Concept[] = [];
  for (const family of families) {
    const forms = [...new Set(family.map(toForm).filter(Boolean))];
    const added = forms.filter((form) => !conceptOf(form));
    const known = forms.map(conceptOf).find(Boolean);
    if (known) extended.set(known, withForms(extended.get(known) ?? known, added));
    else own.push({ kind: 'tag', label: family[0] ?? '', forms, productForms: withoutLonger(forms) });
  }
  return new Lexicon([...indianConcepts.map((concept) => extended.get(concept) ?? concept), ...own]);
}

/** Returns the names of what words mean without any families; more than one cannot be the same. */
export const builtInMeanings = (family: SynonymFamily): { word: string; meaning: string }[] => {
  const found = new Map<Concept, string>();
  for (const word of family) {
    const concept = conceptOf(toForm(word));
    if (concept && !found.has(concept)) found.set(concept, word);
  }
  return [...found].map(([{ label: meaning }, word]) => ({ word, meaning }));
};

const conceptOf = (form: string): Concept | undefined => builtInLexicon.find(form.split(' '))?.concept;

const withForms = (concept: Concept, added: readonly string[]): Concept => ({
  ...concept,
  forms: [...concept.forms, ...added],
  productForms: withoutLonger([...concept.productForms, ...added]),
});
