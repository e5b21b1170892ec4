// `npm run bench:growth`: run by `tools/store/src/commands/bench.ts`.
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { print, step } from '@rangavalli/build-kit/command/report';
import type { Measure } from '@rangavalli/store/commands/bench';
import { readJson, writeJson } from '@rangavalli/store/setup/json-file';
import { callCases } from './growth/call-cases.js';
import { formatGrowth, type GrowthReport, services, verdictsOf } from './growth/growth-report.js';
import { measureCalls } from './growth/measure-calls.js';
import { verifyPaymentMatches } from './growth/payment-matches.js';
import { DAY_MS } from './growth/people.js';
import type { SeededShop, Sizes } from './growth/purchases.js';
import { verifyRollups } from './growth/rollups.js';
import { HISTORY_DAYS, readProducts, seed } from './growth/seed.js';
import { memoryMb } from './load/processes.js';
import { describeMachine } from './report.js';
import { openShop, pidsOf, type Shop } from './shop/shop.js';
import { mapValues } from './statistics.js';

const OPTIONS = {
  orders: { type: 'string', default: '1000000' },
  customers: { type: 'string', default: '100000' },
  products: { type: 'string', default: '100000' },
  clients: { type: 'string', default: '4' },
  seconds: { type: 'string', default: '3' },
  /** Measures only calls whose names contain it. */
  only: { type: 'string', default: '' },
  /** Keeps the data in this folder, and uses what an earlier run has left there. */
  data: { type: 'string' },
  json: { type: 'string' },
} as const;

export const measure: Measure = async ({ args, folder, signal }) => {
  const { values } = parseArgs({ args, options: OPTIONS });
  const sizes = mapValues({ orders: values.orders, customers: values.customers, products: values.products }, Number);
  const data = path.resolve(values.data ?? folder);
  const shop = await step('a store to measure', () => openShop({ folder: data, signal }));
  try {
    const startedAt = performance.now();
    const marker = path.join(data, 'growth.json');
    const isSeeded = existsSync(marker);
    const seeded = isSeeded ? await readSeeded(shop, marker) : await seedShop(shop, sizes as unknown as Sizes, marker);
    const seedSeconds = isSeeded ? {} : { seedSeconds: (performance.now() - startedAt) / 1_000 };
    const starts: GrowthReport['starts'] = {};
    for (const service of services)
      starts[service] = await step(`restart of ${service}`, async () => (await shop.restart(service)) / 1_000);
    await step('sales figures equal a recount', () => verifyRollups(shop));
    await step('payments without an order are found', () => verifyPaymentMatches(shop, seeded));
    const started = readMemory(shop);
    const cases = (await callCases(shop, seeded)).filter(({ name }) => name.includes(values.only));
    const clients = Number(values.clients);
    const calls = await step(`${cases.length} pages and calls`, () =>
      measureCalls(shop, cases, { clients, seconds: Number(values.seconds), signal }),
    );
    const measured = readMemory(shop);
    const report: GrowthReport = {
      at: new Date().toISOString(),
      machine: describeMachine(shop.nodeVersion),
      clients,
      sizes: seeded.sizes,
      ...seedSeconds,
      starts,
      memory: mapValues(measured, (_mb, name) => ({
        started: started[name] ?? Number.NaN,
        measured: measured[name] ?? 0,
      })),
      calls,
    };
    print(`\n${formatGrowth(report)}`);
    if (values.json) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
    return verdictsOf(report).every(({ isMet }) => isMet) ? 0 : 1;
  } finally {
    await shop.stop();
  }
};

async function seedShop(shop: Shop, sizes: Sizes, marker: string): Promise<SeededShop> {
  await step(`${sizes.products} products`, () => shop.growTo(sizes.products));
  const end = Date.now();
  const seeded = await seed(shop, sizes, end);
  writeJson(marker, { sizes, end });
  return seeded;
}

async function readSeeded(shop: Shop, marker: string): Promise<SeededShop> {
  const { sizes, end } = readJson(marker) as Pick<SeededShop, 'sizes' | 'end'>;
  const products = await readProducts(shop);
  shop.productIds.push(...products.map(({ id }) => id));
  return { sizes, start: end - HISTORY_DAYS * DAY_MS, end, products };
}

const readMemory = (shop: Shop): Record<string, number> =>
  mapValues(pidsOf(shop.run()), (pid) => memoryMb(pid) ?? Number.NaN);
