const delaysMs = [500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000, 60_000];

/** About seven minutes. */
export const MAX_ATTEMPTS = 12;

/** `attempt` counts from 1. */
export const retryDelayMs = (attempt: number): number => delaysMs[Math.min(attempt, delaysMs.length) - 1] ?? 60_000;
