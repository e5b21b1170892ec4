import type { Product } from '@rangavalli/contracts/entities/product';
import { unitPriceAt } from '@rangavalli/contracts/sale';

/** Returns what a unit costs now, in rupees. */
export const currentPrice = ({ price, sale }: Pick<Product, 'price' | 'sale'>): number =>
  unitPriceAt({ pricePaise: price, sale: sale && { ...sale, pricePaise: sale.price } }, new Date());
