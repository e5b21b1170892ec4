// Times of the shop, which are in IST on every device. Instants are ISO 8601, UTC.
import { INDIA_OFFSET, toIndianClock } from '@rangavalli/contracts/india-time';

const MINUTES = 'YYYY-MM-DDThh:mm'.length;
const timeZone = 'Asia/Kolkata';
const day = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone });
const dayAndTime = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short', timeZone });

/** Returns an instant as the value of a `datetime-local` field. */
export const toIndianTime = (instant: string | undefined): string | undefined =>
  instant && toIndianClock(new Date(instant)).slice(0, MINUTES);

/** Returns the instant of a value of a `datetime-local` field. */
export const fromIndianTime = (text: string): string => new Date(`${text}${INDIA_OFFSET}`).toISOString();

/** Returns the start or the end of a period, as a day where the period has all of it: midnight ends the day before. */
export function formatPeriodTime(instant: string, which: 'start' | 'end'): string {
  const time = which === 'start' ? instant : new Date(Date.parse(instant) - 1).toISOString();
  const isWholeDay = toIndianTime(time)?.endsWith(which === 'start' ? 'T00:00' : 'T23:59');
  return isWholeDay ? day.format(new Date(time)) : dayAndTime.format(new Date(instant));
}
