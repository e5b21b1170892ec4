import { setTimeout as sleep } from 'node:timers/promises';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { mustCall, send } from '../shop/http.js';
import { logIn } from '../shop/records.js';
import { startSecondGateway } from '../shop/second-gateway.js';
import type { Shop } from '../shop/shop.js';

export interface StalenessFigures {
  changes: number;
  responses: number;
  /** Longest time from the admin's response to a reader's response with the old price. */
  oldestListMs: number;
  oldestProductMs: number;
  failures: Record<string, number>;
}

const CHANGES = 20;
const READERS = 16;
const CHANGE_INTERVAL_MS = 300;
const READ_PAUSE_MS = 2;

/**
 * Changes a price repeatedly while readers request the product and its list from the second gateway, which learns of
 * changes only from the catalog's events. (The admin's own gateway invalidates before it responds.)
 */
export async function measureStaleness(shop: Shop): Promise<StalenessFigures> {
  const { token } = await logIn(shop.api, shop.admin);
  const id = shop.productIds[0] as string;
  const gateway = await startSecondGateway(shop);
  const oldest = { list: 0, product: 0 };
  let [responses, price, changedAt] = [0, 0, Number.POSITIVE_INFINITY];
  const stopping = new AbortController();
  const failures: Record<string, number> = {};
  const get = async <T>(path: string): Promise<T | undefined> => {
    const { status, body } = await send('GET', `${gateway.origin}/api${path}`).catch((error: unknown) => ({
      status: 0,
      body: { code: String(error) },
    }));
    if (status === 200) return body as T;
    const failure = `${status} ${(body as { code?: string } | undefined)?.code}`;
    failures[failure] = (failures[failure] ?? 0) + 1;
    return undefined;
  };
  const record = (kind: keyof typeof oldest, seen: number | undefined): void => {
    responses += 1;
    if (seen !== price && Number.isFinite(changedAt))
      oldest[kind] = Math.max(oldest[kind], performance.now() - changedAt);
  };
  const reading = Array.from({ length: READERS }, async (_, reader) => {
    while (!stopping.signal.aborted) {
      if (reader % 2 === 0) {
        const found = await get<CallResponse<'GET /products/getOne/{id}'>>(`/products/getOne/${id}`);
        if (found) record('product', found.product.price);
      } else {
        const found = await get<CallResponse<'GET /products/getAll'>>('/products/getAll?page=1&limit=24');
        if (found) record('list', found.products.find(({ _id }) => _id === id)?.price);
      }
      await sleep(READ_PAUSE_MS);
    }
  });
  for (let change = 1; change <= CHANGES; change += 1) {
    changedAt = Number.POSITIVE_INFINITY; // until the admin's response, both prices are correct
    const body = { price: 1_000 + change };
    await mustCall(shop.api, 'PUT /products/update/{id}', { params: { id }, body, token });
    [price, changedAt] = [1_000 + change, performance.now()];
    await sleep(CHANGE_INTERVAL_MS);
  }
  stopping.abort();
  await Promise.all(reading);
  await gateway.stop();
  return { changes: CHANGES, responses, oldestListMs: oldest.list, oldestProductMs: oldest.product, failures };
}
