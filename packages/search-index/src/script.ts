/** The Unicode blocks of Indian scripts, Devanagari to Malayalam, place the same character at the same offset. */
const FIRST_BLOCK = 0x09_00;
const LAST_BLOCK = 0x0d_00;
const BLOCK_SIZE = 0x80;
const DIGIT_ZERO = 0x66;
const VIRAMA = 0x4d;
const NUKTA = 0x3c;
/** Devanagari, Bengali, Gurmukhi and Gujarati leave the inherent vowel of the last consonant silent. */
const LAST_BLOCK_WITH_SILENT_VOWEL = 0x0a_80;

const vowels: Readonly<Record<number, string>> = {
  0x05: 'a',
  0x06: 'a',
  0x07: 'i',
  0x08: 'i',
  0x09: 'u',
  0x0a: 'u',
  0x0b: 'ri',
  0x0d: 'e',
  0x0e: 'e',
  0x0f: 'e',
  0x10: 'ai',
  0x11: 'o',
  0x12: 'o',
  0x13: 'o',
  0x14: 'au',
};
const vowelSigns: Readonly<Record<number, string>> = {
  0x3e: 'a',
  0x3f: 'i',
  0x40: 'i',
  0x41: 'u',
  0x42: 'u',
  0x43: 'ri',
  0x45: 'e',
  0x46: 'e',
  0x47: 'e',
  0x48: 'ai',
  0x49: 'o',
  0x4a: 'o',
  0x4b: 'o',
  0x4c: 'au',
};
/** From offset 0x15 on. */
const consonants = 'k kh g gh n ch ch j jh n t th d dh n t th d dh n n p ph b bh m y r r l l l v sh sh s h'.split(' ');
const FIRST_CONSONANT = 0x15;
const INDIC = /[\u0900-\u0D7F]/;

const TAMIL_BLOCK = 0x0b_80;
/** Tamil writes one character for a voiceless and a voiced consonant; it is voiced between vowels and after nasals. */
const voiced: Readonly<Record<string, string>> = { k: 'g', ch: 's', t: 'd', p: 'b' };
const VOICING_CONTEXT = /[aeioun]$/;

export const hasIndicScript = (text: string): boolean => INDIC.test(text);

/** Replaces the digits of Indian scripts by 0 to 9. */
export const toAsciiDigits = (text: string): string =>
  text.replaceAll(/[\u0900-\u0D7F]/g, (character) => {
    const digit = ((character.codePointAt(0) as number) % BLOCK_SIZE) - DIGIT_ZERO;
    return digit >= 0 && digit <= 9 ? String(digit) : character;
  });

const isVirama = (character: string | undefined): boolean =>
  character !== undefined && (character.codePointAt(0) as number) % BLOCK_SIZE === VIRAMA && hasIndicScript(character);

/** Writes a word of an Indian script in Latin characters, as its sounds are usually spelt: 'चंदेरी' is 'chanderi'. */
export function toLatin(word: string): string {
  let latin = '';
  let hasInherentVowel = false;
  let block = 0;
  const characters = Array.from(word);
  for (const [at, character] of characters.entries()) {
    const code = character.codePointAt(0) as number;
    if (code < FIRST_BLOCK || code >= LAST_BLOCK + BLOCK_SIZE) {
      latin += hasInherentVowel ? `a${character}` : character;
      hasInherentVowel = false;
      continue;
    }
    const offset = code % BLOCK_SIZE;
    block = code - offset;
    if (offset === NUKTA) continue;
    const consonant = consonants[offset - FIRST_CONSONANT];
    const sign = vowelSigns[offset];
    if (hasInherentVowel && sign === undefined && offset !== VIRAMA) latin += 'a';
    hasInherentVowel = consonant !== undefined;
    const isVoiced = block === TAMIL_BLOCK && VOICING_CONTEXT.test(latin) && !isVirama(characters[at + 1]);
    latin +=
      (isVoiced ? voiced[consonant ?? ''] : undefined) ??
      consonant ??
      sign ??
      vowels[offset] ??
      (offset === 0x01 || offset === 0x02 ? 'n' : '');
  }
  return hasInherentVowel && block > LAST_BLOCK_WITH_SILENT_VOWEL ? `${latin}a` : latin;
}

const soundRules: readonly (readonly [RegExp, string])[] = [
  [/x/g, 'ks'],
  [/zh/g, 'l'],
  [/([bcdgjkpst])h/g, '$1'],
  [/ck/g, 'k'],
  [/f/g, 'p'],
  [/q/g, 'k'],
  [/w/g, 'v'],
  [/z/g, 'j'],
  [/ee|ea|ie/g, 'i'],
  [/oo|ou/g, 'u'],
  [/y/g, 'i'],
  [/(.)\1+/g, '$1'],
  [/n(?=[bp])/g, 'm'],
  [/m(?=[cdgjkt])/g, 'n'],
];

/** Returns the same key for usual spellings of one sound: 'kanjeevaram' and 'kanjivaram'. */
export function soundKey(word: string): string {
  let key = hasIndicScript(word) ? toLatin(word) : word;
  for (const [pattern, replacement] of soundRules) key = key.replaceAll(pattern, replacement);
  return key;
}
