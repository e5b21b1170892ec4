import { INDIA_OFFSET_MS } from '@rangavalli/contracts/india-time';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;

export interface QuietHours {
  isOn: boolean;
  /** `21:00`, in IST; `from` after `to` spans midnight. */
  from: string;
  to: string;
}

export const defaultQuietHours: QuietHours = { isOn: true, from: '21:00', to: '08:00' };

/** Returns when quiet hours that have started end; undefined outside of them. */
export function endOfQuietHours({ isOn, from, to }: QuietHours, now: Date): Date | undefined {
  const [start, end] = [minutesOf(from), minutesOf(to)];
  if (!isOn || start === end) return undefined;
  const minute = Math.floor((now.getTime() + INDIA_OFFSET_MS) / MINUTE_MS) % DAY_MINUTES;
  const isQuiet = start < end ? minute >= start && minute < end : minute >= start || minute < end;
  if (!isQuiet) return undefined;
  const startOfMinute = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
  return new Date(startOfMinute + ((end - minute + DAY_MINUTES) % DAY_MINUTES) * MINUTE_MS);
}

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
}
