/** Latin letters without their marks; the marks of Indian scripts are letters and stay. */
const MARKS = /[\u0300-\u036F]/g;
const APOSTROPHES = /['’]/g;
const WORD = /\p{N}+(?:\.\p{N}+)+|[\p{L}\p{M}\p{N}]+/gu;
// eslint-disable-next-line no-control-regex -- all of ASCII
const PLAIN = /^[\u0000-\u007F]*$/;

/** Text as it is compared: in small letters, without marks on them. */
export const folded = (text: string): string =>
  (PLAIN.test(text) ? text : text.normalize('NFKD').replaceAll(MARKS, '')).toLowerCase();

/** The words of a text, in order: 'Grandmother’s 50% block-print' is grandmothers, 50, block and print. */
export const wordsOf = (text: string): string[] => folded(text).replaceAll(APOSTROPHES, '').match(WORD) ?? [];

/** 'Sarees' finds what is called a saree. */
export const singular = (word: string): string => (word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word);

/** A label as it is compared: hyphens, underscores and spaces are the same between its words. */
export const labelKey = (label: string): string =>
  label
    .toLowerCase()
    .split(/[\s_-]+/)
    .filter(Boolean)
    .join(' ');
