/** How the ticks of a chart's money axis stand, in rupees, from 0 up to the chart's top. */
export function ticksUpTo(highest: number, wanted = 4): number[] {
  if (highest <= 0) return [0];
  const rough = highest / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_none, index) => index * step);
}

const compact = new Intl.NumberFormat('en-IN', { notation: 'compact', maximumFractionDigits: 1 });

/** Rupees in few signs, as people in India shorten them: ₹1.2L. */
export const shortRupees = (rupees: number): string => `₹${compact.format(rupees)}`;

const dayAndMonth = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** A calendar day (`2026-01-15`) in few signs: 15 Jan. The reader's own time zone does not move it. */
export const shortDay = (day: string): string => dayAndMonth.format(new Date(`${day}T00:00:00Z`));
