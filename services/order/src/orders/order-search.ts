import { ID_INDEX } from '@rangavalli/service-kit/database/paging';
import { phoneDigitsOf, phonePrefixOf, startsWith, wordsOf } from '@rangavalli/service-kit/database/search-words';
import { type Model, type QueryFilter, Types } from 'mongoose';
import { type OrderRecord, PLACED } from '../store/order.schema.js';

const SHORT_ID_LENGTH = 8;
const MAX_WORDS = 8;
/** Multiplied by the writes of an order: each term is an entry of the index. */
const MAX_TERMS = 40;
const BATCH_SIZE = 500;

type Searched = Pick<OrderRecord, '_id' | 'customer' | 'billing' | 'payment'>;

/** Returns what finds an order: the words of names and emails, the phone number, the short id and the payment's id. */
export function searchTermsOf({ _id, customer, billing, payment }: Searched): string[] {
  const terms = [
    String(_id).slice(-SHORT_ID_LENGTH),
    ...[customer.name, customer.email, billing?.fullName ?? '', billing?.email ?? '', payment?.id ?? ''].flatMap(
      (text) => wordsOf(text),
    ),
    ...(billing ? [phoneDigitsOf(billing.phone)] : []),
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
  const isTerm = (word: string) => ({ searchTerms: { $elemMatch: startsWith(word) } });
  const words = wordsOf(text).slice(0, MAX_WORDS);
  const all = { $and: words.map(isTerm) };
  // Phone numbers are typed with and without spaces; a short id may consist of digits, too.
  return digits === undefined ? all : { $or: [isTerm(digits), all] };
}

/**
 * Sets the search terms of orders from before the field, in the order of their ids: a search for a missing field from
 * the start would read all orders before it again each time.
 * @param onBatch runs after each batch
 */
export async function addMissingSearchTerms(
  orders: Model<OrderRecord>,
  onBatch: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const isMissing = { searchTerms: { $exists: false } };
  for (let last: Types.ObjectId = PLACED._id.$gt; ;) {
    const found = await orders
      .find({ phase: PLACED.phase, _id: { $gt: last } }, { customer: 1, billing: 1, payment: 1, searchTerms: 1 })
      .sort({ _id: 1 })
      .limit(BATCH_SIZE)
      .hint(ID_INDEX)
      .lean<(Searched & Pick<OrderRecord, 'searchTerms'>)[]>();
    const missing = found.filter(({ searchTerms }) => !searchTerms);
    if (missing.length > 0)
      await orders.bulkWrite(
        missing.map((order) => ({
          updateOne: {
            filter: { ...isMissing, _id: order._id },
            update: { $set: { searchTerms: searchTermsOf(order) } },
          },
        })),
      );
    const next = found.at(-1)?._id;
    if (!next || found.length < BATCH_SIZE) return;
    last = next;
    await onBatch();
  }
}
