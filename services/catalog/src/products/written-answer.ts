import type { WrittenProduct } from './written-products.js';

const comma = Buffer.from(',');
const productBegins = Buffer.from('{"success":true,"product":');
const productsBegin = Buffer.from('{"success":true,"products":[');
const end = Buffer.from('}');

/** The answer that shows one product. */
export const oneProduct = ({ text }: WrittenProduct): Buffer => Buffer.concat([productBegins, text, end]);

/** An answer with some products and what stands beside them, of which there is something. */
export function someProducts(products: readonly WrittenProduct[], beside: object): Buffer {
  const parts: Buffer[] = [productsBegin];
  for (const [at, { text }] of products.entries()) {
    if (at > 0) parts.push(comma);
    parts.push(text);
  }
  // `{"total":…}` goes on behind the list.
  parts.push(Buffer.from(`],${JSON.stringify(beside).slice(1)}`));
  return Buffer.concat(parts);
}
