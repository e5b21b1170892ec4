import Papa from 'papaparse';
import type { Product, SizeStock } from '@rangavalli/contracts/entities/product';

/** The columns of the products' file, in its order. Pictures are not in it: they stay as they are. */
export const columns = [
  'id',
  'name',
  'description',
  'price',
  'category',
  'sareeType',
  'stock',
  'sizes',
  'sizeStock',
  'tags',
  'fabric',
  'weave',
  'colour',
  'occasion',
] as const;
export type Column = (typeof columns)[number];

/** Between the sizes, the tags, and the sizes with their stock (`S:3|M:0`) in their one cell. */
export const LIST_MARK = '|';

/** Stock by size as its cell has it: `S:3|M:0`. Empty for a product with one stock for all sizes. */
export const asCell = (bySize: readonly SizeStock[]): string =>
  bySize.map(({ size, stock }) => `${size}:${stock}`).join(LIST_MARK);

const cellOf = (product: Product, column: Column): string | number => {
  if (column === 'id') return product._id;
  if (column === 'sizeStock') return asCell(product.sizeStock ?? []);
  const value = product[column];
  return Array.isArray(value) ? value.join(LIST_MARK) : (value ?? '');
};

/** A row's cells by column; columns that the file doesn't have are left out. */
export type Cells = Partial<Record<Column, string>>;

/** What a products' file says, before anything is judged. `row` counts as a spreadsheet does: the headings are row 1. */
export interface ProductsFile {
  rows: { row: number; cells: Cells }[];
  /** What is wrong with the file as a whole. */
  problems: string[];
}

/** Products as a CSV text (RFC 4180). Cells that a spreadsheet would run as a formula are marked by an apostrophe. */
export function productsAsCsv(products: readonly Product[]): string {
  return Papa.unparse(
    {
      fields: [...columns],
      data: products.map((product) => columns.map((column) => cellOf(product, column))),
    },
    { escapeFormulae: true },
  );
}

const isColumn = (name: string): name is Column => columns.some((column) => column === name);
/** Takes back the apostrophe that keeps a spreadsheet from running a cell. */
const unescaped = (cell: string): string => cell.trim().replace(/^'(?=[=+\-@])/, '');

/** Reads a products' file. Empty rows are passed over; headings may stand in any order and case. */
export function readProductsCsv(text: string): ProductsFile {
  const known = new Map(columns.map((column) => [column.toLowerCase(), column]));
  const { data, errors, meta } = Papa.parse<Record<string, string>>(text, {
    header: true,
    transformHeader: (heading) => known.get(heading.trim().toLowerCase()) ?? heading.trim(),
  });
  const headings = meta.fields ?? [];
  const strange = headings.filter((heading) => heading && !isColumn(heading));
  const quotes = errors.filter(({ type }) => type === 'Quotes');
  const problems = [
    ...(headings.some(isColumn) ? [] : [`The first row must name the columns: ${columns.join(', ')}.`]),
    ...(strange.length > 0 ? [`There are columns that a product does not have: ${strange.join(', ')}.`] : []),
    ...quotes.map(({ row }) => `Row ${(row ?? 1) + 1}: a quotation mark is not closed.`),
  ];
  const rows = data
    .map((cells, index) => ({
      row: index + 2,
      cells: Object.fromEntries(
        Object.entries(cells).flatMap(([name, cell]) =>
          isColumn(name) && typeof cell === 'string' ? [[name, unescaped(cell)]] : [],
        ),
      ) as Cells,
    }))
    .filter(({ cells }) => Object.values(cells).some(Boolean));
  return { rows, problems };
}

/** Hands the products to the browser as a file to keep. */
export function saveProductsFile(products: readonly Product[]): void {
  // The mark at the beginning tells spreadsheets that it is UTF-8.
  const address = URL.createObjectURL(
    new Blob(['\ufeff', productsAsCsv(products)], { type: 'text/csv;charset=utf-8' }),
  );
  const link = document.createElement('a');
  link.href = address;
  link.download = `products-${new Date().toISOString().slice(0, 10)}.csv`;
  link.click();
  URL.revokeObjectURL(address);
}
