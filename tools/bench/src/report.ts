import os from 'node:os';
import type { CheckoutFigures } from './checkout/measure-checkouts.js';
import { checkoutTable } from './checkout/checkout-table.js';
import type { ReadFigures } from './reads/measure-reads.js';
import type { StalenessFigures } from './reads/measure-staleness.js';
import type { StartFigures } from './starts/measure-starts.js';
import { figure, table, verdict } from './table.js';
import type { CartFigures } from './writes/measure-cart.js';
import type { SaleFigures } from './writes/measure-sale.js';

/** All that a run measured; what was not asked for is missing. */
export interface Report {
  at: string;
  machine: string;
  products: number;
  reads?: ReadFigures[];
  cart?: CartFigures[];
  checkouts?: CheckoutFigures;
  sale?: SaleFigures;
  staleness?: StalenessFigures;
  /** MB by process. */
  memory?: Record<string, number>;
  starts?: { cold: StartFigures; second: StartFigures };
}

/** What must hold (issue "The fastest store of its kind"); ratios are within one run. */
const AIMS = { staleMs: 100, checkoutsPerSecond: 60, checkoutP99Ms: 1_000, secondStart: 10 };

/** @param node the version that the store's processes run on, where it is known */
export const machine = (node = process.version): string =>
  `${os.cpus().length} cores (${os.cpus()[0]?.model ?? 'unknown'}), ${Math.round(os.totalmem() / 2 ** 30)} GB, Node ${node}${node === process.version ? '' : ` (the driver ${process.version})`}`;

const cpuOf = (cpu: Record<string, number>): string =>
  Object.entries(cpu)
    .toSorted(([, one], [, other]) => other - one)
    .map(([name, used]) => `${name} ${Math.round(used)}`)
    .join(', ');

const readTable = (reads: readonly ReadFigures[]): string =>
  table(
    [
      'read',
      'requests/s',
      'bare',
      'ratio',
      'aim',
      'holds',
      'p50 ms',
      'p99 ms',
      'failed',
      'bytes',
      'CPU µs a request',
      'bare µs',
    ],
    reads.map(({ name, perSecond, barePerSecond, ratio, aim, p50, p99, failed, bytes, cpu, bareCpu }) => [
      name,
      figure(perSecond),
      figure(barePerSecond),
      figure(ratio),
      aim === undefined ? '' : `≥ ${aim}`,
      verdict(aim === undefined ? undefined : ratio >= aim),
      String(p50),
      String(p99),
      String(failed),
      String(bytes),
      cpuOf(cpu),
      String(Math.round(bareCpu)),
    ]),
  );

const cartTable = (carts: readonly CartFigures[]): string =>
  table(
    ['cart', 'requests/s', 'p50 ms', 'p99 ms', 'failed', 'CPU µs a request'],
    carts.map(({ name, perSecond, p50, p99, failed, cpu }) => [
      name,
      figure(perSecond),
      figure(p50),
      figure(p99),
      String(failed),
      cpuOf(cpu),
    ]),
  );

/** The aims that are no ratios of reads, each with what was measured. */
function aims({ checkouts, sale, staleness, starts }: Report): string[][] {
  const rows: [string, number, string, boolean][] = [];
  if (checkouts) {
    rows.push([
      'full checkouts a second, 16 clients',
      checkouts.perSecond,
      `≥ ${AIMS.checkoutsPerSecond}`,
      checkouts.perSecond >= AIMS.checkoutsPerSecond,
    ]);
    rows.push([
      'their p99, ms',
      checkouts.times.whole.p99,
      `< ${AIMS.checkoutP99Ms}`,
      checkouts.times.whole.p99 < AIMS.checkoutP99Ms,
    ]);
  }
  if (sale)
    rows.push([
      `stock ${sale.stock}, ${sale.buyers} buyers at once: sold (in ${figure(sale.seconds)} s, ${sale.left} left)`,
      sale.sold,
      String(sale.stock),
      sale.sold === sale.stock && sale.left === 0,
    ]);
  if (staleness) {
    rows.push([
      `list after an admin's change: oldest answer (${staleness.changes} changes), ms`,
      staleness.oldestListMs,
      `≤ ${AIMS.staleMs}`,
      staleness.oldestListMs <= AIMS.staleMs,
    ]);
    rows.push([
      `product after an admin's change: oldest answer, ms`,
      staleness.oldestProductMs,
      `≤ ${AIMS.staleMs}`,
      staleness.oldestProductMs <= AIMS.staleMs,
    ]);
  }
  if (starts) {
    rows.push([
      'second start: first page, s',
      starts.second.firstPage,
      `≤ ${AIMS.secondStart}`,
      starts.second.firstPage <= AIMS.secondStart,
    ]);
  }
  if (staleness)
    for (const [what, count] of Object.entries(staleness.failures))
      rows.push([`answers that failed meanwhile: ${what}`, count, '0', false]);
  return rows.map(([name, measured, aim, holds]) => [name, figure(measured), aim, verdict(holds)]);
}

/** The report for people; for programs there is its JSON. */
export function printed(report: Report): string {
  const { reads, cart, checkouts, memory, starts, at, products } = report;
  const others = aims(report);
  return [
    `${at}: ${report.machine}; ${products} products; the driver runs on the same machine`,
    reads?.length ? readTable(reads) : '',
    cart ? cartTable(cart) : '',
    checkouts ? checkoutTable(checkouts) : '',
    others.length > 0 ? table(['', 'measured', 'aim', 'holds'], others) : '',
    starts
      ? `Starts, first page / ready: on new data ${figure(starts.cold.firstPage)} / ${figure(starts.cold.ready)} s, second ${figure(starts.second.firstPage)} / ${figure(starts.second.ready)} s\n${starts.second.steps.join('\n')}`
      : '',
    memory
      ? `Memory, MB: ${Object.entries(memory)
          .map(([name, mb]) => `${name} ${Math.round(mb)}`)
          .join(', ')}`
      : '',
  ]
    .filter(Boolean)
    .join('\n\n');
}
