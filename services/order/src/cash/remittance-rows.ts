import { MAX_REMITTANCE_ROWS, remittanceRow, type RemittanceResult } from '@rangavalli/contracts/entities/cash';
import { AppError } from '@rangavalli/service-kit/app-error';
import Papa from 'papaparse';
import type { z } from 'zod';

export type RemittanceRow = z.output<typeof remittanceRow>;
/** A row to compare, or the result of one that cannot be read. */
export type ReadRow = { row: number; entry: RemittanceRow } | { row: number; refused: RemittanceResult };

const columns = ['orderNumber', 'amount', 'date', 'reference'] as const;
type Column = (typeof columns)[number];
/** Couriers write "Order No", "AMOUNT" or "UTR". */
const headings: ReadonlyMap<string, Column> = new Map([
  ['ordernumber', 'orderNumber'],
  ['orderno', 'orderNumber'],
  ['order', 'orderNumber'],
  ['amount', 'amount'],
  ['date', 'date'],
  ['remittancedate', 'date'],
  ['reference', 'reference'],
  ['utr', 'reference'],
]);
const keyOf = (heading: string): string => heading.toLowerCase().replaceAll(/[^a-z]/g, '');
const HEADER_ROWS = 1;

/** Numbers rows as in a spreadsheet with headings. */
export const numberRows = (rows: readonly RemittanceRow[]): ReadRow[] =>
  rows.map((entry, index) => ({ row: index + HEADER_ROWS + 1, entry }));

/**
 * Reads CSV text with headings in any order. Empty rows are skipped.
 * @throws AppError VALIDATION_FAILED at `csv` when a column is missing, or for too many rows
 */
export function readRemittanceCsv(csv: string): ReadRow[] {
  const { data, meta } = Papa.parse<Record<string, string>>(csv.replace(/^\uFEFF/, ''), {
    header: true,
    transformHeader: (heading) => headings.get(keyOf(heading)) ?? heading.trim(),
  });
  const missing = columns.filter((column) => !meta.fields?.includes(column));
  if (missing.length > 0) throw refuse(`The file has no column ${missing.join(', ')}.`);
  const rows = data
    .map((cells, index) => ({ row: index + HEADER_ROWS + 1, cells }))
    .filter(({ cells }) => Object.values(cells).some((cell) => typeof cell === 'string' && cell.trim()));
  if (rows.length === 0) throw refuse('The file has no rows.');
  if (rows.length > MAX_REMITTANCE_ROWS) throw refuse(`A file may have at most ${MAX_REMITTANCE_ROWS} rows.`);
  return rows.map(({ row, cells }) => readRow(row, cells));
}

function readRow(row: number, cells: Record<string, string>): ReadRow {
  // An apostrophe keeps spreadsheets from changing a value.
  const text = (column: Column): string => (cells[column] ?? '').trim().replace(/^'/, '');
  const amount = text('amount').replaceAll(/[₹,\s]/g, '');
  const { data, error } = remittanceRow.safeParse({
    orderNumber: text('orderNumber'),
    amount: amount === '' ? undefined : Number(amount),
    date: isoDateOf(text('date')),
    reference: text('reference'),
  });
  if (data) return { row, entry: data };
  const [issue] = error.issues;
  const message = `${String(issue?.path[0] ?? '')}: ${issue?.message ?? ''}`;
  return { row, refused: { row, orderNumber: text('orderNumber'), outcome: 'invalid', message } };
}

/** Indian spreadsheets write days first. */
function isoDateOf(text: string): string {
  const [, day, month, year] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text) ?? [];
  return day && month && year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text;
}

const refuse = (message: string): AppError =>
  new AppError('VALIDATION_FAILED', { details: { fields: { csv: message } } });
