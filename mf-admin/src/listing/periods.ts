import { toIndianDay } from '@rangavalli/contracts/india-time';

/** Days in IST as `YYYY-MM-DD`, both included. */
export interface Period {
  from: string;
  to: string;
}

const DAY_MS = 86_400_000;

const daysBefore = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - count * DAY_MS).toISOString().slice(0, 10);

/** Returns the usual periods that end today or yesterday. */
export function usualPeriods(now = new Date()): Record<'today' | 'yesterday' | 'week' | 'month' | 'thisMonth', Period> {
  const today = toIndianDay(now);
  const yesterday = daysBefore(today, 1);
  return {
    today: { from: today, to: today },
    yesterday: { from: yesterday, to: yesterday },
    week: { from: daysBefore(today, 6), to: today },
    month: { from: daysBefore(today, 29), to: today },
    thisMonth: { from: `${today.slice(0, 8)}01`, to: today },
  };
}
