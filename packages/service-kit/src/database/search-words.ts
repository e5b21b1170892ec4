/** Sorts after every character that can continue a word. */
const LAST_CHARACTER = '\u{10FFFF}';

/** Returns the condition for texts with a prefix: a range, because user input is no pattern, and it uses the index. */
export const startsWith = (prefix: string): { $gte: string; $lt: string } => ({
  $gte: prefix,
  $lt: prefix + LAST_CHARACTER,
});

export const wordsOf = (text: string, separator = /\s+/): string[] =>
  text.normalize('NFKC').toLowerCase().split(separator).filter(Boolean);

const MAX_COMBINED = 4;
/**
 * Returns what finds a name: its words, and those of the first four together that are in its order, so that "meera
 * nair" is one term of "Meera Bala Nair". Two words are three terms, three words seven.
 */
export function phrasesOf(name: string): string[] {
  const words = wordsOf(name);
  const phrases = words
    .slice(0, MAX_COMBINED)
    .reduce<string[]>((found, word) => [...found, word, ...found.map((phrase) => `${phrase} ${word}`)], []);
  return [...new Set([...phrases, ...words])];
}

const PHONE_DIGITS = 10;
/** Returns the last ten digits, without country code and spaces. */
export const phoneDigitsOf = (phone: string): string => phone.replaceAll(/\D/g, '').slice(-PHONE_DIGITS);

/** Digits as people write them: `98480`, `+91 98480 10407`. */
const PHONE = /^[+0-9()\-\s]*\d{3}[0-9()\-\s]*$/;
const PREFIX_OF_INDIA = /^\s*(?:\+91|0)/;

/** Returns the first digits of a phone number in a search; undefined when it is something else. */
export const phonePrefixOf = (search: string): string | undefined =>
  PHONE.test(search) ? phoneDigitsOf(search.replace(PREFIX_OF_INDIA, '')) : undefined;
