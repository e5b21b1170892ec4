import { median } from '../statistics.js';
import { formatTable, formatVerdict } from '../table.js';
import { aims, isMet, KB } from './aims.js';
import type { Figures, Visit } from './figures.js';
import type { MeasuredPage } from './pages.js';

interface Row {
  figure: keyof Figures;
  median: number | undefined;
  worst: number | undefined;
  aim: number | undefined;
  isMet: boolean | undefined;
  note: string;
}

const titles: Record<keyof Figures, string> = {
  fcp: 'FCP, ms',
  lcp: 'LCP, ms',
  referenceLcp: 'reference LCP, ms',
  lcpRatio: 'LCP ÷ reference',
  tbt: 'TBT, ms',
  cls: 'CLS',
  inp: 'INP of the first tap, ms',
  tapResponse: 'first tap response, ms',
  tappable: 'first possible tap on Add to Cart, ms',
  tappableRatio: 'first possible tap ÷ reference',
  responsive: 'Add to Cart responds after, ms',
  responsiveRatio: 'response ÷ reference',
  afterScript: 'from the arrival of the script, ms',
  fonts: 'fonts before the LCP, KB',
  js: 'JS, KB',
  bytes: 'all bytes, KB',
  requests: 'requests',
  repeatFcp: 'repeat visit FCP, ms',
  repeatLcp: 'repeat visit LCP, ms',
  repeatRatio: 'repeat visit LCP ÷ reference',
};
const inKb = new Set<keyof Figures>(['js', 'bytes', 'fonts']);
const ratios = new Set<keyof Figures>(['lcpRatio', 'tappableRatio', 'responsiveRatio', 'repeatRatio']);

const mostFrequent = (texts: readonly string[]): string => {
  const count = (text: string): number => texts.filter((other) => other === text).length;
  return texts.toSorted((a, b) => count(b) - count(a))[0] ?? '';
};

function noteOf(figure: keyof Figures, { tap }: MeasuredPage, visits: readonly Visit[]): string {
  if (figure === 'lcp') return mostFrequent(visits.map(({ largest }) => largest));
  if (figure === 'repeatLcp') return mostFrequent(visits.map(({ repeatLargest }) => repeatLargest));
  if (figure === 'cls') return mostFrequent(visits.map(({ shifted }) => shifted).filter(Boolean));
  if (figure === 'inp' || figure === 'tapResponse') return tap;
  if (figure !== 'bytes') return '';
  const kinds = Object.entries(visits[0]?.byKind ?? {}).filter(([, bytes]) => bytes > 0);
  return kinds.map(([kind, bytes]) => `${kind} ${(bytes / KB).toFixed(1)}`).join(', ');
}

export function rowsOf(page: MeasuredPage, visits: readonly Visit[]): Row[] {
  const rows = (Object.keys(titles) as (keyof Figures)[]).map((figure) => {
    const values = visits.map((visit) => visit[figure]);
    const known = values.map((value) => value ?? Number.POSITIVE_INFINITY);
    const [middle, last] = [median(known), Math.max(...known)].map((value) =>
      Number.isFinite(value) ? value : undefined,
    );
    const aim = aims[page.name][figure];
    return {
      figure,
      median: middle,
      worst: last,
      aim,
      isMet: isMet(aim, middle, figure),
      note: noteOf(figure, page, visits),
    };
  });
  // Not every page has a reference, or a button to wait for.
  return rows.filter(({ median: value, aim }) => value !== undefined || aim !== undefined);
}

function formatValue(value: number | undefined, figure: keyof Figures): string {
  if (value === undefined) return 'never';
  if (figure === 'cls') return value.toFixed(3);
  if (ratios.has(figure)) return value.toFixed(2);
  return inKb.has(figure) ? (value / KB).toFixed(1) : Math.round(value).toLocaleString('en');
}

export function formatPage(page: MeasuredPage, rows: readonly Row[]): string {
  const cells = rows.map(({ figure, median: middle, worst, aim, isMet: met, note }) => [
    titles[figure],
    formatValue(middle, figure),
    formatValue(worst, figure),
    aim === undefined ? '' : `≤ ${formatValue(aim, figure)}`,
    formatVerdict(met),
    note,
  ]);
  return `\n${page.name}  ${page.path}\n${formatTable(['', 'median', 'worst', 'aim', 'met', ''], cells)}`;
}
