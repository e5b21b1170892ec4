import { INDIA_OFFSET, toIndianClock } from '@rangavalli/contracts/india-time';

/**
 * Reads the clocks of couriers: ISO with or without an offset, `YYYY-MM-DD HH:mm:ss`, and `DD MM YYYY HH:mm:ss`. Times
 * without an offset are Indian. Undefined for anything else.
 */
export function readCourierTime(text: string | undefined): Date | undefined {
  if (!text) return undefined;
  const trimmed = text.trim();
  const indian = /^(\d{2})[ /-](\d{2})[ /-](\d{4})[ T](\d{2}:\d{2}(?::\d{2})?)$/.exec(trimmed);
  const iso = indian
    ? `${indian[3]}-${indian[2]}-${indian[1]}T${indian[4]}`
    : trimmed.replace(/^(\d{4}-\d{2}-\d{2}) (\d)/, '$1T$2');
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(iso)) return undefined;
  const time = new Date(/(?:Z|[+-]\d{2}:?\d{2})$/.test(iso) ? iso : `${iso}${INDIA_OFFSET}`);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/** Returns a time as `YYYY-MM-DD HH:mm` in India. */
export function formatIndianTime(at: Date): string {
  return toIndianClock(at).slice(0, 16).replace('T', ' ');
}
