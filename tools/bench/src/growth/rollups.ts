import { setTimeout as sleep } from 'node:timers/promises';
import type { Shop } from '../shop/shop.js';
import { withDatabase } from './fill.js';
import { uriOf } from './seed.js';

const POLL_INTERVAL_MS = 1_000;
const DEADLINE_MS = 600_000;

interface Totals {
  orders: number;
  paise: number;
}

/**
 * Makes the order service count the sales of every day, and compares their sum with a recount of the orders.
 * @returns the duration, ms
 */
export function verifyRollups(shop: Shop): Promise<number> {
  const startedAt = performance.now();
  return withDatabase(uriOf(shop, 'order'), async (client) => {
    const [orders, days] = [client.db().collection('orders'), client.db().collection('sales_days')];
    // The orders were written without events: the service counts all days once it finds nothing about them.
    await days.deleteMany({});
    const isCounted = async () => (await days.countDocuments({ builtAt: { $exists: true } })) > 0;
    for (const deadline = startedAt + DEADLINE_MS; !(await isCounted()); await sleep(POLL_INTERVAL_MS))
      if (performance.now() > deadline) throw new Error('the sales figures were not counted in time');
    const tookMs = performance.now() - startedAt;
    const sums = { orders: { $sum: '$byStatus.orders' }, paise: { $sum: '$byStatus.paise' } };
    const [rolledUp] = await days
      .aggregate<Totals>([{ $unwind: '$byStatus' }, { $group: { _id: null, ...sums } }])
      .toArray();
    const recount = { orders: { $sum: 1 }, paise: { $sum: '$totalPaise' } };
    const [counted] = await orders
      .aggregate<Totals>([{ $match: { phase: 'placed' } }, { $group: { _id: null, ...recount } }])
      .toArray();
    if (rolledUp?.orders !== counted?.orders || rolledUp?.paise !== counted?.paise)
      throw new Error(`the sales figures differ: ${JSON.stringify({ rolledUp, counted })}`);
    return tookMs;
  });
}
