import type { Product } from '@rangavalli/contracts/entities/product';
import { fromIndianTime } from '@rangavalli/web-kit/format/india-time';
import { messages } from './messages.js';

type TextOf = (name: string) => string;

export function validateSale(text: TextOf): Record<string, string> {
  const [price, from, until] = [text('sale.price'), text('sale.from'), text('sale.until')];
  const isPriceValid = price ? Number(price) > 0 : !from && !until;
  return {
    ...(isPriceValid ? {} : { 'sale.price': messages.enterSalePrice }),
    ...(from && until && until <= from ? { 'sale.until': messages.enterLaterTime } : {}),
  };
}

/** Returns `null`, which removes the sale, for an empty price. */
export function readSale(text: TextOf): NonNullable<Product['sale']> | null {
  const [price, from, until] = [text('sale.price'), text('sale.from'), text('sale.until')];
  if (!price) return null;
  return {
    price: Number(price),
    ...(from ? { from: fromIndianTime(from) } : {}),
    ...(until ? { until: fromIndianTime(until) } : {}),
  };
}
