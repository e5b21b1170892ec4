// No zod: runs in browsers.

/** An empty country is India (specification §9). */
export const isIndia = (country: string): boolean =>
  /^(?:(?:(?:the)?republicof)?india|bharat|hindustan|in|ind)?$/i.test(country.replaceAll(/[^\p{L}]/gu, ''));

/** Returns the ten digits of an Indian mobile number, without country code and separators; else the trimmed text. */
export function normalisePhone(text: string): string {
  const own = text.replaceAll(/\D/g, '').replace(/^(?:00)?91(?=\d{10}$)|^0(?=\d{10}$)/, '');
  const isFromAbroad = /^\s*(?:\+|00)(?!\s*91)/.test(text);
  return !isFromAbroad && /^[6-9]\d{9}$/.test(own) ? own : text.trim();
}

export const GSTIN_PATTERN = /^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z][Z1-9ABD-J][0-9A-Z]$/;

/** GST state codes: 01 to 38 but 25 and 28, and 97, other territory. */
const STATE_CODE = /^(?:0[1-9]|1\d|2[0-46-79]|3[0-8]|97)/;

/** Checks the format, the state code and the check character of a GST number, in upper case. */
export function isGstin(text: string): boolean {
  if (!GSTIN_PATTERN.test(text) || !STATE_CODE.test(text)) return false;
  const values = [...text].map((character) => Number.parseInt(character, 36));
  const check = values.pop();
  let total = 0;
  for (const [index, value] of values.entries()) {
    const product = value * (index % 2 === 0 ? 1 : 2);
    total += Math.floor(product / 36) + (product % 36);
  }
  return check === (36 - (total % 36)) % 36;
}
