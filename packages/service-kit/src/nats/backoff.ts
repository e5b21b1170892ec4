const delaysMs = [500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000, 60_000];

/** An event that failed this often goes to the dead letters: after about seven minutes. */
export const MAX_ATTEMPTS = 12;

/** How long to wait before the next attempt, ms. `attempt` counts from 1. */
export const retryDelayMs = (attempt: number): number => delaysMs[Math.min(attempt, delaysMs.length) - 1] ?? 60_000;
