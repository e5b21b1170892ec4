import type { CallRequest } from '@rangavalli/contracts/calls';
import type { Category, Image, SareeType } from '@rangavalli/contracts/entities/product';

type Body = CallRequest<'POST /products/create'>['body'];

const list = (text: string): string[] => text.split(',').map((part) => part.trim()).filter(Boolean);

/** The form's fields as the call takes them; undefined when a required one is missing or not a number (specification §5). */
export function readForm(fields: FormData, images: Image[]): Body | undefined {
  const text = (name: string) => String(fields.get(name) ?? '').trim();
  const price = Number(text('price'));
  const stock = Number(text('stock'));
  if (!text('name') || !text('price') || !text('category') || !text('stock') || !(price > 0) || !Number.isInteger(stock) || stock < 0) return undefined;
  return {
    name: text('name'),
    description: text('description'),
    price,
    category: text('category') as Category,
    sareeType: (text('sareeType') as SareeType | '') || null,
    stock,
    sizes: list(text('sizes')),
    tags: list(text('tags')),
    images,
  };
}
