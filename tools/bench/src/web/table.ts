import { aims, holds, KB } from './aims.js';
import { median, worst, type Figures, type Visit } from './figures.js';
import type { MeasuredPage } from './pages.js';

/** One figure over all visits to a page. */
export interface Row {
  figure: keyof Figures;
  /** Undefined where it was never there: a touch that nothing answered. */
  median: number | undefined;
  worst: number | undefined;
  aim: number | undefined;
  /** Of the median. */
  holds: boolean | undefined;
  note: string;
}

const titles: Record<keyof Figures, string> = {
  fcp: 'FCP, ms',
  lcp: 'LCP, ms',
  tbt: 'TBT, ms',
  cls: 'CLS',
  inp: 'INP of the first tap, ms',
  answer: 'first tap answered, ms',
  js: 'JS, KB',
  bytes: 'all bytes, KB',
  requests: 'requests',
  repeatFcp: 'repeat visit FCP, ms',
  repeatLcp: 'repeat visit LCP, ms',
};
const inKb = new Set<keyof Figures>(['js', 'bytes']);

const most = (words: readonly string[]): string =>
  words.toSorted((a, b) => words.filter((word) => word === b).length - words.filter((word) => word === a).length)[0] ??
  '';

function noteOf(figure: keyof Figures, { tap }: MeasuredPage, visits: readonly Visit[]): string {
  if (figure === 'lcp') return most(visits.map(({ largest }) => largest));
  if (figure === 'repeatLcp') return most(visits.map(({ repeatLargest }) => repeatLargest));
  if (figure === 'cls') return most(visits.map(({ shifted }) => shifted).filter(Boolean));
  if (figure === 'inp' || figure === 'answer') return tap;
  if (figure !== 'bytes') return '';
  const kinds = Object.entries(visits[0]?.byKind ?? {}).filter(([, bytes]) => bytes > 0);
  return kinds.map(([kind, bytes]) => `${kind} ${(bytes / KB).toFixed(1)}`).join(', ');
}

/** The rows of one page. */
export function rowsOf(page: MeasuredPage, visits: readonly Visit[]): Row[] {
  return (Object.keys(titles) as (keyof Figures)[]).map((figure) => {
    const values = visits.map((visit) => visit[figure]);
    // A touch without an answer is the worst of all.
    const known = values.map((value) => value ?? Number.POSITIVE_INFINITY);
    const [middle, last] = [median(known), worst(known)].map((value) => (Number.isFinite(value) ? value : undefined));
    const aim = aims[page.name][figure];
    return {
      figure,
      median: middle,
      worst: last,
      aim,
      holds: holds(aim, middle, figure),
      note: noteOf(figure, page, visits),
    };
  });
}

function shown(value: number | undefined, figure: keyof Figures): string {
  if (value === undefined) return 'never';
  if (figure === 'cls') return value.toFixed(3);
  return inKb.has(figure) ? (value / KB).toFixed(1) : Math.round(value).toLocaleString('en');
}

/** The table for the terminal. */
export function printed(page: MeasuredPage, rows: readonly Row[]): string {
  const lines = rows.map(({ figure, median: middle, worst: last, aim, holds: held, note }) =>
    [
      titles[figure].padEnd(26),
      shown(middle, figure).padStart(8),
      shown(last, figure).padStart(8),
      (aim === undefined ? '' : `≤ ${shown(aim, figure)}`).padStart(9),
      held === undefined ? '   ' : held ? 'yes' : 'NO ',
      note,
    ]
      .join('  ')
      .trimEnd(),
  );
  const head = ['', 'median', 'worst', 'aim', 'held']
    .map((word, index) => (index === 0 ? word.padEnd(26) : word.padStart([0, 8, 8, 9, 0][index] ?? 0)))
    .join('  ');
  return [`\n${page.name}  ${page.path}`, head, ...lines].join('\n');
}
