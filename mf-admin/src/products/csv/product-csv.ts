// Loaded with its first use: the parser is a third of the admin area's script.
import Papa from 'papaparse';
import type { Product, SizeStock } from '@rangavalli/contracts/entities/product';
import { datedName, saveFile } from '@rangavalli/web-kit/dom/save-file';
import { type Column, columns } from './columns.js';
import { messages } from './messages.js';
import { type SaleColumn, saleCellsOf, saleColumns } from './sale-cells.js';

/** A row's cells by column, without columns that the file does not have. */
export type Cells = Partial<Record<Column, string>>;

export interface ProductsFile {
  /** Row numbers as in a spreadsheet: the headings are row 1. */
  rows: { row: number; cells: Cells }[];
  /** Problems of the file as a whole. */
  problems: string[];
}

const LIST_SEPARATOR = '|';
export const joinList = (values: readonly string[]): string => values.join(LIST_SEPARATOR);
export const splitList = (cell: string): string[] =>
  cell
    .split(LIST_SEPARATOR)
    .map((part) => part.trim())
    .filter(Boolean);

/** Formats stock by size as `S:3|M:0`; empty for one stock for all sizes. */
export const formatSizeStock = (bySize: readonly SizeStock[]): string =>
  joinList(bySize.map(({ size, stock }) => `${size}:${stock}`));

export const isSaleColumn = (column: Column): column is SaleColumn => saleColumns.some((one) => one === column);

const cellOf = (product: Product, column: Column): string | number => {
  if (column === 'id') return product._id;
  if (isSaleColumn(column)) return saleCellsOf(product)[column];
  if (column === 'sizeStock') return formatSizeStock(product.sizeStock ?? []);
  const value = product[column];
  return Array.isArray(value) ? joinList(value) : (value ?? '');
};

/** Returns products as CSV (RFC 4180); an apostrophe keeps spreadsheets from running cells as formulas. */
export const productsToCsv = (products: readonly Product[]): string =>
  Papa.unparse(
    { fields: [...columns], data: products.map((product) => columns.map((column) => cellOf(product, column))) },
    { escapeFormulae: true },
  );

const isColumn = (name: string): name is Column => columns.some((column) => column === name);
const unescapeFormula = (cell: string): string => cell.trim().replace(/^'(?=[=+\-@])/, '');

/** Reads a products' file. Empty rows are skipped; headings may have any order and case. */
export function readProductsCsv(text: string): ProductsFile {
  const columnByHeading = new Map(columns.map((column) => [column.toLowerCase(), column]));
  const { data, errors, meta } = Papa.parse<Record<string, string>>(text, {
    header: true,
    transformHeader: (heading) => columnByHeading.get(heading.trim().toLowerCase()) ?? heading.trim(),
  });
  const headings = meta.fields ?? [];
  const unknown = headings.filter((heading) => heading && !isColumn(heading));
  const openQuotes = errors.filter(({ type }) => type === 'Quotes');
  const problems = [
    ...(headings.some(isColumn) ? [] : [messages.noHeadings(columns)]),
    ...(unknown.length > 0 ? [messages.unknownColumns(unknown)] : []),
    ...openQuotes.map(({ row }) => messages.openQuote((row ?? 1) + 1)),
  ];
  const rows = data
    .map((cells, index) => ({
      row: index + 2,
      cells: Object.fromEntries(
        Object.entries(cells).flatMap(([name, cell]) =>
          isColumn(name) && typeof cell === 'string' ? [[name, unescapeFormula(cell)]] : [],
        ),
      ) as Cells,
    }))
    .filter(({ cells }) => Object.values(cells).some(Boolean));
  return { rows, problems };
}

/** Returns the valid ids of a file, each once. */
export const idsIn = ({ rows }: ProductsFile): string[] => [
  ...new Set(rows.flatMap(({ cells: { id = '' } }) => (/^[0-9a-f]{24}$/.test(id) ? [id] : []))),
];

export function downloadProductsCsv(products: readonly Product[]): void {
  // Spreadsheets detect UTF-8 by the byte order mark.
  const csv = new Blob(['\ufeff', productsToCsv(products)], { type: 'text/csv;charset=utf-8' });
  saveFile(datedName('products', 'csv'), csv);
}
