import { INDIA_OFFSET_MS } from '@rangavalli/contracts/india-time';

const MONTHS = 12;
const GRACE_DAYS = 7;

/** Returns the end of the day in India twelve months after. What is granted on one day expires together. */
export const creditExpiry = (from: Date): Date => endOfDay(from, { months: MONTHS });

/** Returns until when credit that was reserved stays usable after its release, although it expired meanwhile. */
export const releasedExpiry = (from: Date): Date => endOfDay(from, { days: GRACE_DAYS });

/** Returns the end of a day in India, as screens show the last day of credit. */
function endOfDay(from: Date, { months = 0, days = 0 }: { months?: number; days?: number }): Date {
  const india = new Date(from.getTime() + INDIA_OFFSET_MS);
  const end = Date.UTC(india.getUTCFullYear(), india.getUTCMonth() + months, india.getUTCDate() + days + 1);
  return new Date(end - INDIA_OFFSET_MS);
}
