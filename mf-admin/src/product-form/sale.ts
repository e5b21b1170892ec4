import type { Product } from '@rangavalli/contracts/entities/product';
import { messages } from './messages.js';

const INDIA_OFFSET_MS = 5.5 * 3_600_000;

type TextOf = (name: string) => string;

/** Returns an instant as the value of a `datetime-local` field, in IST. */
export const toIndianTime = (instant: string | undefined): string | undefined =>
  instant && new Date(Date.parse(instant) + INDIA_OFFSET_MS).toISOString().slice(0, 16);

const toInstant = (indianTime: string): string => new Date(`${indianTime}+05:30`).toISOString();

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
    ...(from ? { from: toInstant(from) } : {}),
    ...(until ? { until: toInstant(until) } : {}),
  };
}
