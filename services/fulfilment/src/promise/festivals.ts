import type { DeliverySettings } from '@rangavalli/contracts/entities/delivery';
import { daysBetween } from './delivery-dates.js';

/** Shoppers plan for a festival so many days ahead. */
const FESTIVAL_DAYS = 45;

type Festival = DeliverySettings['festivals'][number];

/**
 * Returns the next festival within 45 days, if what arrives by `to` arrives before its day; undefined otherwise, also
 * when a later one would be met.
 */
export function festivalMet(festivals: readonly Festival[], today: string, to: string): Festival | undefined {
  const next = festivals
    .filter(({ date }) => date > today && daysBetween(today, date) <= FESTIVAL_DAYS)
    .toSorted((a, b) => a.date.localeCompare(b.date))[0];
  return next && to < next.date ? next : undefined;
}
