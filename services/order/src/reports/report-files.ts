import { Readable } from 'node:stream';
import type { ReportSheet } from '@rangavalli/contracts/entities/invoice';
import { AppError } from '@rangavalli/service-kit/app-error';

/** A spreadsheet and a JSON response are in memory as a whole; CSV is not. */
export const MAX_ROWS = 20_000;

export type ReportRow = ReportSheet['rows'][number];

/** A sheet whose rows are read while they are written. */
export interface SheetSource extends Pick<ReportSheet, 'name' | 'columns'> {
  rows: Iterable<ReportRow> | AsyncIterable<ReportRow>;
}

/** @throws AppError REPORT_TOO_LARGE above `MAX_ROWS` rows of all sheets */
export async function readSheets(sources: readonly SheetSource[]): Promise<ReportSheet[]> {
  const sheets: ReportSheet[] = [];
  let count = 0;
  for (const { name, columns, rows } of sources) {
    const read: ReportRow[] = [];
    for await (const row of rows) {
      count += 1;
      if (count > MAX_ROWS) throw new AppError('REPORT_TOO_LARGE');
      read.push(row);
    }
    sheets.push({ name, columns, rows: read });
  }
  return sheets;
}

/** Returns the sheets as CSV with their names before them when there are several. With a mark for spreadsheets. */
export const toCsv = (sources: readonly SheetSource[]): Readable =>
  Readable.from(csvLines(sources), { objectMode: false });

async function* csvLines(sources: readonly SheetSource[]): AsyncGenerator<string> {
  yield '\uFEFF';
  for (const [index, { name, columns, rows }] of sources.entries()) {
    if (sources.length > 1) yield `${index > 0 ? '\r\n' : ''}${csvCell(name)}\r\n`;
    yield csvLine(columns);
    for await (const row of rows) yield csvLine(row);
  }
}

const csvLine = (cells: readonly (string | number)[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** Spreadsheets would run a text that begins like a formula, such as a customer's name. */
function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export async function toXlsx(sheets: readonly ReportSheet[]): Promise<Buffer> {
  const { default: writeXlsxFile } = await import('write-excel-file/node');
  const workbook = sheets.map(({ name, columns, rows }) => ({
    sheet: name,
    stickyRowsCount: 1,
    columns: columns.map((column) => ({ width: Math.max(12, column.length + 2) })),
    data: [
      columns.map((column) => ({ value: column, fontWeight: 'bold' as const })),
      ...rows.map((row) =>
        row.map((value) => (typeof value === 'number' ? { value, type: Number } : { value, type: String })),
      ),
    ],
  }));
  return writeXlsxFile(workbook).toBuffer();
}
