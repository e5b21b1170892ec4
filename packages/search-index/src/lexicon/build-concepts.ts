import { foldText } from '../text.js';
import type { Concept, ConceptKind } from './concept.js';

const QUERY_ONLY = '~';

/** @param formsByLabel comma-separated forms, a row per script; `~` marks forms that products use otherwise */
export const buildConcepts = (
  kind: ConceptKind,
  formsByLabel: Readonly<Record<string, readonly string[]>>,
  category?: string,
): Concept[] =>
  Object.entries(formsByLabel).map(([label, rows]) => {
    const all = rows.flatMap((row) => row.split(',')).map((form) => foldText(form.trim()));
    const ofProducts = all.filter((form) => !form.startsWith(QUERY_ONLY));
    return {
      kind,
      label,
      forms: all.map((form) => (form.startsWith(QUERY_ONLY) ? form.slice(QUERY_ONLY.length) : form)),
      productForms: withoutLonger(ofProducts),
      ...(category === undefined ? {} : { category }),
    };
  });

/** Leaves out forms that contain another one: they find the same products and fewer. */
export function withoutLonger(forms: readonly string[]): string[] {
  const singleWords = new Set(forms.filter((form) => !form.includes(' ')));
  return forms.filter((form) => singleWords.has(form) || !form.split(' ').some((word) => singleWords.has(word)));
}
