// No zod: runs in browsers.

/** Instants, ISO 8601 in JSON. */
interface SalePeriod {
  /** Included; always since, when missing. */
  from?: Date | string | undefined;
  /** Excluded; without an end, when missing. */
  until?: Date | string | undefined;
}

const isRunning = ({ from, until }: SalePeriod, at: Date): boolean =>
  (!from || new Date(from) <= at) && (!until || at < new Date(until));

/** Returns the price of a unit at a moment, in paise. */
export const unitPriceAt = (
  { pricePaise, sale }: { pricePaise: number; sale?: (SalePeriod & { pricePaise: number }) | undefined },
  at: Date,
): number => (sale && isRunning(sale, at) ? Math.min(pricePaise, sale.pricePaise) : pricePaise);

/** Returns when the price changes next, undefined for never again. */
export const nextPriceChange = ({ from, until }: SalePeriod, after: Date): Date | undefined =>
  [from, until].flatMap((moment) => (moment ? [new Date(moment)] : [])).find((moment) => moment > after);
