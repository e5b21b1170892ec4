import { figure, table } from '../table.js';
import { steps } from './buyer.js';
import type { CheckoutFigures } from './measure-checkouts.js';

const list = (numbers: object): string =>
  (Object.entries(numbers) as [string, number][])
    .filter(([, number]) => number >= 0.05)
    .toSorted(([, one], [, other]) => other - one)
    .map(([name, number]) => `${name} ${figure(number)}`)
    .join(', ') || 'none';

/** The figures of a run of checkouts for people. */
export function checkoutTable({
  checkouts,
  perSecond,
  times,
  failures,
  cpuMs,
  commands,
  wrongs,
}: CheckoutFigures): string {
  const rows = [...steps, 'whole' as const].map((step) => {
    const { count, p50, p99, max } = times[step];
    return [step, String(count), figure(p50), figure(p99), figure(max)];
  });
  const cpu = Object.values(cpuMs).reduce((sum, ms) => sum + ms, 0);
  return [
    `${figure(perSecond)} checkouts a second (${checkouts})`,
    table(['step', 'count', 'p50 ms', 'p99 ms', 'longest ms'], rows),
    `Failures: ${list(failures)}`,
    `CPU ms a checkout: ${figure(cpu)} (${list(cpuMs)})`,
    `Database commands a checkout: ${figure(Object.values(commands).reduce((sum, count) => sum + count, 0))} (${list(commands)})`,
    `Wrong in the books: ${list(wrongs)}`,
  ].join('\n');
}
