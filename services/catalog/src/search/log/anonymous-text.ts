import { foldText } from '@rangavalli/search-index/text';
import { toAsciiDigits } from '@rangavalli/search-index/script';

const MAX_LENGTH = 80;
/** Phone, order and card numbers; prices are shorter. */
const LONG_NUMBER = /\d(?:[\s().+/\p{Dash}]*\d){7}/u;
const ADDRESS = /@|https?:|www\.|\b(?:\w+\.)+(?:com|in|org|net)\b/;

/** Whether a text has a phone number or another number of at least eight digits, in any Indian script. */
export const hasLongNumber = (text: string): boolean => LONG_NUMBER.test(toAsciiDigits(text));

/**
 * Returns a search text as it is logged: folded, with single spaces. Undefined for texts that look like an email
 * address, a link, or a phone or other long number, and for texts too long to be a search.
 */
export function anonymousText(text: string): string | undefined {
  const folded = foldText(text)
    .normalize('NFC')
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .replaceAll(/\s+/g, ' ');
  if (!folded || folded.length > MAX_LENGTH) return undefined;
  return ADDRESS.test(toAsciiDigits(folded)) || hasLongNumber(folded) ? undefined : folded;
}
