import type { DeliveryTerms } from '@rangavalli/contracts/entities/delivery';
import type { Product } from '@rangavalli/contracts/entities/product';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { storedPin } from '@rangavalli/web-kit/delivery/delivery-pin';

/**
 * Loads which handling days arrive before the next festival, at the PIN code that this browser stores, else at the
 * shop's own. Undefined on the server and when it cannot be loaded.
 */
export function useDeliveryTerms(pincode = storedPin()): DeliveryTerms | undefined {
  const { data } = useQuery(
    `delivery terms ${pincode ?? ''}`,
    (signal) => call('GET /delivery/terms', { query: { pincode } }, { signal }),
    { onServer: false },
  );
  return data?.terms;
}

/** Whether an order of now arrives before the festival of the terms. */
export function arrivesInTime(
  { category, stock, handlingDays, personalisationFields = [] }: Product,
  { festival, handlingDays: byCategory }: DeliveryTerms,
): boolean {
  const extra = Math.max(0, ...personalisationFields.map((field) => (field.required ? (field.extraDays ?? 0) : 0)));
  return (
    festival !== undefined && stock > 0 && (handlingDays ?? byCategory[category]) + extra <= festival.maxHandlingDays
  );
}
