// `npm run bench`: run by `tools/store/src/commands/bench.ts`.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Refusal, print, step } from '@rangavalli/build-kit/command/report';
import type { Measure } from '@rangavalli/store/commands/bench';
import { findRunningShop, measureCheckouts } from './checkout/measure-checkouts.js';
import { memoryMb } from './load/processes.js';
import { measureRead } from './reads/measure-reads.js';
import { measureStaleness } from './reads/measure-staleness.js';
import { readCases } from './reads/read-cases.js';
import { describeMachine, formatReport, type Report } from './report.js';
import { startSecondGateway } from './shop/second-gateway.js';
import { openShop, pidsOf, type Shop } from './shop/shop.js';
import { measureStarts } from './starts/measure-starts.js';
import { measureCustomerCart, measureGuestCart } from './writes/measure-cart.js';
import { measureQuote } from './writes/measure-quote.js';
import { measureSale } from './writes/measure-sale.js';

const PARTS = ['reads', 'cart', 'quote', 'checkouts', 'sale', 'admin', 'starts'] as const;
type Part = (typeof PARTS)[number];

const OPTIONS = {
  products: { type: 'string', default: '500' },
  only: { type: 'string', default: PARTS.join(',') },
  read: { type: 'string', default: '' },
  repetitions: { type: 'string', default: '3' },
  seconds: { type: 'string', default: '3' },
  json: { type: 'string' },
} as const;

export const measure: Measure = async ({ args, folder, signal }) => {
  const { values } = parseArgs({ args, options: OPTIONS });
  const parts = values.only.split(',') as Part[];
  const unknown = parts.filter((part) => !PARTS.includes(part));
  if (unknown.length > 0) throw new Refusal(`--only ${unknown.join(',')}: there are ${PARTS.join(', ')}`);
  const products = Number(values.products);
  const report: Report = { at: new Date().toISOString(), machine: describeMachine(), products };
  try {
    if (parts.includes('starts')) report.starts = await step('starts', () => measureStarts(folder, signal));
    if (parts.some((part) => part !== 'starts')) {
      const shop = await step(`a store with ${products} products`, () => openShop({ folder, products, signal }));
      report.machine = describeMachine(shop.nodeVersion);
      try {
        await measureShop(
          shop,
          parts,
          { readName: values.read, repetitions: Number(values.repetitions), seconds: Number(values.seconds) },
          report,
          signal,
        );
      } finally {
        await shop.stop();
      }
    }
  } finally {
    // Also after a failure.
    print(`\n${formatReport(report)}`);
    if (values.json) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
  }
  return 0;
};

async function measureShop(
  shop: Shop,
  parts: readonly Part[],
  { readName, repetitions, seconds }: { readName: string; repetitions: number; seconds: number },
  report: Report,
  signal: AbortSignal,
): Promise<void> {
  if (parts.includes('reads')) {
    const uncached = await startSecondGateway(shop, { CACHE_BYTES: '0' });
    report.reads = [];
    try {
      for (const read of readCases(shop.productIds).filter(({ name }) => name.includes(readName))) {
        signal.throwIfAborted();
        report.reads.push(
          await step(read.name, async (note) => {
            const figures = await measureRead(shop, read, { repetitions, seconds, uncached });
            note(`${Math.round(figures.perSecond)}/s, ${figures.ratio.toFixed(2)} of bare`);
            return figures;
          }),
        );
      }
    } finally {
      await uncached.stop();
    }
  }
  if (parts.includes('admin')) report.staleness = await step('staleness after changes', () => measureStaleness(shop));
  if (parts.includes('cart'))
    report.cart = [
      await step('guests’ carts', () => measureGuestCart(shop, repetitions * seconds)),
      await step('customers’ carts', () => measureCustomerCart(shop, repetitions * seconds)),
    ];
  if (parts.includes('quote')) report.quote = await step('quotes', () => measureQuote(shop, signal));
  if (parts.includes('sale'))
    report.sale = await step('last units', () => measureSale(shop, { stock: 10, buyers: 100 }));
  if (parts.includes('checkouts')) {
    const running = findRunningShop(shop.run(), shop.admin);
    report.checkouts = await step('checkouts', () =>
      measureCheckouts(running, { clients: 16, products: 60, seconds: 30, warmUpSeconds: 30, webhook: 'once' }),
    );
  }
  report.memory = Object.fromEntries(
    Object.entries(pidsOf(shop.run())).map(([name, pid]) => [name, memoryMb(pid) ?? Number.NaN]),
  );
}
