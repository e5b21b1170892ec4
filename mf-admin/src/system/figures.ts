import type { Figure } from '../layout/Figures.js';
import { processesOf, type System } from './problems.js';

const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0);
const shown = (value: number | undefined): string => (value === undefined ? 'unknown' : value.toLocaleString('en-IN'));

/** The whole store in four figures; one that nobody can tell just now says so. */
export function figuresOf({ slices, deadLetters }: System): Figure[] {
  const processes = slices.flatMap(processesOf);
  const consumers = slices.flatMap((slice) => slice.consumers ?? []);
  const outboxes = slices.flatMap((slice) => slice.outbox ?? []);
  return [
    {
      name: 'Processes ready',
      value: `${processes.filter(({ state }) => state === 'ready').length} of ${processes.length}`,
    },
    {
      name: 'Events waiting',
      value: shown(
        consumers.length === 0
          ? undefined
          : sum(consumers.map(({ waiting, unacknowledged }) => waiting + unacknowledged)),
      ),
    },
    {
      name: 'Not told yet',
      value: shown(outboxes.length === 0 ? undefined : sum(outboxes.map(({ documents }) => documents))),
    },
    {
      name: 'Dead letters',
      value: shown(deadLetters && sum(deadLetters.map(({ count }) => count))),
      to: '/admin/payments?view=dead',
    },
  ];
}
