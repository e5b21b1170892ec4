import type { CallRequest } from '@rangavalli/contracts/calls';
import type { Product } from '@rangavalli/contracts/entities/product';
import { categories, sareeTypes } from '../product-choices.js';
import { columns, LIST_MARK, type Cells, type Column, type ProductsFile } from './product-csv.js';

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
const textLimits: Partial<Record<Column, number>> = { name: 160, description: 5000, fabric: 60, weave: 60, colour: 60, occasion: 60 };

/** What one cell says, as the calls take it; or what is wrong with it. */
type Reading = { value: string | number | string[] | null } | { wrong: string };

function read(column: Column, cell: string): Reading {
  const limit = textLimits[column];
  if (limit !== undefined) return cell.length > limit ? { wrong: `${column} is longer than ${limit} letters` } : { value: cell };
  switch (column) {
    case 'price':
      return /^\d+(\.\d{1,2})?$/.test(cell) && Number(cell) > 0 && Number(cell) <= 10_000_000 ? { value: Number(cell) } : { wrong: `price “${cell}” is not an amount in rupees above 0, like 1499 or 1499.50` };
    case 'stock':
      return /^\d+$/.test(cell) && Number(cell) <= 1_000_000 ? { value: Number(cell) } : { wrong: `stock “${cell}” is not a whole number, 0 or more` };
    case 'category':
      return categories.some((one) => one === cell) ? { value: cell } : { wrong: `category “${cell}” is not one of ${categories.join(', ')}` };
    case 'sareeType':
      return !cell || sareeTypes.some((one) => one === cell) ? { value: cell || null } : { wrong: `sareeType “${cell}” is not one of ${sareeTypes.join(', ')}` };
    default: {
      const list = [...new Set(cell.split(LIST_MARK).map((part) => part.trim()).filter(Boolean))];
      return list.length > 30 || list.some((part) => part.length > 40) ? { wrong: `${column}: at most 30, of 40 letters each` } : { value: list };
    }
  }
}

/** The product's own value as `read` would give it, to see whether a cell changes anything. */
const asRead = (product: Product, column: Exclude<Column, 'id'>) => product[column] ?? (column === 'sareeType' ? null : '');

function stepOf(row: number, cells: Cells, known: ReadonlyMap<string, Product>, seen: Set<string>): Step {
  const { id = '' } = cells;
  const product = known.get(id);
  const name = cells.name || product?.name || '';
  const errors: string[] = [];
  if (id && !product) errors.push(`there is no product with the id “${id}”; leave it empty for a new product`);
  if (id && seen.has(id)) errors.push('the same id stands in an earlier row');
  seen.add(id);

  const values: Partial<Record<Column, unknown>> = {};
  for (const column of columns) {
    const cell = cells[column];
    if (column === 'id' || (cell === undefined && product)) continue;
    if (!cell && required.some((one) => one === column)) {
      errors.push(`${column} is missing`);
      continue;
    }
    const reading = read(column, cell ?? '');
    if ('wrong' in reading) errors.push(reading.wrong);
    else values[column] = reading.value;
  }
  if (values['sareeType'] && (values['category'] ?? product?.category) !== 'saree') errors.push('only a saree has a sareeType');
  if (errors.length > 0) return { row, name, does: 'fail', errors };
  if (!product) {
    const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
    return { row, name, does: 'add', body: filled as NewProduct };
  }
  const fields = columns.filter((column) => column !== 'id' && column in values && JSON.stringify(values[column]) !== JSON.stringify(asRead(product, column)));
  if (fields.length === 0) return { row, name, does: 'nothing' };
  // Amounts with their old value: a file that was taken out before a sale would bring the sold pieces back.
  const changes = fields.map((field) => (field === 'price' || field === 'stock' ? `${field} from ${product[field]} to ${String(values[field])}` : field));
  return { row, name, does: 'change', id, changes, body: Object.fromEntries(fields.map((field) => [field, values[field]])) as Changes };
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
