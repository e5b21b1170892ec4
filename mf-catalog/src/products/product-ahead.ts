import type { Product } from '@rangavalli/contracts/entities/product';
import { prefetchQuery } from '@rangavalli/web-kit/data/prefetch';
import { call } from '@rangavalli/web-kit/data/api';

/** Names what a product's page asks for. */
export const productKey = (id: string): string => `product ${id}`;

/** What a product's page asks for. */
export const loadProduct = async (id: string, signal?: AbortSignal): Promise<Product> =>
  (await call('GET /products/getOne/{id}', { params: { id } }, { signal })).product;

/** Asks for it as soon as somebody is about to open the page. */
export const askProductAhead = (id: string): void => prefetchQuery(productKey(id), () => loadProduct(id));
