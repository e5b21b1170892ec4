import { sum } from '../statistics.js';
import { formatFigure, formatTable } from '../table.js';
import { steps } from './checkout-log.js';
import type { CheckoutFigures } from './measure-checkouts.js';

const formatList = (figures: object): string =>
  (Object.entries(figures) as [string, number][])
    .filter(([, figure]) => figure >= 0.05)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, figure]) => `${name} ${formatFigure(figure)}`)
    .join(', ') || 'none';
const formatTotal = (figures: Record<string, number>): string =>
  `${formatFigure(sum(Object.values(figures)))} (${formatList(figures)})`;

export function formatCheckouts(figures: CheckoutFigures): string {
  const rows = [...steps, 'whole' as const].map((step) => {
    const { count, p50, p99, max } = figures.times[step];
    return [step, String(count), ...[p50, p99, max].map(formatFigure)];
  });
  return [
    `${formatFigure(figures.perSecond)} checkouts/s (${figures.checkouts})`,
    formatTable(['step', 'count', 'p50 ms', 'p99 ms', 'max ms'], rows),
    `Failures: ${formatList(figures.failures)}`,
    `CPU ms per checkout: ${formatTotal(figures.cpuMs)}`,
    `Database commands per checkout: ${formatTotal(figures.commands)}`,
    `Audit faults: ${formatList(figures.faults)}`,
  ].join('\n');
}
