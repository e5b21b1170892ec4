import type { ProductQuery } from '@rangavalli/contracts/entities/product-query';
import { call } from '@rangavalli/web-kit/data/api';
import { currentPrice } from '@rangavalli/web-kit/format/price';

/** Returns the greatest reduction that a sale gives now to one of the first such products, whole percent. */
export async function loadGreatestReduction(filters: Partial<ProductQuery>): Promise<number> {
  const { products } = await call('GET /products/getAll', { query: filters });
  const percents = products.map((product) =>
    product.price > 0 ? Math.floor((1 - currentPrice(product) / product.price) * 100) : 0,
  );
  return Math.max(0, ...percents);
}
