import { setTimeout as sleep } from 'node:timers/promises';
import type { Shop } from '../shop/shop.js';
import { withDatabase } from './fill.js';
import { uriOf } from './seed.js';

const POLL_INTERVAL_MS = 1_000;
const DEADLINE_MS = 600_000;

interface Totals {
  orders: number;
  paise: number;
  /** Of products of orders that are not cancelled. */
  units: number;
}

/**
 * Makes the order service count the sales of every day, and compares their sums with a recount of the orders.
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
    const sums = {
      orders: { $sum: { $sum: '$byStatus.orders' } },
      paise: { $sum: { $sum: '$byStatus.paise' } },
      units: { $sum: { $sum: '$products.units' } },
    };
    const [rolledUp] = await days.aggregate<Totals>([{ $group: { _id: null, ...sums } }]).toArray();
    const units = { $cond: [{ $eq: ['$status', 'Cancelled'] }, 0, { $sum: '$lines.quantity' }] };
    const recount = { orders: { $sum: 1 }, paise: { $sum: '$totalPaise' }, units: { $sum: units } };
    const [counted] = await orders
      .aggregate<Totals>([{ $match: { phase: 'placed' } }, { $group: { _id: null, ...recount } }])
      .toArray();
    const areEqual = (['orders', 'paise', 'units'] as const).every((name) => rolledUp?.[name] === counted?.[name]);
    if (!areEqual) throw new Error(`the sales figures differ: ${JSON.stringify({ rolledUp, counted })}`);
    return tookMs;
  });
}
