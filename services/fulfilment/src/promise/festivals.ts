import type { DeliverySettings } from '@rangavalli/contracts/entities/delivery';
import { FESTIVAL_DAYS } from '@rangavalli/contracts/festivals';
import { type Calendar, daysBetween, deliveryDates, type DeliveryTime } from './delivery-dates.js';

/** As long as products can have it. */
const MAX_HANDLING_DAYS = 60;

type Festival = DeliverySettings['festivals'][number];

/** Returns the next festival within 60 days. */
export const nextFestival = (festivals: readonly Festival[], today: string): Festival | undefined =>
  festivals
    .filter(({ date }) => date > today && daysBetween(today, date) <= FESTIVAL_DAYS)
    .toSorted((a, b) => a.date.localeCompare(b.date))[0];

/**
 * Returns the next festival within 60 days, if what arrives by `to` arrives before its day; undefined otherwise, also
 * when a later one would be met.
 */
export function festivalMet(festivals: readonly Festival[], today: string, to: string): Festival | undefined {
  const next = nextFestival(festivals, today);
  return next && to < next.date ? next : undefined;
}

/** Returns the date of the next festival of a name, or of an ISO date itself; undefined for an unknown name. */
export function festivalDate(festivals: readonly Festival[], today: string, before: string): string | undefined {
  if (/^\d{4}-\d\d-\d\d$/.test(before)) return Number.isNaN(Date.parse(before)) ? undefined : before;
  const name = before.trim().toLowerCase();
  return festivals
    .filter(({ date, name: own }) => date > today && own.toLowerCase() === name)
    .toSorted((a, b) => a.date.localeCompare(b.date))[0]?.date;
}

/**
 * Returns the longest handling, in working days, with which an order arrives before a date; -1 if none does. The same
 * dates as in the promise, so that the cut-off hour and holidays count.
 */
export function maxHandlingDays(
  before: string,
  { orderedAt, courierDays }: Omit<DeliveryTime, 'handlingDays'>,
  calendar: Calendar,
): number {
  const arrives = (handlingDays: number) => deliveryDates({ orderedAt, handlingDays, courierDays }, calendar).to;
  // Longer handling never arrives earlier.
  let [low, high] = [-1, MAX_HANDLING_DAYS];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (arrives(middle) < before) low = middle;
    else high = middle - 1;
  }
  return low;
}
