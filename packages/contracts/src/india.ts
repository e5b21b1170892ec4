// No zod: runs in browsers.

/** An empty country is India (specification §9). */
export const isIndia = (country: string): boolean => /^(?:india|bharat|in|ind)?$/i.test(country.trim());

/** Returns the ten digits of an Indian mobile number, without country code and separators; else the trimmed text. */
export function normalisePhone(text: string): string {
  const own = text.replaceAll(/\D/g, '').replace(/^(?:00)?91(?=\d{10}$)|^0(?=\d{10}$)/, '');
  const isFromAbroad = /^\s*(?:\+|00)(?!\s*91)/.test(text);
  return !isFromAbroad && /^[6-9]\d{9}$/.test(own) ? own : text.trim();
}
