import { LRUCache } from 'lru-cache';
import type { PaymentRecord } from './payment.schema.js';

/** Payments of the last moments, whose verify call and webhook are still to come. */
const MAX_PAYMENTS = 1_000;

/**
 * Payments as this process last read or wrote them, by Razorpay order: saves two reads per checkout. Old entries are
 * safe to use: owner and amount never change, captures are only added, and every write is guarded.
 */
export class PaymentCache {
  private readonly entries = new LRUCache<string, PaymentRecord>({ max: MAX_PAYMENTS });

  get(razorpayOrderId: string): PaymentRecord | undefined {
    return this.entries.get(razorpayOrderId);
  }

  keep<T extends PaymentRecord | null>(payment: T): T {
    if (payment) this.entries.set(payment.razorpayOrderId, payment);
    return payment;
  }
}
