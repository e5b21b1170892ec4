import { call } from '@rangavalli/web-kit/data/api';
import { currentPrice } from '@rangavalli/web-kit/format/price';

/** What the promotion with the claim leads to. With a filter it does not count among the searches of shoppers. */
const query = { q: 'festive saree', inStock: true, limit: 8 };

/** Returns the greatest reduction that a sale gives now to one of the first such products, whole percent. */
export async function loadGreatestReduction(): Promise<number> {
  const { products } = await call('GET /products/getAll', { query });
  const percents = products.map((product) =>
    product.price > 0 ? Math.floor((1 - currentPrice(product) / product.price) * 100) : 0,
  );
  return Math.max(0, ...percents);
}
