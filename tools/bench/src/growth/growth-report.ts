import { formatFigure, formatTable, formatVerdict } from '../table.js';
import type { CallFigures } from './measure-calls.js';
import type { Sizes } from './purchases.js';

export const services = [
  'catalog',
  'cart',
  'order',
  'payment',
  'user',
  'notification',
  'fulfilment',
  'gateway',
  'shell',
] as const;

const AIMS = { p99Ms: 100, serviceMb: 400, catalogStartSeconds: 10, seedSeconds: 600 };

export interface GrowthReport {
  at: string;
  machine: string;
  clients: number;
  sizes: Sizes;
  /** Undefined with data of an earlier run. */
  seedSeconds?: number;
  /** Seconds. */
  starts: Record<string, number>;
  /** MB after the starts, and after the calls. */
  memory: Record<string, { started: number; measured: number }>;
  calls: CallFigures[];
}

interface Verdict {
  name: string;
  figure: number;
  aim: string;
  isMet: boolean;
}

/** Returns the worst figure for each aim; missing figures do not meet it. */
export function verdictsOf({ calls, memory, starts, seedSeconds }: GrowthReport): Verdict[] {
  const atMost = (name: string, figure: number, aim: number): Verdict => ({
    name,
    figure,
    aim: `≤ ${aim}`,
    isMet: figure <= aim,
  });
  const slowest = (what: string, ofKind: readonly CallFigures[]): Verdict[] => {
    const [worst] = ofKind.toSorted((a, b) => b.times.p99 - a.times.p99);
    return worst ? [atMost(`p99 of ${what}, ms: ${worst.name}`, worst.times.p99, AIMS.p99Ms)] : [];
  };
  const failed = calls.reduce((sum, call) => sum + call.failed, 0);
  const largest = services.map((name) => {
    const { started = Number.NaN, measured = Number.NaN } = memory[name] ?? {};
    return atMost(`memory of ${name}, MB`, Math.max(started, measured), AIMS.serviceMb);
  });
  return [
    ...slowest('the slowest page', calls.filter(isPage)),
    ...slowest(
      'the slowest call',
      calls.filter((call) => !isPage(call)),
    ),
    { name: 'failed requests', figure: failed, aim: '0', isMet: failed === 0 },
    ...largest,
    atMost('catalog ready, s', starts['catalog'] ?? Number.NaN, AIMS.catalogStartSeconds),
    ...(seedSeconds === undefined ? [] : [atMost('seeding, s', seedSeconds, AIMS.seedSeconds)]),
  ];
}

const isPage = ({ name }: CallFigures): boolean => name.startsWith('page: ');

export function formatGrowth(report: GrowthReport): string {
  const { at, machine, clients, sizes, seedSeconds, starts, memory, calls } = report;
  const number = (value: number): string => value.toLocaleString('en');
  const callRows = calls.map(({ name, times: { count, p50, p99 }, failed, cpuMs }) => [
    name,
    String(count),
    formatFigure(p50),
    formatFigure(p99),
    formatVerdict(p99 <= AIMS.p99Ms && failed === 0),
    failed === 0 ? '' : String(failed),
    Object.entries(cpuMs)
      .toSorted(([, a], [, b]) => b - a)
      .map(([process, ms]) => `${process} ${formatFigure(ms)}`)
      .join(', '),
  ]);
  const processRows = Object.entries(memory).map(([name, { started, measured }]) => [
    name,
    starts[name] === undefined ? '' : formatFigure(starts[name]),
    formatFigure(started),
    formatFigure(measured),
  ]);
  return [
    `${at}: ${machine}; ${clients} clients at a time, through the gateway`,
    `${number(sizes.orders)} orders, ${number(sizes.customers)} customers, ${number(sizes.products)} products` +
      (seedSeconds === undefined ? '' : `, written in ${Math.round(seedSeconds)} s`),
    formatTable(['request', 'requests', 'p50 ms', 'p99 ms', `≤ ${AIMS.p99Ms}`, 'failed', 'CPU ms/request'], callRows),
    formatTable(['process', 'restart s', 'MB started', 'MB after calls'], processRows),
    formatTable(
      ['', 'measured', 'aim', 'met'],
      verdictsOf(report).map(({ name, figure, aim, isMet }) => [name, formatFigure(figure), aim, formatVerdict(isMet)]),
    ),
  ].join('\n\n');
}
