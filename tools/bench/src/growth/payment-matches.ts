import { setTimeout as sleep } from 'node:timers/promises';
import type { ObjectId } from 'mongodb';
import type { Shop } from '../shop/shop.js';
import { withDatabase } from './fill.js';
import { DAY_MS } from './people.js';
import { purchaseOf, type SeededShop, UNPAID_DAYS } from './purchases.js';
import { uriOf } from './seed.js';

const POLL_INTERVAL_MS = 1_000;
const DEADLINE_MS = 600_000;

/**
 * Waits until the payment service has compared every captured payment with its order, and has found those without one.
 * It reports them to the order service again, which places those orders then. @returns the duration, ms
 */
export function verifyPaymentMatches(shop: Shop, seeded: SeededShop): Promise<number> {
  const startedAt = performance.now();
  const ids = idsWithoutOrder(seeded);
  return withDatabase(uriOf(shop, 'payment'), (payment) =>
    withDatabase(uriOf(shop, 'order'), async (order) => {
      const [payments, orders] = [payment.db().collection('payments'), order.db().collection('orders')];
      const countFound = async (): Promise<number> => {
        const missing = await payments.distinct('_id', { orderMatch: 'missing' });
        const placed = await orders.distinct('_id', { _id: { $in: ids }, phase: 'placed' });
        return new Set([...missing, ...placed].map(String)).size;
      };
      for (const deadline = startedAt + DEADLINE_MS; ; await sleep(POLL_INTERVAL_MS)) {
        const unchecked = await payments.countDocuments({ orderMatch: 'unchecked' });
        const found = unchecked === 0 && (await countFound());
        if (found === ids.length) return performance.now() - startedAt;
        if (performance.now() > deadline)
          throw new Error(
            `payments without an order: ${found} were found of ${ids.length}, ${unchecked} are not compared`,
          );
      }
    }),
  );
}

function idsWithoutOrder(seeded: SeededShop): ObjectId[] {
  const { sizes, start, end } = seeded;
  const first = Math.floor(sizes.orders * (1 - (UNPAID_DAYS * DAY_MS) / (end - start)));
  return Array.from({ length: sizes.orders - first }, (_, index) => purchaseOf(seeded, first + index)).flatMap(
    ({ id, outcome }) => (outcome === 'withoutOrder' ? [id] : []),
  );
}
