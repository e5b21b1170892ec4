import type { Product } from '@rangavalli/contracts/entities/product';

/** How tags and searches are compared: letter case, hyphens and repeated spaces make no difference. */
const plain = (text: string): string => text.toLowerCase().replaceAll(/[\s_-]+/g, ' ').trim();

/** Whether a product carries a tag. */
export const hasTag = (product: Product, tag: string): boolean => product.tags.some((own) => plain(own) === plain(tag));

/** Whether every word of a search occurs in what is written about a product. An empty search finds nothing. */
export function matchesSearch(product: Product, search: string): boolean {
  const { name, description, category, sareeType, tags, fabric, weave, colour, occasion } = product;
  const text = plain([name, description, category, sareeType, fabric, weave, colour, occasion, ...tags].filter(Boolean).join(' '));
  const words = plain(search).split(' ').filter(Boolean);
  return words.length > 0 && words.every((word) => text.includes(word));
}
