const inIndia = (at: string | Date): string => new Date(new Date(at).getTime() + 5.5 * 3_600_000).toISOString();

/** `YYYY-MM-DD HH:mm:ss` in India. */
export const indianTime = (at: string | Date): string => inIndia(at).slice(0, 19).replace('T', ' ');

/** `DD MM YYYY HH:mm:ss` in India, as in Shiprocket's webhooks. */
export function indianClock(at: string | Date): string {
  const [date = '', time = ''] = indianTime(at).split(' ');
  return `${date.split('-').toReversed().join(' ')} ${time}`;
}

/** Delhivery's times: India, without an offset. */
export const localTime = (at: string | Date): string => inIndia(at).slice(0, 23);
