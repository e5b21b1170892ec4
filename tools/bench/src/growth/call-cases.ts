import { growthCases } from '../scale/growth-cases.js';
import { mustCall } from '../shop/http.js';
import { logIn, type Session } from '../shop/records.js';
import { weaverOf } from '../shop/sample-products.js';
import type { Shop } from '../shop/shop.js';
import { hasDocuments } from './after-sale.js';
import { DAY_MS, personOf } from './people.js';
import { isCod, type Purchase, purchaseOf, type SeededShop } from './purchases.js';

/** One kind of request. Consecutive requests differ. */
export interface CallCase {
  name: string;
  method?: 'GET' | 'POST';
  /** Below the store's origin. */
  path: (count: number) => string;
  body?: (count: number) => unknown;
  token?: (count: number) => string;
  /** A response without this text is a failure. */
  content?: string;
}

const CUSTOMERS = 8;
/** Different lines that are added to the carts. */
const CART_ITEMS = 21;
const PASSWORD = 'a long enough password';
/** Pages that are followed to the position of a deep page. */
const DEEP_PAGES = 20;
const statuses = ['Pending', 'Processing', 'Shipped', 'Delivered', 'Cancelled'] as const;

type PagedList =
  | 'GET /orders/admin/list'
  | 'GET /payments/admin'
  | 'GET /operations/audit'
  | 'GET /users/admin/customers';

export async function callCases(shop: Shop, seeded: SeededShop): Promise<CallCase[]> {
  const admin = await logIn(shop.api, shop.admin);
  const calls: CallCase[] = [
    ...growthCases(shop.productIds).map(({ name, path }) => ({ name: `shop: ${name}`, path })),
    { name: 'shop: newest 500 products', path: () => '/products/getAll' },
    {
      name: 'shop: suggestions',
      path: (count) => `/products/suggest?q=${'kanchi pattu silk'.slice(0, 3 + (count % 14))}`,
    },
    // The first products sell most.
    { name: 'shop: reviews', path: (count) => `/reviews?productId=${seeded.products[count % 50]?.id}` },
    { name: 'shop: questions', path: (count) => `/questions?productId=${seeded.products[count % 50]?.id}` },
    ...(await customerCases(shop, seeded)),
    ...(await staffCases(shop, seeded, admin)),
  ];
  return [...pageCases(shop), ...calls.map((one) => ({ ...one, path: (count: number) => `/api${one.path(count)}` }))];
}

/** Pages whose HTML contains their products; a page that the browser has to render is a failure. */
function pageCases({ productIds }: Shop): CallCase[] {
  const product = (count: number) => productIds[(count * 7_919) % productIds.length];
  const pages: Record<string, CallCase['path']> = {
    home: () => '/',
    collection: (count) => `/pattu-saree?page=${1 + (count % 40)}`,
    product: (count) => `/product/${product(count)}`,
    search: (count) => `/search?q=${weaverOf((count * 104_729) % productIds.length)}`,
  };
  return Object.entries(pages).map(([name, path]) => ({ name: `page: ${name}`, path, content: 'id="page-data"' }));
}

async function customerCases(shop: Shop, { sizes, start, products }: SeededShop): Promise<CallCase[]> {
  const sessions: Session[] = [];
  // Customer 0 has the most orders; those whose number is divisible by five have a cart.
  for (let count = 0; count < CUSTOMERS; count += 1) {
    const number = Math.floor((sizes.customers * count ** 2) / CUSTOMERS ** 2 / 5) * 5;
    sessions.push(await logIn(shop.api, { email: personOf(number, start).email, password: PASSWORD }));
  }
  const [best, last] = [sessions[0] as Session, sessions.at(-1) as Session];
  const turn = (count: number) => sessions[count % CUSTOMERS] as Session;
  const line = (count: number) => products[((count % CART_ITEMS) * 31) % products.length] ?? products[0];
  return [
    { name: 'customer: cart', path: () => '/cart', token: (count) => turn(count).token },
    {
      name: 'customer: add to cart',
      method: 'POST',
      path: () => '/cart/add',
      body: (count) => ({ productId: line(count)?.id, quantity: 1, size: line(count)?.size }),
      token: (count) => turn(count).token,
    },
    { name: 'customer: orders, most', path: () => `/orders/list/${best.id}`, token: () => best.token },
    { name: 'customer: orders, few', path: () => `/orders/list/${last.id}`, token: () => last.token },
    { name: 'customer: newest 500 orders', path: () => `/orders/${best.id}`, token: () => best.token },
    { name: 'customer: profile', path: () => '/users/profile', token: (count) => turn(count).token },
  ];
}

async function staffCases(shop: Shop, seeded: SeededShop, { token }: Session): Promise<CallCase[]> {
  const { sizes, start, end } = seeded;
  const purchase = (count: number) => purchaseOf(seeded, (count * 104_729) % sizes.orders);
  const customer = (count: number) => personOf((count * 7_919) % sizes.customers, start);
  const daysAgo = (days: number) => new Date(end - days * DAY_MS).toISOString().slice(0, 10);
  const fourDays = (count: number) => ({ from: daysAgo(33 + (count % 300)), to: daysAgo(30 + (count % 300)) });
  const deep = async (key: PagedList): Promise<(count: number) => string> => {
    const cursors = await followPages(shop, key, token);
    return (count) => `${key.slice(4)}?limit=100&cursor=${cursors[count % cursors.length]}`;
  };
  const query = (path: string, values: Record<string, string>) => `${path}?${new URLSearchParams(values)}`;
  const orders = (values: Record<string, string>) => query('/orders/admin/list', values);
  const payments = (values: Record<string, string>) => query('/payments/admin', values);
  const audit = (values: Record<string, string>) => query('/operations/audit', values);
  const customers = (values: Record<string, string>) => query('/users/admin/customers', values);
  const dispatch = (values: Record<string, string>) => query('/dispatch/orders', values);
  const messages = (values: Record<string, string>) => query('/notifications/admin', values);
  const paid = (count: number) => firstOf(purchase, count, (one) => one.status !== undefined && !isCod(one));
  const shipped = (count: number) => firstOf(purchase, count, (one) => hasDocuments(seeded, one));
  const approvals = (values: Record<string, string>) => query('/payments/approvals', values);
  const cases: Omit<CallCase, 'token'>[] = [
    { name: 'dashboard figures', path: () => '/orders/admin/summary' },
    { name: 'orders, first page', path: () => orders({}) },
    { name: 'orders, deep page', path: await deep('GET /orders/admin/list') },
    { name: 'orders of a status', path: (count) => orders({ status: statuses[count % statuses.length] as string }) },
    { name: 'orders, search by name', path: (count) => orders({ q: customer(count).name }) },
    {
      name: 'orders, search by one common name',
      path: (count) => orders({ q: customer(count).name.split(' ')[0] ?? '' }),
    },
    { name: 'orders, search by email', path: (count) => orders({ q: customer(count).email }) },
    { name: 'orders, search by phone', path: (count) => orders({ q: customer(count).phone }) },
    { name: 'orders, search by number', path: (count) => orders({ q: purchase(count).orderNumber }) },
    {
      name: 'orders, search and status',
      path: (count) => orders({ q: customer(count).name, status: statuses[count % statuses.length] as string }),
    },
    { name: 'newest 500 orders', path: () => '/orders/admin/all' },
    { name: 'an order', path: (count) => `/orders/detail/${String(paid(count).id)}` },
    { name: 'orders of a customer', path: (count) => `/orders/list/${String(customer(count).id)}` },
    { name: 'customers, first page', path: () => customers({}) },
    { name: 'customers, deep page', path: await deep('GET /users/admin/customers') },
    { name: 'customers, search by name', path: (count) => customers({ q: customer(count).name }) },
    {
      name: 'customers, search by one name',
      path: (count) => customers({ q: customer(count).name.split(' ')[0] ?? '' }),
    },
    { name: 'customers, search by email', path: (count) => customers({ q: customer(count).email }) },
    { name: 'customers, search by phone', path: (count) => customers({ q: customer(count).phone }) },
    { name: 'a customer', path: (count) => `/users/admin/customers/${String(customer(count).id)}` },
    { name: 'staff', path: () => '/users/admin/staff' },
    { name: 'products with little stock', path: () => '/products/getAll?maxStock=4&sort=stock-asc&limit=6' },
    { name: 'products by stock', path: (count) => `/products/getAll?sort=stock-asc&limit=24&page=${1 + (count % 50)}` },
    { name: 'payments, first page', path: () => payments({}) },
    { name: 'payments, deep page', path: await deep('GET /payments/admin') },
    { name: 'payments of days', path: (count) => payments(fourDays(count)) },
    { name: 'payments with problems', path: () => payments({ problem: 'any' }) },
    { name: 'payments without an order', path: () => payments({ problem: 'captured_without_order' }) },
    { name: 'refunds that await approval', path: () => approvals({ state: 'pending' }) },
    { name: 'payments, search by order', path: (count) => payments({ q: paid(count).orderNumber }) },
    { name: 'payments, search by payment', path: (count) => payments({ q: paid(count).paymentId }) },
    { name: 'a payment', path: (count) => `/payments/admin/${String(paid(count).id)}` },
    { name: 'webhook deliveries', path: () => '/payments/deliveries' },
    { name: 'webhook deliveries, handled', path: () => '/payments/deliveries?outcome=handled' },
    { name: 'audit, first page', path: () => audit({}) },
    { name: 'audit, deep page', path: await deep('GET /operations/audit') },
    { name: 'audit, search', path: (count) => audit({ q: `asha ${count % 20}` }) },
    { name: 'audit of an order', path: (count) => audit({ subjectId: String(purchase(count).id) }) },
    { name: 'held stock', path: () => '/orders/admin/holds' },
    { name: 'dead letters', path: () => '/operations/dead-letters' },
    { name: 'orders to ship', path: () => dispatch({}) },
    { name: 'orders to ship today', path: () => dispatch({ due: 'today' }) },
    { name: 'orders to ship of a zone', path: () => dispatch({ zone: 'South', cod: 'true' }) },
    { name: 'parcels that are ready', path: () => dispatch({ view: 'ready' }) },
    { name: 'parcels of an order', path: (count) => `/shipments?orderId=${String(shipped(count).id)}` },
    { name: 'undelivered parcels', path: () => '/shipments/ndr' },
    { name: 'parcels that come back', path: () => '/shipments/ndr?status=rto' },
    { name: 'returns', path: () => '/returns' },
    { name: 'returns to decide', path: () => '/returns?state=requested' },
    { name: 'returns, completed', path: () => '/returns?state=completed' },
    { name: 'returns to pay by UPI', path: () => '/returns?payout=due' },
    { name: 'cash on delivery', path: () => '/payments/cod/cash' },
    { name: 'cash that couriers hold', path: () => '/payments/cod/cash?state=collected' },
    { name: 'invoices', path: () => '/invoices' },
    { name: 'invoices of a month', path: (count) => `/invoices?month=${daysAgo(40 + (count % 300)).slice(0, 7)}` },
    { name: 'an invoice', path: (count) => `/orders/${String(shipped(count).id)}/invoice?format=json` },
    { name: 'reviews', path: () => '/reviews/admin' },
    { name: 'reviews that wait', path: () => '/reviews/admin?state=waiting' },
    { name: 'questions that wait', path: () => '/questions/admin?state=waiting' },
    { name: 'complaints', path: () => '/complaints' },
    { name: 'complaints that wait', path: () => '/complaints?state=waiting' },
    { name: 'messages', path: () => messages({}) },
    { name: 'messages, search by email', path: (count) => messages({ q: customer(count).email }) },
    { name: 'messages, failed', path: () => messages({ state: 'failed' }) },
    { name: 'gift cards', path: () => '/gift-cards' },
    { name: 'waitlist', path: () => '/delivery/waitlist' },
    { name: 'payment links', path: () => '/payments/links' },
    { name: 'offers', path: () => '/offers' },
    { name: 'search terms', path: () => '/search/terms' },
  ];
  return cases.map((one) => ({ ...one, name: `staff: ${one.name}`, token: () => token }));
}

function firstOf(
  purchase: (count: number) => Purchase,
  count: number,
  isIt: (purchase: Purchase) => boolean,
): Purchase {
  for (let number = count; ; number += 1) {
    const found = purchase(number);
    if (isIt(found)) return found;
  }
}

/** Returns the cursors of the pages after the first ones. */
async function followPages(shop: Shop, key: PagedList, token: string): Promise<string[]> {
  const cursors: string[] = [];
  for (let cursor: string | undefined; cursors.length < DEEP_PAGES;) {
    const query = { limit: '100', ...(cursor ? { cursor } : {}) };
    cursor = (await mustCall(shop.api, key, { query, token })).nextCursor;
    if (cursor === undefined) break;
    cursors.push(cursor);
  }
  return cursors.slice(-DEEP_PAGES / 2);
}
