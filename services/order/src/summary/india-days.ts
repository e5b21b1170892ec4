const DAY_MS = 86_400_000;

/** India's only offset from UTC, as the database takes it; India has no clock changes. */
export const INDIA = '+05:30';
const INDIA_MS = 5.5 * 3_600_000;

/** The day of India in which a moment lies: `2026-01-15`. */
export const indiaDay = (moment: Date): string => new Date(moment.getTime() + INDIA_MS).toISOString().slice(0, 10);

/**
 * The last `count` days of India, oldest first, the one of `now` last.
 * @returns their names, and the moment (UTC) at which the first of them began
 */
export function lastIndiaDays(now: Date, count: number): { days: string[]; since: Date } {
  const days = Array.from({ length: count }, (_none, index) =>
    indiaDay(new Date(now.getTime() - (count - 1 - index) * DAY_MS)),
  );
  return { days, since: new Date(`${days[0] ?? indiaDay(now)}T00:00:00${INDIA}`) };
}
