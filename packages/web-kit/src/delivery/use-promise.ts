import type { DeliveryPromise } from '@rangavalli/contracts/entities/delivery';
import { call } from '../data/api.js';
import { type Query, useQuery } from '../data/query.js';

export interface DeliveryItem {
  productId: string;
  quantity: number;
  /** That personalisation adds. */
  extraDays?: number;
}

/**
 * Loads when items arrive together at a PIN code, or without one at the shop's own. `false` loads nothing, as do no
 * items.
 */
export function usePromise(
  items: readonly DeliveryItem[],
  pincode: string | undefined | false,
): Query<DeliveryPromise> {
  const query = {
    ...(pincode ? { pincode } : {}),
    productId: items.map(({ productId }) => productId),
    quantity: items.map(({ quantity }) => String(quantity)),
    extraDays: items.map(({ extraDays = 0 }) => String(extraDays)),
  };
  return useQuery(
    pincode === false || items.length === 0 ? undefined : `promise ${JSON.stringify(query)}`,
    async (signal) => (await call('GET /delivery/promise', { query }, { signal })).promise,
    { onServer: false },
  );
}
