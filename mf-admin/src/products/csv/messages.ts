const rows = (count: number): string => (count === 1 ? '1 row' : `${count} rows`);
const products = (count: number): string => (count === 1 ? '1 product' : `${count} products`);
const quoted = (values: readonly string[]): string => `“${values.join('”, “')}”`;

/** Texts of the CSV import; the names of columns are those of the file. */
export const messages = {
  title: 'Import products',
  intro:
    'Rows with an ID update that product; rows without one add a product. Use Export CSV for a file to start from. ' +
    'Images are not in the file and do not change. You can review all changes before they are saved.',
  file: 'CSV file',
  fileHint: (columns: readonly string[]) =>
    `Columns: ${columns.join(', ')}. Sizes and tags are separated by |; stock by size is S:3|M:0; sale times are in India`,
  tooLarge: 'The file is larger than 5 MB.',
  noRows: 'The file has no rows.',
  newProduct: 'New product',
  changes: (changes: readonly string[]) => `Changes ${changes.join(', ')}`,
  unchanged: 'No changes',
  imported: (count: number) => `${products(count)} imported`,
  notImported: (count: number) => `${rows(count)} not imported`,
  partlyImported: (done: number, all: number) => `${done} of ${all} rows were imported; these were not:`,
  importing: (done: number, all: number) => `Importing ${done} of ${all}…`,
  invalid: (count: number, all: number) =>
    `${count} of ${all} rows cannot be imported. Correct them in the file and choose it again.`,
  summary: (added: number, changed: number, unchanged: number) =>
    `${added} new, ${changed} changed, ${unchanged} unchanged.`,
  preview: 'Changes by row',
  row: (row: number) => `Row ${row}`,
  noName: 'No name',
  moreRows: (count: number) => `and ${count} more rows`,
  cancel: 'Cancel',
  import: 'Import',
  importRows: (count: number) => `Import ${rows(count)}`,

  noHeadings: (columns: readonly string[]) => `The first row must contain the column names: ${columns.join(', ')}.`,
  unknownColumns: (names: readonly string[]) => `Unknown columns: ${names.join(', ')}.`,
  openQuote: (row: number) => `Row ${row}: a quotation mark is not closed.`,

  missing: (column: string) => `${column} is missing`,
  unknownId: (id: string) => `no product has the id “${id}”; leave it empty for a new product`,
  repeatedId: 'an earlier row has the same id',
  onlySarees: 'only a saree has a sareeType',
  tooLong: (column: string, limit: number) => `${column} is longer than ${limit} characters`,
  price: (cell: string) => `price “${cell}” is not an amount in rupees above 0, like 1499 or 1499.50`,
  salePrice: (cell: string) => `salePrice “${cell}” is not an amount in rupees above 0, like 1299`,
  saleNotLower: (cell: string, price: number) => `salePrice ${cell} is not below the price, ${price}`,
  saleTime: (column: string, cell: string) => `${column} “${cell}” is not a date, like 2026-12-01 or 2026-12-01 10:00`,
  saleEndsEarly: 'saleUntil is not after saleFrom',
  saleWithoutPrice: 'salePrice is missing',
  saleTo: (price: string, from: string, until: string) =>
    ['sale price', price, ...(from ? ['from', from] : []), ...(until ? ['until', until] : [])].join(' '),
  saleEnds: 'no sale',
  stock: (cell: string) => `stock “${cell}” is not a whole number, 0 or more`,
  hsn: (cell: string) => `hsn “${cell}” is not an HSN code of 4, 6 or 8 digits`,
  notOneOf: (column: string, cell: string, values: readonly string[]) =>
    `${column} “${cell}” is not one of ${values.join(', ')}`,
  list: (column: string) => `${column}: at most 30, up to 40 characters each`,
  sizeStock: (parts: readonly string[]) => `sizeStock ${quoted(parts)} is not a size with a whole number, like S:3`,
  sizeTwice: 'sizeStock has a size twice',
  tooManySizes: 'sizeStock: at most 30 sizes',
  notTheSum: (stock: number, sum: number) => `stock ${stock} is not the sum of sizeStock, ${sum}`,
  otherSizes: (sizes: string) => `sizes are not those of sizeStock, ${sizes}`,
  changeSizeStock: ': this product tracks stock by size, change sizeStock',
  changed: (field: string, from: string, to: string) => `${field} from ${from} to ${to}`,
  stockBySize: 'stock by size',
  oneStock: 'one stock',
};
