import type { ProductInput } from '@rangavalli/contracts/entities/product';
import { nextPriceChange } from '@rangavalli/contracts/sale';
import { AppError } from '@rangavalli/service-kit/app-error';
import { CLOCK_SKEW_MS } from '@rangavalli/service-kit/clock-skew';
import { formatPaise, rupeesToPaise } from '@rangavalli/service-kit/money';
import type { ProductRecord, ProductSale } from '../products/product.schema.js';

/** Returns what is stored of a sale; undefined fields are removed. */
export function saleFields(sale: NonNullable<ProductInput['sale']> | null): {
  sale: ProductSale | undefined;
  nextPriceAt: Date | undefined;
} {
  if (!sale) return { sale: undefined, nextPriceAt: undefined };
  const stored: ProductSale = {
    pricePaise: rupeesToPaise(sale.price),
    ...(sale.from ? { from: new Date(sale.from) } : {}),
    ...(sale.until ? { until: new Date(sale.until) } : {}),
  };
  return { sale: stored, nextPriceAt: nextPriceChange(stored, new Date(Date.now() - CLOCK_SKEW_MS)) };
}

/** Returns the price of a unit before a change, for its event; nothing where the price is the same. */
export const previousPrice = (beforePaise: number, nowPaise: number): { previousPaise?: number } =>
  beforePaise === nowPaise ? {} : { previousPaise: beforePaise };

/** @throws AppError VALIDATION_FAILED for a sale that runs now or later and is not below the price */
export function checkSale({ pricePaise, sale }: Partial<Pick<ProductRecord, 'pricePaise' | 'sale'>>): void {
  if (!sale || sale.pricePaise < (pricePaise ?? 0) || (sale.until && sale.until <= new Date())) return;
  throw new AppError('VALIDATION_FAILED', {
    details: { fields: { 'sale.price': `Enter less than the price, ${formatPaise(pricePaise ?? 0)}` } },
  });
}
