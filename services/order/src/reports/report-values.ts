import { toIndianDay } from '@rangavalli/contracts/india-time';
import { paiseToRupees } from '@rangavalli/service-kit/money';

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Returns a date in IST as the GST offline tool reads it: `23-Nov-2026`. */
export function formatReportDate(time: Date | string): string {
  const [year, month, day] = toIndianDay(new Date(time)).split('-');
  return `${day}-${months[Number(month) - 1]}-${year}`;
}

export const toRupees = paiseToRupees;
