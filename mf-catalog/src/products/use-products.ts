import type { Product } from '@rangavalli/contracts/entities/product';
import { call } from '@rangavalli/web-kit/api';
import { useQuery, type Query } from '@rangavalli/web-kit/query';

/** All products: collection pages load them all and filter on the client (specification §2). */
export const useProducts = (): Query<Product[]> =>
  useQuery('products', async (signal) => (await call('GET /products/getAll', {}, { signal })).products);
