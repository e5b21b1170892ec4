// The gateway rewrites $dateTrunc, which is wrong in the engine. Compared with the calendar of Intl.
import { databaseFor } from './against.js';

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const COUNT = 3000;
/** 7.3 hours apart, which covers every hour of the day and every day of the year. */
const STEP_MS = 7.3 * 3_600_000;

function calendar(timeZone: string): (moment: Date) => string {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  return (moment) => format.format(moment).replace(', ', 'T');
}

/** Returns the first day of the unit that contains a local day. */
function startOf(unit: string, day: string, startOfWeek: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const text = (y: number, m: number, d: number): string =>
    `${y}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`;
  if (unit === 'week') {
    const back =
      (new Date(Date.UTC(year, month - 1, date)).getUTCDay() -
        DAYS.findIndex((name) => name.startsWith(startOfWeek)) +
        7) %
      7;
    const start = new Date(Date.UTC(year, month - 1, date - back));
    return text(start.getUTCFullYear(), start.getUTCMonth() + 1, start.getUTCDate());
  }
  if (unit === 'day') return day;
  if (unit === 'month') return text(year, month, 1);
  return unit === 'quarter' ? text(year, Math.floor((month - 1) / 3) * 3 + 1, 1) : text(year, 1, 1);
}

describe('$dateTrunc', () => {
  const database = databaseFor('datetrunc');
  const units = ['day', 'week/monday', 'week/sunday', 'week/wed', 'month', 'quarter', 'year'];
  const zones = ['UTC', 'Asia/Kolkata', 'Europe/Berlin', 'America/New_York'];

  beforeAll(async () => {
    await database()
      .collection<{ _id: number; at: Date }>('moments')
      .insertMany(
        Array.from({ length: COUNT }, (_, i) => ({ _id: i, at: new Date(Date.UTC(2023, 0, 1) + i * STEP_MS) })),
      );
  });

  it.each(zones.flatMap((zone) => units.map((unit) => [unit, zone] as const)))(
    'gives the start of the %s in %s',
    async (spec, timezone) => {
      const [unit = '', startOfWeek = ''] = spec.split('/');
      const truncated = { $dateTrunc: { date: '$at', unit, timezone, ...(startOfWeek ? { startOfWeek } : {}) } };
      const rows = await database()
        .collection('moments')
        .aggregate<{ at: Date; start: Date }>([{ $project: { at: 1, start: truncated } }])
        .toArray();
      const local = calendar(timezone);
      const wrong = rows.filter(
        ({ at, start }) => local(start) !== `${startOf(unit, local(at).slice(0, 10), startOfWeek)}T00:00`,
      );
      expect(rows).toHaveLength(COUNT);
      expect(wrong).toEqual([]);
    },
  );
});
