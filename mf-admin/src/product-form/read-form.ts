import type { CallRequest } from '@rangavalli/contracts/calls';
import type { Category, Image, Product, SareeType, SizeStock } from '@rangavalli/contracts/entities/product';
import type { TaxClass } from '@rangavalli/contracts/product-tax';
import { isSameSizeStock } from '../products/stock.js';
import { messages } from './messages.js';
import { readSale, validateSale } from './sale.js';

type Body = CallRequest<'POST /products/create'>['body'];
type Changes = CallRequest<'PUT /products/update/{id}'>['body'];

/** Splits and trims a list as the form shows it (specification §5). */
export const splitByCommas = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** Fields beyond the specification. */
export const optionalFields = ['weave', 'fabric', 'colour', 'occasion', 'origin', 'care'] as const;

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

/**
 * Returns the body of an edit. Stock is included only when it was changed: units sold while the form was open must not
 * be restored. An empty `sizeStock` returns the product to one stock.
 */
export function toChanges({ stock, sizeStock = [], ...rest }: Body, product: Product): Changes {
  const isChanged = stock !== product.stock;
  if (!isSameSizeStock(sizeStock, product.sizeStock ?? []))
    return { ...rest, sizeStock, ...(isChanged || sizeStock.length > 0 ? { stock } : {}) };
  return isChanged && sizeStock.length === 0 ? { ...rest, stock } : rest;
}
