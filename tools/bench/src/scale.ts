// `npm run bench:scale`: run by `tools/store/src/commands/bench.ts`.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { print, step } from '@rangavalli/build-kit/command/report';
import type { Measure } from '@rangavalli/store/commands/bench';
import { describeMachine } from './report.js';
import { type GrowthFigures, measureGrowth } from './scale/measure-growth.js';
import { openShop } from './shop/shop.js';
import { formatFigure, formatTable, formatVerdict } from './table.js';

/** Maximum growth of search times from the fewest to the most products. */
const AIM = 2;

const OPTIONS = {
  sizes: { type: 'string', default: '1000,10000,100000' },
  seconds: { type: 'string', default: '3' },
  json: { type: 'string' },
} as const;

export const measure: Measure = async ({ args, folder, signal }) => {
  const { values } = parseArgs({ args, options: OPTIONS });
  const [smallest = 1_000, ...larger] = values.sizes.split(',').map(Number);
  const shop = await step(`a store with ${smallest} products`, () => openShop({ folder, products: smallest, signal }));
  const sizes: GrowthFigures[] = [];
  const measureSize = async (restartMs: number): Promise<void> => {
    sizes.push(
      await step(`reads of ${shop.productIds.length} products`, () =>
        measureGrowth(shop, restartMs, { seconds: Number(values.seconds), signal }),
      ),
    );
  };
  try {
    await measureSize(await shop.restart('catalog'));
    for (const size of larger) await measureSize(await step(`${size} products`, () => shop.growTo(size)));
  } finally {
    await shop.stop();
    const head = `${new Date().toISOString()}: ${describeMachine(shop.nodeVersion)}; one client, without gateway`;
    print(`\n${head}\n\n${formatGrowth(sizes)}`);
    if (values.json) writeFileSync(values.json, `${JSON.stringify(sizes, null, 2)}\n`);
  }
  return 0;
};

function formatGrowth(sizes: readonly GrowthFigures[]): string {
  const [smallest] = sizes;
  const largest = sizes.at(-1);
  if (!smallest || !largest) return 'nothing was measured';
  const rows = smallest.reads.map(({ name, p99 }, index) => {
    const growth = (largest.reads[index]?.p99 ?? Number.NaN) / p99;
    const each = sizes
      .map(({ reads }) => reads[index])
      .map((read) =>
        read
          ? `${formatFigure(read.p50)} / ${formatFigure(read.p99)}${read.failed > 0 ? ` (${read.failed} failed)` : ''}`
          : '',
      );
    const cpu = sizes.map(({ reads }) => formatFigure(reads[index]?.cpuMs ?? Number.NaN)).join(' → ');
    return [
      name,
      ...each,
      formatFigure(growth),
      formatVerdict(name.startsWith('search') ? growth <= AIM : undefined),
      cpu,
    ];
  });
  const formatOther = (name: string, value: (size: GrowthFigures) => number): string[] => [
    name,
    ...sizes.map((size) => formatFigure(value(size))),
    formatFigure(value(largest) / value(smallest)),
    '',
    '',
  ];
  return formatTable(
    [
      'p50 / p99, ms',
      ...sizes.map(({ products }) => `${products.toLocaleString('en')} products`),
      'growth of p99',
      `≤ ${AIM}`,
      'CPU ms, catalog and database',
    ],
    [
      ...rows,
      formatOther('restart of the catalog, s', ({ restart }) => restart),
      formatOther('memory of the catalog, MB', ({ catalogMb }) => catalogMb),
      formatOther('memory of the database, MB', ({ databaseMb }) => databaseMb),
    ],
  );
}
