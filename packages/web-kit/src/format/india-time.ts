// Times of the shop, which are in IST on every device. Instants are ISO 8601, UTC.

const INDIA_OFFSET_MS = 5.5 * 3_600_000;
const MINUTES = 'YYYY-MM-DDThh:mm'.length;
const timeZone = 'Asia/Kolkata';
const day = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone });
const dayAndTime = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short', timeZone });

/** Returns an instant as the value of a `datetime-local` field. */
export const toIndianTime = (instant: string | undefined): string | undefined =>
  instant && new Date(Date.parse(instant) + INDIA_OFFSET_MS).toISOString().slice(0, MINUTES);

/** Returns the instant of a value of a `datetime-local` field. */
export const fromIndianTime = (text: string): string => new Date(`${text}+05:30`).toISOString();

/** Returns the start or the end of a period, as a day where the period has all of it: midnight ends the day before. */
export function formatPeriodTime(instant: string, which: 'start' | 'end'): string {
  const time = which === 'start' ? instant : new Date(Date.parse(instant) - 1).toISOString();
  const isWholeDay = toIndianTime(time)?.endsWith(which === 'start' ? 'T00:00' : 'T23:59');
  return isWholeDay ? day.format(new Date(time)) : dayAndTime.format(new Date(instant));
}
