// `npm run bench`: what `tools/store/src/bench.ts` runs once all is built.
import { parseArgs } from 'node:util';
import { say, step } from '@rangavalli/build-kit/command/report';
import type { Measure } from '@rangavalli/store/checks/measuring';
import { measureRead, type ReadFigures } from './reads/measure-reads.js';
import { readCases } from './reads/read-cases.js';
import { gatewayWithoutMemory } from './shop/gateway-without-memory.js';
import { openShop } from './shop/shop.js';
import { figure, table, verdict } from './table.js';

export const measure: Measure = async ({ args, folder, signal }) => {
  const { values } = parseArgs({ args, options: { products: { type: 'string', default: '500' }, rounds: { type: 'string', default: '3' }, seconds: { type: 'string', default: '3' }, only: { type: 'string', default: '' } } });
  const products = Number(values.products);
  const shop = await step(`a store with ${products} products`, () => openShop({ folder, products, signal }));
  const plain = await gatewayWithoutMemory(shop);
  try {
    const reads: ReadFigures[] = [];
    for (const read of readCases(shop.productIds).filter(({ name }) => name.includes(values.only))) {
      signal.throwIfAborted();
      reads.push(await step(read.name, () => measureRead(shop, read, { rounds: Number(values.rounds), seconds: Number(values.seconds), plain })));
    }
    say(readTable(reads));
  } finally {
    await plain.stop();
    await shop.stop();
  }
  return 0;
};

const readTable = (reads: readonly ReadFigures[]): string =>
  table(
    ['read', 'requests/s', 'bare', 'ratio', 'aim', 'holds', 'p50 ms', 'p99 ms', 'failed', 'bytes', 'CPU µs a request'],
    reads.map(({ name, perSecond, barePerSecond, ratio, aim, p50, p99, failed, bytes, cpu, bareCpu }) => [
      name, figure(perSecond), figure(barePerSecond), figure(ratio), aim === undefined ? '' : `≥ ${aim}`, verdict(aim === undefined ? undefined : ratio >= aim), String(p50), String(p99), String(failed), String(bytes),
      [...Object.entries(cpu).map(([process, used]) => `${process} ${Math.round(used)}`), `(bare ${Math.round(bareCpu)})`].join(', '),
    ]),
  );
