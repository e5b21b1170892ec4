// `npm run sales`: compares the sales figures with the orders, or counts them again. Services may run meanwhile.
import { createLogger } from '@rangavalli/service-kit/log/logger';
import mongoose, { type Connection } from 'mongoose';
import { ORDER, type OrderRecord, orderSchema } from '../store/order.schema.js';
import { compareDay } from './sales-check.service.js';
import {
  SALES_DAY,
  SALES_STATE,
  type SalesDayRecord,
  salesDaySchema,
  type SalesStateRecord,
  salesStateSchema,
} from './sales-day.schema.js';
import { SalesDays } from './sales-days.service.js';
import { findCountedDays, findDaysWithOrders } from './sales-figures.js';
import { SalesRecount } from './sales-recount.service.js';

const USAGE = `sales check | rebuild
Environment: MONGODB_URI, the database of the order service`;

/** @returns the exit code: 1 when the figures of a day are wrong */
async function run(command: string, connection: Connection): Promise<number> {
  const orders = connection.model<OrderRecord>(ORDER, orderSchema);
  const days = connection.model<SalesDayRecord>(SALES_DAY, salesDaySchema);
  if (command === 'rebuild') {
    const state = connection.model<SalesStateRecord>(SALES_STATE, salesStateSchema);
    const logger = createLogger('sales', 'silent');
    const settings = { SALES_RECOUNT_MS: 0 };
    const recount = new SalesRecount(orders, days, state, new SalesDays(orders, days), settings, logger);
    console.log(`Counted ${await recount.rebuild()} days.`);
    return 0;
  }
  const all = new Set([...(await findCountedDays(days)), ...(await findDaysWithOrders(orders))]);
  const found = { right: 0, wrong: 0, stale: 0 };
  for (const day of [...all].toSorted()) {
    const verdict = await compareDay(orders, days, day);
    found[verdict] += 1;
    if (verdict === 'wrong') console.log(`${day} differs from its orders`);
  }
  console.log(`${all.size} days: ${found.right} right, ${found.wrong} wrong, ${found.stale} being counted.`);
  return found.wrong === 0 ? 0 : 1;
}

const [command = 'check'] = process.argv.slice(2);
const uri = process.env['MONGODB_URI'];
if (!uri || !['check', 'rebuild'].includes(command)) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  const connection = await mongoose.createConnection(uri, { autoIndex: false, autoCreate: false }).asPromise();
  process.exitCode = await run(command, connection).finally(() => connection.close());
}
