import type { CallRequest } from '@rangavalli/contracts/calls';
import type { Category, Image, Product, SareeType, SizeStock } from '@rangavalli/contracts/entities/product';
import type { TaxClass } from '@rangavalli/contracts/product-tax';
import { toIndianTime } from '@rangavalli/web-kit/format/india-time';
import { isSameSizeStock, toStockWas } from '../products/stock.js';
import { messages } from './messages.js';
import { readSale, validateSale } from './sale.js';

type Body = CallRequest<'POST /products/create'>['body'];
type Changes = NonNullable<CallRequest<'PUT /products/update/{id}'>['body']>;

/** Splits and trims a list as the form shows it (specification §5). */
export const splitByCommas = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** Fields beyond the specification. */
export const optionalFields = ['weave', 'fabric', 'colour', 'occasion', 'origin', 'care'] as const;

const textFields = ['name', 'price', 'category', 'sareeType', 'stock', 'handlingDays', 'weightGrams'] as const;
const taxFields = ['hsn', 'taxClass', 'netQuantity', 'countryOfOrigin', 'maker'] as const;

const numberOrNull = (text: string): number | null => (text ? Number(text) : null);

const textOf =
  (fields: FormData) =>
  (name: string): string =>
    String(fields.get(name) ?? '').trim();

/** Returns the errors of the required fields (specification §5). */
export function validateFields(fields: FormData): Record<string, string> {
  const text = textOf(fields);
  const price = Number(text('price'));
  const stock = Number(text('stock'));
  return {
    ...(text('name') ? {} : { name: messages.enterName }),
    ...(text('price') && price > 0 ? {} : { price: messages.enterPrice }),
    ...validateSale(text),
    ...(text('stock') && Number.isInteger(stock) && stock >= 0 ? {} : { stock: messages.enterStock }),
    ...(text('category') ? {} : { category: messages.selectCategory }),
    ...(text('hsnDigits') === '6' && text('hsn').length < 6 ? { hsn: messages.enterHsn } : {}),
    ...(text('video.url') && !text('video.poster') ? { 'video.poster': messages.enterPoster } : {}),
    ...(text('video.poster') && !text('video.url') ? { 'video.url': messages.enterVideo } : {}),
  };
}

/** Returns the body of the call from valid fields. */
export function readForm(fields: FormData, images: Image[], sizeStock?: SizeStock[]): Body {
  const text = textOf(fields);
  return {
    name: text('name'),
    description: text('description'),
    price: Number(text('price')),
    sale: readSale(text),
    category: text('category') as Category,
    sareeType: (text('sareeType') as SareeType | '') || null,
    stock: Number(text('stock')),
    sizes: splitByCommas(text('sizes')),
    ...(sizeStock ? { sizeStock } : {}),
    tags: splitByCommas(text('tags')),
    images,
    ...Object.fromEntries(optionalFields.map((name) => [name, text(name)])),
    handlingDays: numberOrNull(text('handlingDays')),
    weightGrams: numberOrNull(text('weightGrams')),
    ...(fields.has('hsn') ? readTaxes(text) : {}),
    video: text('video.url') ? { url: text('video.url'), poster: text('video.poster') } : null,
  };
}

/** Their part of the form is loaded with a file of its own: an edit without it changes none of them. */
const readTaxes = (text: (name: string) => string) => ({
  hsn: text('hsn'),
  taxClass: (text('taxClass') as TaxClass | '') || null,
  netQuantity: text('netQuantity'),
  countryOfOrigin: text('countryOfOrigin'),
  maker: text('maker'),
});

/** Returns the fields of the form as they are before any input; taxes only where the form has them. */
function fieldsOf(product: Product, hasTaxes: boolean): FormData {
  const { sale, video, description } = product;
  const values: Record<string, string | number | undefined> = {
    ...Object.fromEntries([...textFields, ...optionalFields].map((name) => [name, product[name]])),
    ...(hasTaxes ? Object.fromEntries(taxFields.map((name) => [name, product[name]])) : {}),
    // As text areas return it.
    description: description.replaceAll(/\r\n?/g, '\n'),
    'sale.price': sale?.price,
    'sale.from': toIndianTime(sale?.from),
    'sale.until': toIndianTime(sale?.until),
    sizes: product.sizes.join(', '),
    tags: product.tags.join(', '),
    'video.url': video?.url,
    'video.poster': video?.poster,
  };
  const fields = new FormData();
  for (const [name, value] of Object.entries(values)) fields.set(name, String(value ?? ''));
  return fields;
}

/**
 * Returns the body of an edit: what differs from the product that the form was filled with, so that edits of others and
 * units sold meanwhile stay. Sizes with their own stock are in `sizeStock`, which is empty to return to one stock.
 */
export function toChanges({ stock, sizeStock = [], ...rest }: Body, product: Product): Changes {
  const before = readForm(fieldsOf(product, 'hsn' in rest), product.images) as Record<string, unknown>;
  const { sizes, ...changes } = Object.fromEntries(
    Object.entries(rest).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])),
  ) as Changes;
  const isStockChanged = stock !== product.stock;
  const isBySizeChanged = !isSameSizeStock(sizeStock, product.sizeStock ?? []);
  const isOneStock = sizeStock.length === 0;
  return {
    ...changes,
    ...(sizes && isOneStock ? { sizes } : {}),
    ...(isBySizeChanged ? { sizeStock } : {}),
    ...(isStockChanged && isOneStock ? { stock } : {}),
    ...(isBySizeChanged || (isStockChanged && isOneStock) ? { stockWas: toStockWas(product) } : {}),
  };
}
