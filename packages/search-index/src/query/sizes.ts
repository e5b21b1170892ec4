import { foldText } from '../text.js';

export interface SizePhrase {
  from: number;
  to: number;
  size: string;
}

const years = foldText('y, yr, yrs, year, years, yo, saal, sal, साल, वर्ष, ఏళ్ల, ఏళ్ళ, సంవత్సరాల, ఏళ్లు, வயது, ವರ್ಷ, ವರ್ಷದ')
  .split(',')
  .map((word) => word.trim())
  .join('|');
const ageRange = new RegExp(`(?<=^| )(?:size |age )?(\\d{1,2}) (?:to )?(\\d{1,2}) ?(?:${years})(?: old)?(?= |$)`);
const age = new RegExp(`(?<=^| )(?:size |age )?(\\d{1,2}) ?(?:${years})(?: old)?(?= |$)|(?<=^| )age (\\d{1,2})(?= |$)`);
const named = [/(?<=^| )size ([a-z0-9.]+)(?= |$)/, /(?<=^| )([a-z0-9.]+) size(?= |$)/];
const names: Readonly<Record<string, string>> = { small: 's', medium: 'm', large: 'l', '2xl': 'xxl', '3xl': 'xxxl' };
const unmistakable = /(?<=^| )(x{1,3}l|x{1,2}s|[23]xl|\d\.\d{1,2})(?= |$)/;
const singleCharacter = /(?<=^| )([sml])(?= |$)/;

const MAY_HAVE_SIZE = /\d|size|(?<=^| )(?:[sml]|x+[ls])(?= |$)/;

/** Finds a size of clothes, bangles or children. @param labelOf the size as products spell it, if any has it */
export function findSize(
  words: readonly string[],
  labelOf: (size: string) => string | undefined,
): SizePhrase | undefined {
  const text = words.join(' ');
  if (!MAY_HAVE_SIZE.test(text)) return undefined;
  const phrase = (match: RegExpExecArray, ...candidates: string[]): SizePhrase | undefined => {
    const size = candidates.map((candidate) => labelOf(candidate)).find(Boolean);
    if (size === undefined) return undefined;
    const from = match.index === 0 ? 0 : text.slice(0, match.index).trimEnd().split(' ').length;
    return { from, to: from + match[0].split(' ').length, size };
  };
  const between = ageRange.exec(text);
  if (between) return phrase(between, `${between[1]}-${between[2]}y`);
  const old = age.exec(text);
  if (old) {
    const years = Number(old[1] ?? old[2]);
    return phrase(old, `${years}-${years + 1}y`, `${years - 1}-${years}y`, `${years}y`);
  }
  for (const expression of [...named, unmistakable, ...(words.length > 1 ? [singleCharacter] : [])]) {
    const match = expression.exec(text);
    const name = match?.[1];
    const size = match && name !== undefined ? phrase(match, names[name] ?? name) : undefined;
    if (size) return size;
  }
  return undefined;
}
