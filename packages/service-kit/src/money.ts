import type { CatalogProduct } from '@rangavalli/contracts/commands/lines';
import type { Product } from '@rangavalli/contracts/entities/product';

export const rupeesToPaise = (rupees: number): number => Math.round(rupees * 100);

export const paiseToRupees = (paise: number): number => paise / 100;

/** Converts a product of a command into one of the HTTP calls. */
export const productInRupees = ({ pricePaise, sale, ...product }: CatalogProduct): Product => ({
  ...product,
  price: paiseToRupees(pricePaise),
  ...(sale ? { sale: { price: paiseToRupees(sale.pricePaise), from: sale.from, until: sale.until } } : {}),
});

const format = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  trailingZeroDisplay: 'stripIfInteger',
});

export const formatPaise = (paise: number): string => format.format(paiseToRupees(paise));
