import { createHash } from 'node:crypto';
import { step } from '@rangavalli/build-kit/command/report';
import { phrasesOf } from '@rangavalli/service-kit/database/search-words';
import type { Document } from 'mongodb';
import { registerCustomers } from '../shop/records.js';
import type { Shop } from '../shop/shop.js';
import {
  afterSaleOf,
  complaintsOf,
  hasDocuments,
  questionsOf,
  toComplaint,
  toDispatchRow,
  toGiftCard,
  toInvoice,
  toQuestion,
  toReview,
  toShipments,
  toWaitlistEntry,
} from './after-sale.js';
import { fill, withDatabase } from './fill.js';
import { DAY_MS, idAt, personOf } from './people.js';
import {
  isCharged,
  isCod,
  type Purchase,
  purchaseOf,
  type SeededShop,
  type Sizes,
  toDelivery,
  toEmail,
  toOrder,
  toPayment,
  toStockEntries,
  toSummary,
} from './purchases.js';

export const HISTORY_DAYS = 730;
/** Raw webhooks and emails are kept for this time. */
const LOG_DAYS = 90;
const ORDERS_PER_AUDIT_ENTRY = 5;
const CUSTOMERS_PER_CART = 5;
const CART_LINES = 3;
/** Also of entries of the waitlist. */
const CUSTOMERS_PER_GIFT_CARD = 10;

/** Fills the databases of a store: orders of two years with everything that belongs to them. */
export async function seed(shop: Shop, sizes: Sizes, end: number): Promise<SeededShop> {
  const start = end - HISTORY_DAYS * DAY_MS;
  const seeded: SeededShop = { sizes, start, end, products: await readProducts(shop) };
  const each =
    (toDocuments: (purchase: Purchase) => readonly Document[], select: (purchase: Purchase) => boolean = isPlaced) =>
    (number: number): readonly Document[] => {
      const purchase = purchaseOf(seeded, number);
      return select(purchase) ? toDocuments(purchase) : [];
    };
  const isRecent = ({ at }: Purchase) => end - at.getTime() < LOG_DAYS * DAY_MS;
  const all = () => true;
  const put = (service: string, collection: string, count: number, generate: (number: number) => readonly Document[]) =>
    step(`${service} ${collection}`, () =>
      withDatabase(uriOf(shop, service), (client) => fill(client.db().collection(collection), count, generate)),
    );
  const account = await accountTemplate(shop);
  await put('user', 'accounts', sizes.customers, (number) => [toAccount(number, start, account)]);
  await put('cart', 'carts', Math.floor(sizes.customers / CUSTOMERS_PER_CART), (number) => [toCart(number, seeded)]);
  await put(
    'order',
    'orders',
    sizes.orders,
    each((one) => [{ ...toOrder(one), ...afterSaleOf(seeded, one) }], all),
  );
  await put(
    'payment',
    'payments',
    sizes.orders,
    each(
      (one) => [toPayment(one)],
      (one) => !isCod(one),
    ),
  );
  await put(
    'user',
    'order_summaries',
    sizes.orders,
    each((one) => [toSummary(one)]),
  );
  await put('catalog', 'stock_entries', sizes.orders, each(toStockEntries));
  await put(
    'payment',
    'webhook_deliveries',
    sizes.orders,
    each(
      (one) => [toDelivery(one)],
      (one) => isCharged(one) && isRecent(one),
    ),
  );
  await put(
    'notification',
    'notifications',
    sizes.orders,
    each(
      (one) => [toEmail(one)],
      (one) => isPlaced(one) && isRecent(one),
    ),
  );
  const entries = Math.floor(sizes.orders / ORDERS_PER_AUDIT_ENTRY);
  await put('notification', 'audit_entries', entries, (number) => [toAuditEntry(number, entries, seeded)]);
  const isRecentlySent = (one: Purchase) => hasDocuments(seeded, one);
  await put(
    'fulfilment',
    'order_shipments',
    sizes.orders,
    each((one) => [toShipments(one)], isRecentlySent),
  );
  await put(
    'fulfilment',
    'dispatch_orders',
    sizes.orders,
    each((one) => [toDispatchRow(one)]),
  );
  await put(
    'order',
    'tax_documents',
    sizes.orders,
    each((one) => [toInvoice(one)], isRecentlySent),
  );
  await put('catalog', 'reviews', sizes.orders, each(toReview));
  await put('catalog', 'questions', questionsOf(seeded), (number) => [toQuestion(number, seeded)]);
  await put('order', 'complaints', complaintsOf(seeded), (number) => [toComplaint(number, seeded)]);
  const peopleShare = Math.floor(sizes.customers / CUSTOMERS_PER_GIFT_CARD);
  await put('payment', 'gift_cards', peopleShare, (number) => [toGiftCard(number, seeded)]);
  await put('fulfilment', 'waitlist', peopleShare, (number) => [toWaitlistEntry(number, seeded)]);
  return seeded;
}

const isPlaced = ({ outcome }: Purchase): boolean => outcome === 'placed';

export const uriOf = (shop: Shop, service: string): string => String(shop.envOf(service).env['MONGODB_URI']);

export const readProducts = (shop: Shop): Promise<SeededShop['products']> =>
  withDatabase(uriOf(shop, 'catalog'), async (client) => {
    const found = client
      .db()
      .collection('products')
      .find({ deletedAt: null, stock: { $gt: 0 } }, { projection: { name: 1, pricePaise: 1, sizes: 1 } });
    return (await found.toArray()).map(({ _id, name, pricePaise, sizes }) => ({
      id: String(_id),
      name: String(name),
      pricePaise: Number(pricePaise),
      size: String(sizes[0] ?? ''),
    }));
  });

/** Returns the account of a customer who has registered: the others have the same password, and its fields. */
async function accountTemplate(shop: Shop): Promise<Document> {
  const [session] = await registerCustomers(shop.api, 1);
  return withDatabase(uriOf(shop, 'user'), async (client) => {
    const accounts = await client.db().collection('accounts').find({ role: 'user' }).toArray();
    const {
      _id,
      verificationLinks: _links,
      ...fields
    } = accounts.find((one) => String(one._id) === session?.id) ?? ({} as Document);
    return { ...fields, outbox: [] };
  });
}

function toAccount(number: number, start: number, template: Document): Document {
  const { id, name, email, phone } = personOf(number, start);
  return {
    ...template,
    _id: id,
    name,
    nameWords: phrasesOf(name),
    email,
    phone,
    phoneDigits: phone.replaceAll(/\D/g, '').slice(-10),
    emailVerifiedAt: new Date(start),
    createdAt: new Date(start),
  };
}

function toCart(number: number, { start, end, products }: SeededShop): Document {
  const lines = Array.from({ length: CART_LINES }, (_, index) => {
    const { id, pricePaise, size } = products[
      (number * 7 + index * 101) % products.length
    ] as SeededShop['products'][number];
    return { productId: id, size, quantity: 1, unitPaise: pricePaise };
  });
  const at = new Date(end);
  return {
    _id: String(personOf(number * CUSTOMERS_PER_CART, start).id) as never,
    lines,
    boughtOrders: [],
    merges: [],
    revision: 1,
    createdAt: at,
    updatedAt: at,
  };
}

/** Without a valid chain of hashes, which is not measured. */
function toAuditEntry(number: number, entries: number, seeded: SeededShop): Document {
  const { id, at } = purchaseOf(seeded, Math.floor((number * seeded.sizes.orders) / entries));
  return {
    _id: String(idAt(at.getTime(), number)) as never,
    service: 'order',
    at,
    actor: { id: 'a'.repeat(24), name: `Asha Rao ${number % 20}`, role: 'fulfilment', email: 'asha@example.com' },
    action: 'order.status',
    subject: 'order',
    subjectId: String(id),
    label: `#${String(id).slice(-8)}`,
    changes: [{ field: 'status', from: 'Pending', to: 'Shipped' }],
    sequence: number + 1,
    hash: createHash('sha256').update(String(number)).digest('hex'),
    words: [
      ...phrasesOf(`Asha Rao ${number % 20}`),
      'asha@example.com',
      `#${String(id).slice(-8)}`,
      String(id).slice(-8),
    ],
  };
}
