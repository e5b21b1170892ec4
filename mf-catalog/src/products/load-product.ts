import type { Product } from '@rangavalli/contracts/entities/product';
import { call } from '@rangavalli/web-kit/data/api';
import { prefetchQuery } from '@rangavalli/web-kit/data/prefetch';

export const productKey = (id: string): string => `product ${id}`;

export const loadProduct = async (id: string, signal?: AbortSignal): Promise<Product> =>
  (await call('GET /products/getOne/{id}', { params: { id } }, { signal })).product;

/** Loads the data of a product page that is about to be opened. */
export const prefetchProduct = (id: string): void => prefetchQuery(productKey(id), () => loadProduct(id));
