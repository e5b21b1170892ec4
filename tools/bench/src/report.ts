import os from 'node:os';
import { formatCheckouts } from './checkout/checkout-table.js';
import type { CheckoutFigures } from './checkout/measure-checkouts.js';
import type { ReadFigures } from './reads/measure-reads.js';
import type { StalenessFigures } from './reads/measure-staleness.js';
import type { StartFigures } from './starts/measure-starts.js';
import { sum } from './statistics.js';
import { formatFigure, formatTable, formatVerdict } from './table.js';
import { type CartFigures, CUSTOMER_CART } from './writes/measure-cart.js';
import type { QuoteFigures } from './writes/measure-quote.js';
import type { SaleFigures } from './writes/measure-sale.js';

/** The figures of a run; parts that were not selected are missing. */
export interface Report {
  at: string;
  machine: string;
  products: number;
  reads?: ReadFigures[];
  cart?: CartFigures[];
  quote?: QuoteFigures;
  checkouts?: CheckoutFigures;
  sale?: SaleFigures;
  staleness?: StalenessFigures;
  memory?: Record<string, number>;
  starts?: { cold: StartFigures; second: StartFigures };
}

const AIMS = {
  staleMs: 100,
  checkoutsPerSecond: 60,
  checkoutP99Ms: 1_000,
  checkoutCpuMs: 20,
  /** Half of what adding to a customer's cart took in November 2026: 2.9 and 131. */
  customerCartCpuMs: 1.45,
  customerCartP99Ms: 65.5,
  quoteCpuMs: 3,
  secondStartSeconds: 10,
};

/** @param storeNode version of the store's processes */
export function describeMachine(storeNode = process.version): string {
  const [cpu] = os.cpus();
  const node = storeNode === process.version ? storeNode : `${storeNode} (load generator ${process.version})`;
  const memory = Math.round(os.totalmem() / 2 ** 30);
  return `${os.cpus().length} cores (${cpu?.model ?? 'unknown'}), ${memory} GB, Node ${node}`;
}

const formatByProcess = (figures: Record<string, number>): string =>
  Object.entries(figures)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, figure]) => `${name} ${Math.round(figure)}`)
    .join(', ');

const formatReads = (reads: readonly ReadFigures[]): string =>
  formatTable(
    [
      'read',
      'requests/s',
      'bare',
      'ratio',
      'aim',
      'met',
      'p50 ms',
      'p99 ms',
      'failed',
      'bytes',
      'CPU µs/request',
      'bare µs',
    ],
    reads.map(({ name, perSecond, barePerSecond, ratio, aim, p50, p99, failed, bytes, cpu, bareCpu }) => [
      name,
      ...[perSecond, barePerSecond, ratio].map(formatFigure),
      aim === undefined ? '' : `≥ ${aim}`,
      formatVerdict(aim === undefined ? undefined : ratio >= aim),
      ...[p50, p99, failed, bytes].map(String),
      formatByProcess(cpu),
      String(Math.round(bareCpu)),
    ]),
  );

const formatCarts = (carts: readonly CartFigures[]): string =>
  formatTable(
    ['cart', 'requests/s', 'p50 ms', 'p99 ms', 'failed', 'CPU µs/request'],
    carts.map(({ name, perSecond, p50, p99, failed, cpu }) => [
      name,
      ...[perSecond, p50, p99].map(formatFigure),
      String(failed),
      formatByProcess(cpu),
    ]),
  );

function aimRows({ cart, quote, checkouts, sale, staleness, starts }: Report): string[][] {
  const rows: string[][] = [];
  const add = (name: string, figure: number, aim: string, isMet: boolean): void =>
    void rows.push([name, formatFigure(figure), aim, formatVerdict(isMet)]);
  const addAtMost = (name: string, figure: number, aim: number): void => add(name, figure, `≤ ${aim}`, figure <= aim);
  if (checkouts) {
    const { perSecond, times, cpuMs } = checkouts;
    const aim = AIMS.checkoutsPerSecond;
    add('whole checkouts per second, 16 clients', perSecond, `≥ ${aim}`, perSecond >= aim);
    const { p99 } = times.whole;
    add('their p99, ms', p99, `< ${AIMS.checkoutP99Ms}`, p99 < AIMS.checkoutP99Ms);
    addAtMost('CPU of a checkout, all processes, ms', sum(Object.values(cpuMs)), AIMS.checkoutCpuMs);
  }
  const customerCart = cart?.find(({ name }) => name === CUSTOMER_CART);
  if (customerCart) {
    const cpuMs = sum(Object.values(customerCart.cpu)) / 1_000;
    addAtMost('CPU of adding to a customer’s cart, all processes, ms', cpuMs, AIMS.customerCartCpuMs);
    addAtMost('its p99, ms', customerCart.p99, AIMS.customerCartP99Ms);
  }
  if (quote) {
    const { turns, withQuoteMs, withoutQuoteMs, differenceMs } = quote;
    const figures = `${formatFigure(withQuoteMs)} with, ${formatFigure(withoutQuoteMs)} without, ${turns} turns`;
    addAtMost(`CPU of pricing, tax and promise (${figures}), ms`, differenceMs, AIMS.quoteCpuMs);
  }
  if (sale) {
    const { stock, buyers, sold, left, seconds } = sale;
    const name = `${buyers} simultaneous buyers of ${stock} units: sold (in ${formatFigure(seconds)} s, ${left} left)`;
    add(name, sold, String(stock), sold === stock && left === 0);
  }
  if (staleness) {
    const { changes, oldestListMs, oldestProductMs, failures } = staleness;
    addAtMost(`oldest list after a change (${changes} changes), ms`, oldestListMs, AIMS.staleMs);
    addAtMost('oldest product after a change, ms', oldestProductMs, AIMS.staleMs);
    for (const [failure, count] of Object.entries(failures))
      add(`failed reads meanwhile: ${failure}`, count, '0', false);
  }
  if (starts) addAtMost('second start: first page, s', starts.second.firstPage, AIMS.secondStartSeconds);
  return rows;
}

export function formatReport(report: Report): string {
  const { reads, cart, checkouts, memory, starts, at, machine, products } = report;
  const rows = aimRows(report);
  const formatStart = ({ firstPage, ready }: StartFigures) => `${formatFigure(firstPage)} / ${formatFigure(ready)} s`;
  return [
    `${at}: ${machine}; ${products} products; load generator on the same machine`,
    reads?.length && formatReads(reads),
    cart && formatCarts(cart),
    checkouts && formatCheckouts(checkouts),
    rows.length > 0 && formatTable(['', 'measured', 'aim', 'met'], rows),
    starts &&
      `Starts, first page / ready: new data ${formatStart(starts.cold)}, second ${formatStart(starts.second)}\n` +
        starts.second.steps.join('\n'),
    memory && `Memory, MB: ${formatByProcess(memory)}`,
  ]
    .filter(Boolean)
    .join('\n\n');
}
