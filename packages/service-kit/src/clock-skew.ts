/** Allowed between the clocks of two machines. */
export const CLOCK_SKEW_MS = 5_000;
