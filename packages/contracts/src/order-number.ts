/**
 * Order numbers are read out over the phone: `RV-26-0042174` is the prefix of the shop, the year in IST, a sequence of
 * at least six digits and a check digit. The check digit is Damm's over year and sequence: it detects every wrong digit
 * and every swap of two neighbours.
 */
const PREFIX = 'RV';
const SEQUENCE_DIGITS = 6;
const SHAPE = /^RV(\d{2})(\d{7,12})$/;

/** Damm's quasigroup of order ten: the next interim digit by interim digit (row) and digit (column). */
const QUASIGROUP = [
  '0317598642',
  '7092154863',
  '4206871359',
  '1750983426',
  '6123045978',
  '3674209581',
  '5869720134',
  '8945362017',
  '9438617205',
  '2581436790',
];

/** Returns the last interim digit: the check digit of the digits, or 0 for digits that end with theirs. */
const dammOf = (digits: string): string =>
  [...digits].reduce((interim, digit) => QUASIGROUP[Number(interim)]?.[Number(digit)] ?? '', '0');

/** @param year its last two digits */
export function formatOrderNumber(year: string, sequence: number): string {
  const digits = String(sequence).padStart(SEQUENCE_DIGITS, '0');
  return `${PREFIX}-${year}-${digits}${dammOf(year + digits)}`;
}

/**
 * Returns an order number as it is stored, whether or not it was typed with dashes, spaces or capitals; undefined for
 * other text. The check digit may be wrong: `hasValidCheckDigit`.
 */
export function normalizeOrderNumber(text: string): string | undefined {
  const [, year, rest] = SHAPE.exec(text.replaceAll(/[\s-]/g, '').toUpperCase()) ?? [];
  return year && `${PREFIX}-${year}-${rest}`;
}

export const hasValidCheckDigit = (orderNumber: string): boolean => dammOf(orderNumber.replaceAll(/\D/g, '')) === '0';
