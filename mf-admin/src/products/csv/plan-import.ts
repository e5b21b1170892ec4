import type { CallRequest } from '@rangavalli/contracts/calls';
import type { Product, SizeStock } from '@rangavalli/contracts/entities/product';
import { categories, sareeTypes } from '../product-choices.js';
import { sameCounts, sumOf } from '../size-stock.js';
import { asCell, columns, LIST_MARK, type Cells, type Column, type ProductsFile } from './product-csv.js';

type NewProduct = CallRequest<'POST /products/create'>['body'];
type Changes = CallRequest<'PUT /products/update/{id}'>['body'];

/** What a row of the file would do. */
export type Step = { row: number; name: string } & (
  | { does: 'add'; body: NewProduct }
  | { does: 'change'; id: string; body: Changes; changes: string[] }
  | { does: 'nothing' }
  | { does: 'fail'; errors: string[] }
);

const required = ['name', 'price', 'category', 'stock'] as const satisfies Column[];
const textLimits: Partial<Record<Column, number>> = {
  name: 160,
  description: 5000,
  fabric: 60,
  weave: 60,
  colour: 60,
  occasion: 60,
};

/** What one cell says, as the calls take it; or what is wrong with it. */
type Reading = { value: string | number | string[] | SizeStock[] | null } | { wrong: string };

function readSizeStock(cell: string): Reading {
  const parts = cell
    .split(LIST_MARK)
    .map((part) => part.trim())
    .filter(Boolean);
  const list = parts.map((part) => /^(?<size>.{1,40}?)\s*:\s*(?<stock>\d{1,7})$/.exec(part)?.groups);
  const bad = parts.filter((_part, index) => !list[index] || Number(list[index]['stock']) > 1_000_000);
  if (bad.length > 0) return { wrong: `sizeStock “${bad.join('”, “')}” is not a size with a whole number, like S:3` };
  const bySize = list.map((groups) => ({ size: groups?.['size'] ?? '', stock: Number(groups?.['stock']) }));
  if (new Set(bySize.map(({ size }) => size)).size < bySize.length) return { wrong: 'sizeStock names a size twice' };
  return bySize.length > 30 ? { wrong: 'sizeStock: at most 30 sizes' } : { value: bySize };
}

function read(column: Column, cell: string): Reading {
  const limit = textLimits[column];
  if (limit !== undefined)
    return cell.length > limit ? { wrong: `${column} is longer than ${limit} letters` } : { value: cell };
  switch (column) {
    case 'price':
      return /^\d+(\.\d{1,2})?$/.test(cell) && Number(cell) > 0 && Number(cell) <= 10_000_000
        ? { value: Number(cell) }
        : { wrong: `price “${cell}” is not an amount in rupees above 0, like 1499 or 1499.50` };
    case 'stock':
      return /^\d+$/.test(cell) && Number(cell) <= 1_000_000
        ? { value: Number(cell) }
        : { wrong: `stock “${cell}” is not a whole number, 0 or more` };
    case 'sizeStock':
      return readSizeStock(cell);
    case 'category':
      return categories.some((one) => one === cell)
        ? { value: cell }
        : { wrong: `category “${cell}” is not one of ${categories.join(', ')}` };
    case 'sareeType':
      return !cell || sareeTypes.some((one) => one === cell)
        ? { value: cell || null }
        : { wrong: `sareeType “${cell}” is not one of ${sareeTypes.join(', ')}` };
    default: {
      const list = [
        ...new Set(
          cell
            .split(LIST_MARK)
            .map((part) => part.trim())
            .filter(Boolean),
        ),
      ];
      return list.length > 30 || list.some((part) => part.length > 40)
        ? { wrong: `${column}: at most 30, of 40 letters each` }
        : { value: list };
    }
  }
}

/** The product's own value as `read` would give it, to see whether a cell changes anything. */
const asRead = (product: Product, column: Exclude<Column, 'id'>) =>
  product[column] ?? (column === 'sareeType' ? null : column === 'sizeStock' ? [] : '');

type Values = Partial<Record<Column, unknown>>;

const sameSizes = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((size) => other.includes(size));

/**
 * What stock by size asks of the cells beside it: `stock` is its sum and `sizes` are its sizes. A cell that is empty, or
 * repeats what the product has now, says nothing; it is taken out of `values`, since the catalog derives it.
 * @returns what is wrong
 */
function settleStock(values: Values, product: Product | undefined): string[] {
  const told = values['sizeStock'] as SizeStock[] | undefined;
  const bySize = told ?? product?.sizeStock ?? [];
  if (bySize.length === 0) return [];
  const stock = values['stock'] as number | undefined;
  const sizes = values['sizes'] as string[] | undefined;
  const own = bySize.map(({ size }) => size);
  const changes = told !== undefined && !sameCounts(told, product?.sizeStock ?? []);
  delete values['stock'];
  delete values['sizes'];
  // A new product tells all three, as the form does.
  if (!product) Object.assign(values, { stock: sumOf(bySize), sizes: own });
  const hint = changes ? '' : ': it is counted by size, change sizeStock';
  return [
    ...(stock === undefined || stock === sumOf(bySize) || stock === product?.stock
      ? []
      : [`stock ${stock} is not the sum of sizeStock, ${sumOf(bySize)}${hint}`]),
    ...(!sizes || sizes.length === 0 || sameSizes(sizes, own) || (product && sameSizes(sizes, product.sizes))
      ? []
      : [`sizes are not those of sizeStock, ${own.join(LIST_MARK)}${hint}`]),
  ];
}

const wordsOf = (product: Product, field: Column, value: unknown): string => {
  // Amounts with their old value: a file that was taken out before a sale would bring the sold pieces back.
  if (field === 'price' || field === 'stock') return `${field} from ${product[field]} to ${String(value)}`;
  if (field === 'sizeStock')
    return `stock by size from ${asCell(product.sizeStock ?? []) || 'one stock'} to ${asCell(value as SizeStock[]) || 'one stock'}`;
  return field;
};

function stepOf(row: number, cells: Cells, known: ReadonlyMap<string, Product>, seen: Set<string>): Step {
  const { id = '' } = cells;
  const product = known.get(id);
  const name = cells.name || product?.name || '';
  const errors: string[] = [];
  if (id && !product) errors.push(`there is no product with the id “${id}”; leave it empty for a new product`);
  if (id && seen.has(id)) errors.push('the same id stands in an earlier row');
  seen.add(id);

  const values: Values = {};
  // Where stock is counted by size its sum may be left out.
  const bySize = Boolean(cells.sizeStock || (cells.sizeStock === undefined && product?.sizeStock?.length));
  for (const column of columns) {
    const cell = cells[column];
    if (column === 'id' || (cell === undefined && product)) continue;
    if (!cell && column === 'stock' && bySize) continue;
    if (!cell && required.some((one) => one === column)) {
      errors.push(`${column} is missing`);
      continue;
    }
    const reading = read(column, cell ?? '');
    if ('wrong' in reading) errors.push(reading.wrong);
    else values[column] = reading.value;
  }
  if (values['sareeType'] && (values['category'] ?? product?.category) !== 'saree')
    errors.push('only a saree has a sareeType');
  errors.push(...settleStock(values, product));
  if (errors.length > 0) return { row, name, does: 'fail', errors };
  if (!product) {
    const filled = Object.fromEntries(
      Object.entries(values).filter(
        ([column, value]) => value !== '' && !(column === 'sizeStock' && (value as SizeStock[]).length === 0),
      ),
    );
    return { row, name, does: 'add', body: filled as NewProduct };
  }
  const fields = columns.filter(
    (column) =>
      column !== 'id' && column in values && JSON.stringify(values[column]) !== JSON.stringify(asRead(product, column)),
  );
  if (fields.length === 0) return { row, name, does: 'nothing' };
  const changes = fields.map((field) => wordsOf(product, field, values[field]));
  return {
    row,
    name,
    does: 'change',
    id,
    changes,
    body: Object.fromEntries(fields.map((field) => [field, values[field]])) as Changes,
  };
}

/**
 * The dry run: what each row would do, by the same rules that the catalog checks by. Writes nothing.
 * A row with an id changes that product, and only in the columns that the file has; one without adds a product.
 */
export function planImport(file: ProductsFile, products: readonly Product[]): Step[] {
  const known = new Map(products.map((product) => [product._id, product]));
  const seen = new Set<string>();
  return file.rows.map(({ row, cells }) => {
    const step = stepOf(row, cells, known, seen);
    if (!cells.id) seen.delete('');
    return step;
  });
}
