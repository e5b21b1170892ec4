import { INDIA_OFFSET_MS } from '@rangavalli/contracts/india-time';

const MONTHS = 12;

/** Returns the end of the day in India twelve months after. What is granted on one day expires together. */
export function creditExpiry(from: Date): Date {
  const india = new Date(from.getTime() + INDIA_OFFSET_MS);
  const endOfDay = Date.UTC(india.getUTCFullYear(), india.getUTCMonth() + MONTHS, india.getUTCDate() + 1);
  return new Date(endOfDay - INDIA_OFFSET_MS);
}
