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
    return {
      kind,
      label,
      forms: all.filter((form) => !form.startsWith(QUERY_ONLY)),
      queryForms: all.filter((form) => form.startsWith(QUERY_ONLY)).map((form) => form.slice(QUERY_ONLY.length)),
      ...(category === undefined ? {} : { category }),
    };
  });
