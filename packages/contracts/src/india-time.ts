// Days of the shop are in IST, which has no summer time, on every server and device. No zod: runs in browsers.

export const INDIA_OFFSET = '+05:30';
export const INDIA_OFFSET_MS = 5.5 * 3_600_000;

/** Returns day and time in India, as an ISO date without an offset. */
export const toIndianClock = (time: Date): string =>
  new Date(time.getTime() + INDIA_OFFSET_MS).toISOString().slice(0, -1);

/** Returns the day in India, as `YYYY-MM-DD`. */
export const toIndianDay = (time: Date): string => toIndianClock(time).slice(0, 10);

/** Returns midnight in India, with which a day (`YYYY-MM-DD`) begins. */
export const startOfIndianDay = (day: string): Date => new Date(`${day}T00:00:00${INDIA_OFFSET}`);
