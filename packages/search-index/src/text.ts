/** Latin combining marks only; those of Indian scripts are part of the character. */
const LATIN_MARKS = /[\u0300-\u036F]/g;
const APOSTROPHES = /['’]/g;
const WORD = /\p{N}+(?:\.\p{N}+)+|[\p{L}\p{M}\p{N}]+/gu;
/** The same for folded ASCII texts, in a third of the time. */
const ASCII_WORD = /[0-9]+(?:\.[0-9]+)+|[a-z0-9]+/g;
// eslint-disable-next-line no-control-regex -- all of ASCII
const ASCII = /^[\u0000-\u007F]*$/;

export const foldText = (text: string): string =>
  (ASCII.test(text) ? text : text.normalize('NFKD').replaceAll(LATIN_MARKS, '')).toLowerCase();

/** Returns the folded words of a text: 'Grandmother’s 50% block-print' gives grandmothers, 50, block, print. */
export function wordsOf(text: string): string[] {
  const folded = foldText(text).replaceAll(APOSTROPHES, '');
  return folded.match(ASCII.test(folded) ? ASCII_WORD : WORD) ?? [];
}

export const toSingular = (word: string): string => (word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word);

export const labelKey = (label: string): string =>
  label
    .toLowerCase()
    .split(/[\s_-]+/)
    .filter(Boolean)
    .join(' ');
