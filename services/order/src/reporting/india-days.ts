import { startOfIndianDay, toIndianDay } from '@rangavalli/contracts/india-time';

const DAY_MS = 86_400_000;

/** Returns the last `count` dates in IST, oldest first. */
export const lastIndiaDays = (now: Date, count: number): string[] =>
  Array.from({ length: count }, (_none, index) => toIndianDay(new Date(now.getTime() - (count - 1 - index) * DAY_MS)));

/** Returns the range of times of a date in IST. */
export function timesOfIndiaDay(day: string): { $gte: Date; $lt: Date } {
  const start = startOfIndianDay(day);
  return { $gte: start, $lt: new Date(start.getTime() + DAY_MS) };
}
