import type { CallRequest } from '@rangavalli/contracts/calls';
import type { Category, Image, SareeType } from '@rangavalli/contracts/entities/product';

type Body = CallRequest<'POST /products/create'>['body'];

const list = (text: string): string[] => text.split(',').map((part) => part.trim()).filter(Boolean);

/** What a product may tell beyond the documented fields. */
export const optionalFields = ['weave', 'fabric', 'colour', 'occasion'] as const;

const textOf = (fields: FormData) => (name: string): string => String(fields.get(name) ?? '').trim();

/** What is wrong with each required field, in the form's order (specification §5); nothing when all are right. */
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

/** The form's fields as the call takes them; undefined when a required one is missing or not a number (specification §5). */
export function readForm(fields: FormData, images: Image[]): Body | undefined {
  if (Object.keys(wrongFields(fields)).length > 0) return undefined;
  const text = textOf(fields);
  return {
    name: text('name'),
    description: text('description'),
    price: Number(text('price')),
    category: text('category') as Category,
    sareeType: (text('sareeType') as SareeType | '') || null,
    stock: Number(text('stock')),
    sizes: list(text('sizes')),
    tags: list(text('tags')),
    images,
    ...Object.fromEntries(optionalFields.map((name) => [name, text(name)])),
  };
}
