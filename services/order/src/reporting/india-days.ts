const DAY_MS = 86_400_000;
export const INDIA_OFFSET = '+05:30';
const INDIA_OFFSET_MS = 5.5 * 3_600_000;

export const toIndiaDay = (time: Date): string => new Date(time.getTime() + INDIA_OFFSET_MS).toISOString().slice(0, 10);

/** Returns the last `count` dates in IST, oldest first. */
export const lastIndiaDays = (now: Date, count: number): string[] =>
  Array.from({ length: count }, (_none, index) => toIndiaDay(new Date(now.getTime() - (count - 1 - index) * DAY_MS)));

/** Returns the range of times of a date in IST. */
export function timesOfIndiaDay(day: string): { $gte: Date; $lt: Date } {
  const start = new Date(`${day}T00:00:00${INDIA_OFFSET}`);
  return { $gte: start, $lt: new Date(start.getTime() + DAY_MS) };
}
