import type { CallRequest } from '@rangavalli/contracts/calls';
import type { Category, Image, Product, SareeType, SizeStock } from '@rangavalli/contracts/entities/product';
import { sameCounts } from '../products/size-stock.js';

type Body = CallRequest<'POST /products/create'>['body'];
type Changes = CallRequest<'PUT /products/update/{id}'>['body'];

/** The parts of a text that are separated by commas, trimmed (specification §5). */
export const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** What a product may tell beyond the documented fields. */
export const optionalFields = ['weave', 'fabric', 'colour', 'occasion'] as const;

const textOf =
  (fields: FormData) =>
  (name: string): string =>
    String(fields.get(name) ?? '').trim();

/** What is wrong with each required field (specification §5); nothing when all are right. */
export function wrongFields(fields: FormData): Record<string, string> {
  const text = textOf(fields);
  const price = Number(text('price'));
  const stock = Number(text('stock'));
  return {
    ...(text('name') ? {} : { name: 'Give it a name.' }),
    ...(text('price') && price > 0 ? {} : { price: 'An amount in rupees, more than 0.' }),
    ...(text('stock') && Number.isInteger(stock) && stock >= 0 ? {} : { stock: 'A whole number, 0 or more.' }),
    ...(text('category') ? {} : { category: 'Choose one.' }),
  };
}

/**
 * The form's fields as the call takes them; undefined when a required one is missing or not a number (specification §5).
 * @param counted the pieces of each size, where they are counted by size
 */
export function readForm(fields: FormData, images: Image[], counted?: SizeStock[]): Body | undefined {
  if (Object.keys(wrongFields(fields)).length > 0) return undefined;
  const text = textOf(fields);
  return {
    name: text('name'),
    description: text('description'),
    price: Number(text('price')),
    category: text('category') as Category,
    sareeType: (text('sareeType') as SareeType | '') || null,
    stock: Number(text('stock')),
    sizes: listOf(text('sizes')),
    ...(counted ? { sizeStock: counted } : {}),
    tags: listOf(text('tags')),
    images,
    ...Object.fromEntries(optionalFields.map((name) => [name, text(name)])),
  };
}

/**
 * What an edit sends. What was sold while the form was open must not come back on the shelf: stock, and stock by size,
 * go along only where they were changed. An empty `sizeStock` takes the product back to one stock.
 */
export function editOf({ stock, sizeStock = [], ...rest }: Body, product: Product): Changes {
  const changed = stock !== product.stock;
  if (!sameCounts(sizeStock, product.sizeStock ?? []))
    return { ...rest, sizeStock, ...(changed || sizeStock.length > 0 ? { stock } : {}) };
  return changed && sizeStock.length === 0 ? { ...rest, stock } : rest;
}
