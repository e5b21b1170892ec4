import { INDIA_OFFSET_MS } from '@rangavalli/contracts/india-time';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

export interface Calendar {
  /** Hour in India from which orders count from the next working day. */
  cutoffHour: number;
  /** ISO dates on which neither shop nor couriers work, beside Sundays. */
  holidays: ReadonlySet<string>;
}

export interface DeliveryTime {
  orderedAt: Date;
  /** Working days until dispatch. */
  handlingDays: number;
  /** Working days from dispatch to delivery. */
  courierDays: { from: number; to: number };
}

/** Returns the number of days from one ISO date to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/**
 * Returns the first and the last ISO date on which an order arrives. It counts from its day, or from the next one
 * after the cut-off; days without work are skipped, also by couriers.
 */
export function deliveryDates(
  { orderedAt, handlingDays, courierDays }: DeliveryTime,
  calendar: Calendar,
): { from: string; to: string } {
  const local = orderedAt.getTime() + INDIA_OFFSET_MS;
  const isLate = (local % DAY_MS) / HOUR_MS >= calendar.cutoffHour;
  const start = addWorkingDays(toDate(isLate ? local + DAY_MS : local), 0, calendar);
  const dispatched = addWorkingDays(start, handlingDays, calendar);
  return {
    from: addWorkingDays(dispatched, courierDays.from, calendar),
    to: addWorkingDays(dispatched, courierDays.to, calendar),
  };
}

/** Returns the ISO date on which a parcel leaves that arrives on `arrival`. @param courierDays working days */
export function dispatchDate(arrival: string, courierDays: number, calendar: Pick<Calendar, 'holidays'>): string {
  let left = courierDays;
  for (let time = Date.parse(arrival); ; time -= DAY_MS) {
    if (!isWorkingDay(time, calendar)) continue;
    if (left === 0) return toDate(time);
    left -= 1;
  }
}

/** With 0 days: the date itself if it is a working day, else the next one. */
function addWorkingDays(date: string, days: number, calendar: Calendar): string {
  let time = Date.parse(date);
  for (let left = days; ; time += DAY_MS) {
    if (!isWorkingDay(time, calendar)) continue;
    if (left === 0) return toDate(time);
    left -= 1;
  }
}

const isWorkingDay = (time: number, { holidays }: Pick<Calendar, 'holidays'>): boolean =>
  new Date(time).getUTCDay() !== 0 && !holidays.has(toDate(time));

const toDate = (time: number): string => new Date(time).toISOString().slice(0, 10);
