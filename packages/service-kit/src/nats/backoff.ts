const delaysMs = [500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000, 60_000];

/** After this many deliveries, about seven minutes, an event moves to the dead-letter stream. */
export const MAX_ATTEMPTS = 12;

/** Returns the delay before the next delivery, ms. @param attempt counts from 1 */
export const retryDelayMs = (attempt: number): number => delaysMs[Math.min(attempt, delaysMs.length) - 1] ?? 60_000;
