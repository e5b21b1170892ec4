import { hasValidCheckDigit, normalizeOrderNumber } from '@rangavalli/contracts/order-number';
import {
  phoneDigitsOf,
  phonePrefixOf,
  phrasesOf,
  startsWith,
  wordsOf,
} from '@rangavalli/service-kit/database/search-words';
import { type QueryFilter, Types } from 'mongoose';
import type { OrderRecord } from '../store/order.schema.js';

/** An order number, or its first part. */
const START_OF_NUMBER = /^rv[\s-]*\d[\d\s-]*$/i;
const MAX_WORDS = 8;
/** Multiplied by the writes of an order: each term is an entry of the index. */
const MAX_TERMS = 40;

export type Searched = Pick<OrderRecord, 'customer' | 'billing' | 'payment' | 'orderNumber'>;

/** Returns the term of an order number or of its first part: without dashes and capitals. */
const numberTerm = (text: string): string => text.replaceAll(/[\s-]/g, '').toLowerCase();

/** Typed with and without the space. */
const pinTerm = (pincode: string): string[] => wordsOf(pincode.replaceAll(/\s/g, ''));

/** Returns what finds an order: words of names, emails and city, phone number, PIN, numbers of order and payment. */
export function searchTermsOf({ customer, billing, payment, orderNumber }: Searched): string[] {
  const terms = [
    ...(orderNumber ? [numberTerm(orderNumber)] : []),
    ...[customer.email, billing?.email ?? '', payment?.id ?? ''].flatMap((text) => wordsOf(text)),
    ...[customer.name, billing?.fullName ?? ''].flatMap((name) => phrasesOf(name)),
    ...(billing ? [phoneDigitsOf(billing.phone), ...wordsOf(billing.city), ...pinTerm(billing.pincode)] : []),
  ];
  return [...new Set(terms)].slice(0, MAX_TERMS);
}

/** Returns what finds the hold of an unpaid order: its products too. */
export const holdTermsOf = (order: Searched, lines: OrderRecord['lines']): string[] =>
  [...new Set([...searchTermsOf(order), ...lines.flatMap(({ name }) => wordsOf(name))])].slice(0, MAX_TERMS);

/** Each word must begin a term; a whole id is the order's own. */
export function searchFilter(q: string): QueryFilter<OrderRecord> {
  // Pasted ids often begin with #.
  const text = q.trim().replace(/^#/, '');
  if (/^[0-9a-f]{24}$/i.test(text)) return { _id: new Types.ObjectId(text) };
  const digits = phonePrefixOf(text);
  // Read out without its first letters, it looks like a phone number.
  const number = digits && normalizeOrderNumber(`RV${text}`);
  const isTerm = (word: string) => ({ searchTerms: { $elemMatch: startsWith(word) } });
  const words = wordsOf(text).slice(0, MAX_WORDS);
  const termOf = (word: string) => isTerm(START_OF_NUMBER.test(word) ? numberTerm(word) : word);
  const all = { $and: START_OF_NUMBER.test(text) ? [termOf(text)] : words.map(termOf) };
  // Phone numbers are typed with and without spaces.
  if (digits === undefined) return all;
  return { $or: [isTerm(digits), ...(number && hasValidCheckDigit(number) ? [isTerm(numberTerm(number))] : []), all] };
}

/** Returns the term of a search for a name, which its whole words make; undefined for numbers and ids. */
export function wholeTerm(q: string): string | undefined {
  const words = wordsOf(q);
  return words.length > 0 && words.every((word) => /^\p{L}[\p{L}\p{M}.'-]*$/u.test(word)) ? words.join(' ') : undefined;
}

/** Returns whether a search is an order number with a wrong digit. */
export function isMistypedNumber(q: string): boolean {
  const number = normalizeOrderNumber(q);
  return number !== undefined && !hasValidCheckDigit(number);
}
