import { brand } from '@rangavalli/contracts/brand';
import { formatPaise, rupeesToPaise } from '@rangavalli/service-kit/money';
import type { CatalogProduct } from './catalog-products.js';
import type { StockAlertRecord } from './stock-alert.schema.js';

/**
 * The letter that says that something can be bought again, in plain text.
 * @param product its price in rupees
 * @param storefront the store's address, for the link to the product
 */
export function stockLetter(
  { size, name }: Pick<StockAlertRecord, 'size' | 'name'>,
  product: Pick<CatalogProduct, '_id' | 'name' | 'price'>,
  storefront?: string,
): { subject: string; text: string } {
  const what = `${product.name}${size ? `, size ${size}` : ''}`;
  const text = [
    `Namaste${name ? ` ${name}` : ''},`,
    '',
    `you asked us to tell you, and here it is: this can be bought again.`,
    '',
    `  ${what}`,
    `  ${formatPaise(rupeesToPaise(product.price))}`,
    ...(storefront ? ['', `See it here: ${new URL(`/product/${product._id}`, storefront).href}`] : []),
    '',
    `We may have only a few pieces, and we cannot put one aside for you. Should it be gone again when you come, ask us once more on its page.`,
    '',
    `This was the one letter about it. You are on no list, and we no longer keep your address for it.`,
    '',
    `With warm regards from Hyderabad,`,
    brand.name,
    brand.tagline,
    '',
    `${brand.legalName}, ${brand.address.join(', ')}`,
    '',
  ];
  return { subject: `Back at ${brand.name}: ${what}`, text: text.join('\n') };
}
