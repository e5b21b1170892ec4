// `npm run bench:scale`: run by `tools/store/src/commands/bench.ts`.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { print, step } from '@rangavalli/build-kit/command/report';
import type { Measure } from '@rangavalli/store/commands/bench';
import { machine } from './report.js';
import { type GrowthFigures, measureGrowth } from './scale/measure-growth.js';
import { openShop } from './shop/shop.js';
import { figure, table, verdict } from './table.js';

/** Search among the most products takes at most so many times what it takes among the fewest. */
const AIM = 2;

const OPTIONS = {
  sizes: { type: 'string', default: '1000,10000,100000' },
  /** For each kind of read at each size. */
  seconds: { type: 'string', default: '3' },
  /** A file for the figures. */
  json: { type: 'string' },
} as const;

export const measure: Measure = async ({ args, folder, signal }) => {
  const { values } = parseArgs({ args, options: OPTIONS });
  const [smallest = 1_000, ...larger] = values.sizes.split(',').map(Number);
  const shop = await step(`a store with ${smallest} products`, () => openShop({ folder, products: smallest, signal }));
  const sizes: GrowthFigures[] = [];
  const look = async (restartMs: number): Promise<void> => {
    sizes.push(
      await step(`${shop.productIds.length} products asked`, () =>
        measureGrowth(shop, restartMs, { seconds: Number(values.seconds), signal }),
      ),
    );
  };
  try {
    await look(await shop.restart('catalog'));
    for (const size of larger) await look(await step(`${size} products`, () => shop.growTo(size)));
  } finally {
    await shop.stop();
    print(
      `\n${new Date().toISOString()}: ${machine(shop.nodeVersion)}; the catalog asked directly, by one client\n\n${growthTable(sizes)}`,
    );
    if (values.json) writeFileSync(values.json, `${JSON.stringify(sizes, null, 2)}\n`);
  }
  return 0;
};

function growthTable(sizes: readonly GrowthFigures[]): string {
  const [smallest] = sizes;
  const largest = sizes.at(-1);
  if (!smallest || !largest) return 'nothing was measured';
  const rows = smallest.reads.map(({ name, p99 }, index) => {
    const growth = (largest.reads[index]?.p99 ?? Number.NaN) / p99;
    const each = sizes
      .map(({ reads }) => reads[index])
      .map((read) =>
        read ? `${figure(read.p50)} / ${figure(read.p99)}${read.failed > 0 ? ` (${read.failed} failed)` : ''}` : '',
      );
    const cpu = sizes.map(({ reads }) => figure(reads[index]?.cpuMs ?? Number.NaN)).join(' → ');
    return [name, ...each, figure(growth), verdict(name.startsWith('search') ? growth <= AIM : undefined), cpu];
  });
  const plain = (name: string, value: (size: GrowthFigures) => number): string[] => [
    name,
    ...sizes.map((size) => figure(value(size))),
    figure(value(largest) / value(smallest)),
    '',
    '',
  ];
  return table(
    [
      'p50 / p99, ms',
      ...sizes.map(({ products }) => `${products.toLocaleString('en')} products`),
      'growth of p99',
      `≤ ${AIM}`,
      'CPU ms, catalog and database',
    ],
    [
      ...rows,
      plain('restart of the catalog, s', ({ restart }) => restart),
      plain('memory of the catalog, MB', ({ catalogMb }) => catalogMb),
      plain('memory of the database, MB', ({ databaseMb }) => databaseMb),
    ],
  );
}
