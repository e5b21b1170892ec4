import type { MethodOffer } from '@rangavalli/contracts/entities/cash';

export type Method = 'online' | 'cod';

/** What the customer pays by a method, as the server quotes it. Rupees. */
export interface MethodPrice {
  fee: number;
  total: number;
}

/** Returns the prices of a method that may be used; undefined for one that may not. */
export function priceOf(offers: readonly MethodOffer[] | undefined, method: Method): MethodPrice | undefined {
  const offer = offers?.find((one) => one.method === method);
  return offer?.isAvailable ? { fee: offer.fee, total: offer.totalAmount } : undefined;
}

const PIN = /^[1-9]\d{5}$/;

/** Returns a complete PIN code. */
export const pinOf = (text: string): string | undefined => {
  const digits = text.replaceAll(/\s/g, '');
  return PIN.test(digits) ? digits : undefined;
};
