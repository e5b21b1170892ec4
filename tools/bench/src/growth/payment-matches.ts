import { setTimeout as sleep } from 'node:timers/promises';
import type { Shop } from '../shop/shop.js';
import { withDatabase } from './fill.js';
import { DAY_MS } from './people.js';
import { purchaseOf, type SeededShop, UNPAID_DAYS } from './purchases.js';
import { uriOf } from './seed.js';

const POLL_INTERVAL_MS = 1_000;
const DEADLINE_MS = 600_000;

/**
 * Waits until the payment service has compared every captured payment with its order, and verifies that it found those
 * without an order. @returns the duration, ms
 */
export function verifyPaymentMatches(shop: Shop, seeded: SeededShop): Promise<number> {
  const startedAt = performance.now();
  return withDatabase(uriOf(shop, 'payment'), async (client) => {
    const payments = client.db().collection('payments');
    const unmatched = { orderMatch: 'unchecked' };
    for (const deadline = startedAt + DEADLINE_MS; (await payments.countDocuments(unmatched)) > 0;) {
      if (performance.now() > deadline) throw new Error('the payments were not compared with their orders in time');
      await sleep(POLL_INTERVAL_MS);
    }
    const tookMs = performance.now() - startedAt;
    const found = await payments.countDocuments({ orderMatch: 'missing' });
    const expected = countWithoutOrder(seeded);
    if (found !== expected) throw new Error(`payments without an order: ${found} were found of ${expected}`);
    return tookMs;
  });
}

function countWithoutOrder(seeded: SeededShop): number {
  const { sizes, start, end } = seeded;
  let count = 0;
  const first = Math.floor(sizes.orders * (1 - (UNPAID_DAYS * DAY_MS) / (end - start)));
  for (let number = first; number < sizes.orders; number += 1)
    if (purchaseOf(seeded, number).outcome === 'withoutOrder') count += 1;
  return count;
}
