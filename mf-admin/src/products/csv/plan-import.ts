import type { CallRequest } from '@rangavalli/contracts/calls';
import type { Product, SizeStock } from '@rangavalli/contracts/entities/product';
import { categories, sareeTypes } from '../find-products.js';
import { isSameSizeStock, MAX_STOCK, toStockWas, totalStock } from '../stock.js';
import { type Column, columns } from './columns.js';
import { messages } from './messages.js';
import { formatSizeStock, isSaleColumn, joinList, splitList, type Cells, type ProductsFile } from './product-csv.js';
import { describeSale, readSaleCells, type SaleColumn } from './sale-cells.js';

type NewProduct = CallRequest<'POST /products/create'>['body'];
type Changes = CallRequest<'PUT /products/update/{id}'>['body'];

/** What a row of the file would do. */
export type Step = { row: number; name: string } & (
  | { action: 'add'; body: NewProduct }
  | { action: 'change'; id: string; body: Changes; changes: string[] }
  | { action: 'none' }
  | { action: 'error'; errors: string[] }
);

const required: readonly Column[] = ['name', 'price', 'category', 'stock'];
/** Characters. */
const textLimits: Partial<Record<Column, number>> = {
  name: 160,
  description: 5000,
  fabric: 60,
  weave: 60,
  colour: 60,
  occasion: 60,
  origin: 80,
  care: 200,
  hsn: 8,
};

type CellResult = { value: string | number | string[] | SizeStock[] | null } | { error: string };
const valueIf = (isValid: boolean, value: string | number | string[] | null, error: string): CellResult =>
  isValid ? { value } : { error };

function parseSizeStock(cell: string): CellResult {
  const parts = splitList(cell);
  const list = parts.map((part) => /^(?<size>.{1,40}?)\s*:\s*(?<stock>\d{1,7})$/.exec(part)?.groups);
  const invalid = parts.filter((_part, index) => !list[index] || Number(list[index]['stock']) > MAX_STOCK);
  if (invalid.length > 0) return { error: messages.sizeStock(invalid) };
  const bySize = list.map((groups) => ({ size: groups?.['size'] ?? '', stock: Number(groups?.['stock']) }));
  if (new Set(bySize.map(({ size }) => size)).size < bySize.length) return { error: messages.sizeTwice };
  return bySize.length > 30 ? { error: messages.tooManySizes } : { value: bySize };
}

function parseCell(column: Column, cell: string): CellResult {
  if (column === 'hsn' && !/^(?:\d{4}|\d{6}|\d{8})?$/.test(cell)) return { error: messages.hsn(cell) };
  const limit = textLimits[column];
  if (limit !== undefined) return valueIf(cell.length <= limit, cell, messages.tooLong(column, limit));
  const number = Number(cell);
  switch (column) {
    case 'price':
      return valueIf(
        /^\d+(\.\d{1,2})?$/.test(cell) && number > 0 && number <= 10_000_000,
        number,
        messages.price(cell),
      );
    case 'stock':
      return valueIf(/^\d+$/.test(cell) && number <= MAX_STOCK, number, messages.stock(cell));
    case 'sizeStock':
      return parseSizeStock(cell);
    case 'category':
      return valueIf(
        categories.some((one) => one === cell),
        cell,
        messages.notOneOf(column, cell, categories),
      );
    case 'sareeType':
      return valueIf(
        !cell || sareeTypes.some((one) => one === cell),
        cell || null,
        messages.notOneOf(column, cell, sareeTypes),
      );
    default: {
      const list = [...new Set(splitList(cell))];
      return valueIf(list.length <= 30 && list.every(({ length }) => length <= 40), list, messages.list(column));
    }
  }
}

/** Returns a product's value in the form that `parseCell` returns. */
const currentValue = (product: Product, column: Exclude<Column, 'id' | SaleColumn>) =>
  product[column] ?? (column === 'sareeType' ? null : column === 'sizeStock' ? [] : '');

type Values = Partial<Record<Column, unknown>>;

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((size) => other.includes(size));

/**
 * Checks `stock` and `sizes` against stock by size, which they follow from, and removes them from `values`: the catalog
 * derives them. Empty cells and the product's current values are accepted.
 * @returns the errors
 */
function checkSizeStock(values: Values, product: Product | undefined): string[] {
  const entered = values['sizeStock'] as SizeStock[] | undefined;
  const bySize = entered ?? product?.sizeStock ?? [];
  if (bySize.length === 0) return [];
  const stock = values['stock'] as number | undefined;
  const sizes = values['sizes'] as string[] | undefined;
  const own = bySize.map(({ size }) => size);
  const sum = totalStock(bySize);
  delete values['stock'];
  delete values['sizes'];
  // A new product needs all three.
  if (!product) Object.assign(values, { stock: sum, sizes: own });
  const isChanged = entered !== undefined && !isSameSizeStock(entered, product?.sizeStock ?? []);
  const hint = isChanged ? '' : messages.changeSizeStock;
  const stockFits = stock === undefined || stock === sum || stock === product?.stock;
  const sizesFit = !sizes?.length || isSameSet(sizes, own) || (product && isSameSet(sizes, product.sizes));
  return [
    ...(stockFits ? [] : [messages.notTheSum(stock, sum) + hint]),
    ...(sizesFit ? [] : [messages.otherSizes(joinList(own)) + hint]),
  ];
}

const describeChange = (product: Product, field: Exclude<Column, SaleColumn>, value: unknown): string => {
  // With the old amount: importing a file from before a sale would restore the sold units.
  if (field === 'price' || field === 'stock') return messages.changed(field, String(product[field]), String(value));
  if (field !== 'sizeStock') return field;
  const format = (bySize: readonly SizeStock[]) => formatSizeStock(bySize) || messages.oneStock;
  return messages.changed(messages.stockBySize, format(product.sizeStock ?? []), format(value as SizeStock[]));
};

function planRow(row: number, cells: Cells, product: Product | undefined, isRepeated: boolean): Step {
  const { id = '' } = cells;
  const name = cells.name || product?.name || '';
  const errors = [...(id && !product ? [messages.unknownId(id)] : []), ...(isRepeated ? [messages.repeatedId] : [])];

  const values: Values = {};
  const isBySize = Boolean(cells.sizeStock || (cells.sizeStock === undefined && product?.sizeStock?.length));
  for (const column of columns) {
    const cell = cells[column];
    if (column === 'id' || isSaleColumn(column) || (cell === undefined && product)) continue;
    if (!cell && column === 'stock' && isBySize) continue;
    if (!cell && required.includes(column)) {
      errors.push(messages.missing(column));
      continue;
    }
    const result = parseCell(column, cell ?? '');
    if ('error' in result) errors.push(result.error);
    else values[column] = result.value;
  }
  if (values['sareeType'] && (values['category'] ?? product?.category) !== 'saree') errors.push(messages.onlySarees);
  errors.push(...checkSizeStock(values, product));
  const { sale, errors: saleErrors } = readSaleCells(
    cells,
    product,
    (values['price'] as number | undefined) ?? product?.price,
  );
  errors.push(...saleErrors);
  if (errors.length > 0) return { row, name, action: 'error', errors };
  if (!product) {
    const body = Object.entries(values).filter(
      ([column, value]) => value !== '' && !(column === 'sizeStock' && (value as SizeStock[]).length === 0),
    );
    return { row, name, action: 'add', body: { ...Object.fromEntries(body), ...(sale ? { sale } : {}) } as NewProduct };
  }
  const fields = columns.filter(
    (column): column is Exclude<Column, 'id' | SaleColumn> =>
      column !== 'id' &&
      !isSaleColumn(column) &&
      column in values &&
      JSON.stringify(values[column]) !== JSON.stringify(currentValue(product, column)),
  );
  if (fields.length === 0 && sale === undefined) return { row, name, action: 'none' };
  return {
    row,
    name,
    action: 'change',
    id,
    changes: [
      ...fields.map((field) => describeChange(product, field, values[field])),
      ...(sale === undefined ? [] : [describeSale(sale)]),
    ],
    body: {
      ...Object.fromEntries(fields.map((field) => [field, values[field]])),
      ...(fields.some((field) => field === 'stock' || field === 'sizeStock') ? { stockWas: toStockWas(product) } : {}),
      ...(sale === undefined ? {} : { sale }),
    } as Changes,
  };
}

/**
 * Returns what each row would do, by the rules that the catalog checks. Rows with an id change that product, in the
 * columns of the file only; rows without one add a product.
 */
export function planImport(file: ProductsFile, products: readonly Product[]): Step[] {
  const known = new Map(products.map((product) => [product._id, product]));
  const seen = new Set<string>();
  return file.rows.map(({ row, cells }) => {
    const id = cells.id ?? '';
    const isRepeated = id !== '' && seen.has(id);
    seen.add(id);
    return planRow(row, cells, known.get(id), isRepeated);
  });
}
