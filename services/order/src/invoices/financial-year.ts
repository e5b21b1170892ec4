import { startOfIndianDay, toIndianDay } from '@rangavalli/contracts/india-time';

/** Returns the financial year of a time, from 1 April in IST: `2627` from April 2026 to March 2027. */
export function financialYearOf(time: Date): string {
  const [year = 0, month = 0] = toIndianDay(time).split('-').map(Number);
  const first = month >= 4 ? year : year - 1;
  return `${String(first).slice(2)}${String(first + 1).slice(2)}`;
}

/** Returns the range of times of a month in IST. @param month `2026-11` */
export function timesOfIndiaMonth(month: string): { $gte: Date; $lt: Date } {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
  const startOf = (one: string): Date => startOfIndianDay(`${one}-01`);
  return { $gte: startOf(month), $lt: startOf(next) };
}
