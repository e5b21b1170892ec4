import { INDIA_OFFSET_MS } from '@rangavalli/contracts/india-time';

/** Returns a time a calendar month later in IST; the end of the month when it does not have that day. */
export function addMonth(time: Date): Date {
  const clock = new Date(time.getTime() + INDIA_OFFSET_MS);
  const [year, month] = [clock.getUTCFullYear(), clock.getUTCMonth()];
  const last = Date.UTC(year, month + 2) - 1;
  return new Date(Math.min(clock.setUTCMonth(month + 1), last) - INDIA_OFFSET_MS);
}

/** Returns the time of which everything before it is over a month ago: `addMonth(x) < now` when x is less than it. */
export function subtractMonth(now: Date): Date {
  const clock = new Date(now.getTime() + INDIA_OFFSET_MS);
  const [year, month] = [clock.getUTCFullYear(), clock.getUTCMonth()];
  const first = Date.UTC(year, month);
  return new Date(Math.min(clock.setUTCMonth(month - 1), first) - INDIA_OFFSET_MS);
}
