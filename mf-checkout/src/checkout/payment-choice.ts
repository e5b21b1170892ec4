import type { MethodOffer } from '@rangavalli/contracts/entities/cash';
import type { PaymentMethod } from '@rangavalli/contracts/payment-methods';

export type Method = PaymentMethod;

/** What the customer pays by a method, as the server quotes it. Rupees. */
export interface MethodPrice {
  fee: number;
  total: number;
  /** Of the total: store credit, and what the courier collects. */
  credit: number;
  dueOnDelivery: number;
  /** What is paid online. */
  payNow: number;
  /** Of the quote of these sums. */
  quoteHash?: string;
}

/** Returns the prices of a method that may be used; undefined for one that may not. */
export function priceOf(offers: readonly MethodOffer[] | undefined, method: Method): MethodPrice | undefined {
  const offer = offers?.find((one) => one.method === method);
  if (!offer?.isAvailable) return undefined;
  const { fee, totalAmount: total, creditAmount: credit = 0, dueOnDelivery = method === 'cod' ? total : 0 } = offer;
  const payNow = offer.payNow ?? total - credit - dueOnDelivery;
  return { fee, total, credit, dueOnDelivery, payNow, ...(offer.quoteHash ? { quoteHash: offer.quoteHash } : {}) };
}

const PIN = /^[1-9]\d{5}$/;

/** Returns a complete PIN code. */
export const pinOf = (text: string): string | undefined => {
  const digits = text.replaceAll(/\s/g, '');
  return PIN.test(digits) ? digits : undefined;
};
