import { setTimeout as sleep } from 'node:timers/promises';
import type { CallAnswer } from '@rangavalli/contracts/calls';
import { mustSend, send } from '../checkout/http.js';
import { logIn } from '../shop/people.js';
import { secondGateway } from '../shop/second-gateway.js';
import type { Shop } from '../shop/shop.js';

export interface StalenessFigures {
  changes: number;
  /** Answers that readers got meanwhile. */
  answers: number;
  /** Of the answers that told the price of before: how long after the admin's answer the last of them came, ms. */
  oldestListMs: number;
  oldestProductMs: number;
  /** Answers that were none, by what they were. */
  failures: Record<string, number>;
}

const CHANGES = 20;
const READERS = 16;
/** From one change to the next, ms. */
const PAUSE_MS = 300;
/** Readers are people: so many answers a second of each, pause in ms. */
const READ_PAUSE_MS = 2;

/**
 * An admin changes a price again and again while readers ask for the product and its list at the other gateway, which hears of it by
 * the catalog's events alone: how long is the old price told? (The admin's own gateway forgets before it answers.)
 */
export async function measureStaleness(shop: Shop): Promise<StalenessFigures> {
  const token = await logIn(shop.api, shop.admin);
  const id = shop.productIds[0] as string;
  const other = await secondGateway(shop);
  const api = `${other.origin}/api`;
  const oldest = { list: 0, product: 0 };
  let [answers, price, since] = [0, 0, Number.POSITIVE_INFINITY];
  const over = new AbortController();
  const failures: Record<string, number> = {};
  const get = async <T>(path: string): Promise<T | undefined> => {
    const { status, body } = await send('GET', api + path).catch((error: unknown) => ({
      status: 0,
      body: { code: String(error) },
    }));
    if (status === 200) return body as T;
    const what = `${status} ${String((body as { code?: unknown } | undefined)?.code)}`;
    failures[what] = (failures[what] ?? 0) + 1;
    return undefined;
  };
  const note = (kind: keyof typeof oldest, seen: number | undefined): void => {
    answers += 1;
    if (seen !== price && Number.isFinite(since)) oldest[kind] = Math.max(oldest[kind], performance.now() - since);
  };
  const reading = Array.from({ length: READERS }, async (_, reader) => {
    while (!over.signal.aborted) {
      if (reader % 2 === 0) {
        const answer = await get<CallAnswer<'GET /products/getOne/{id}'>>(`/products/getOne/${id}`);
        if (answer) note('product', answer.product.price);
      } else {
        const answer = await get<CallAnswer<'GET /products/getAll'>>('/products/getAll?page=1&limit=24');
        if (answer) note('list', answer.products.find(({ _id }) => _id === id)?.price);
      }
      await sleep(READ_PAUSE_MS);
    }
  });
  for (let change = 1; change <= CHANGES; change += 1) {
    since = Number.POSITIVE_INFINITY; // old and new are both right until the admin is answered
    await mustSend('PUT', `${shop.api}/products/update/${id}`, { body: { price: 1_000 + change }, token });
    [price, since] = [1_000 + change, performance.now()];
    await sleep(PAUSE_MS);
  }
  over.abort();
  await Promise.all(reading);
  await other.stop();
  return { changes: CHANGES, answers, oldestListMs: oldest.list, oldestProductMs: oldest.product, failures };
}
