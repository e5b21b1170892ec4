import type { Category } from '@rangavalli/contracts/entities/product';
import type { TaxClass } from '@rangavalli/contracts/product-tax';
import type { QuotedLine } from '@rangavalli/contracts/entities/quote';
import { roundedShare } from './apportion.js';
import type { PricingSettings, TaxRate } from './pricing-settings.js';

type LineTax = Pick<QuotedLine, 'hsn' | 'taxBasisPoints' | 'taxablePaise' | 'cgstPaise' | 'sgstPaise' | 'igstPaise'>;

interface TaxedLine {
  category: Category;
  fabric?: string | undefined;
  /** The product's own; by category when missing. */
  hsn?: string | undefined;
  taxClass?: TaxClass | undefined;
  quantity: number;
  /** The goods after offers; their value per unit decides the rate. */
  netPaise: number;
  /** The goods with their shares of shipping and fee, which are taxed like them (composite supply). */
  amountPaise: number;
}

/** Splits the tax out of an inclusive amount: taxable value and taxes add up to it. CGST equals SGST to the paisa. */
export function taxLine(line: TaxedLine, isWithinState: boolean, settings: PricingSettings): LineTax {
  const { amountPaise } = line;
  const byCategory = settings.taxOfCategories[line.category];
  const taxClass = line.taxClass ?? byCategory.taxClass;
  const rate = rateOf(settings.taxRates[taxClass], line);
  const tariff = {
    hsn: line.hsn ?? ((taxClass === 'fabric' && hsnOfFabric(line.fabric, settings)) || byCategory.hsn),
    taxBasisPoints: rate,
  };
  return { ...tariff, ...splitTax(amountPaise, rate, isWithinState) };
}

type TaxSplit = Omit<LineTax, 'hsn' | 'taxBasisPoints'>;

/** @param rate basis points */
export function splitTax(amountPaise: number, rate: number, isWithinState: boolean): TaxSplit {
  if (isWithinState) {
    const half = roundedShare(amountPaise, rate, 2 * (10_000 + rate));
    return { taxablePaise: amountPaise - 2 * half, cgstPaise: half, sgstPaise: half, igstPaise: 0 };
  }
  const igstPaise = roundedShare(amountPaise, rate, 10_000 + rate);
  return { taxablePaise: amountPaise - igstPaise, cgstPaise: 0, sgstPaise: 0, igstPaise };
}

/** The limit is a value per unit without tax: a unit below it at the lower rate has the lower rate. */
function rateOf({ basisPoints, above }: TaxRate, { netPaise, quantity }: TaxedLine): number {
  if (!above || netPaise * 10_000 <= above.limitPaise * (10_000 + basisPoints) * quantity) return basisPoints;
  return above.basisPoints;
}

function hsnOfFabric(fabric: string | undefined, { hsnOfFabrics }: PricingSettings): string | undefined {
  const text = fabric?.toLowerCase() ?? '';
  return Object.entries(hsnOfFabrics).find(([word]) => text.includes(word))?.[1];
}
