/** Where a band of prices begins, paise. */
export const bands = [0, 1000, 2500, 5000, 10_000, 25_000, 50_000].map((rupees) => rupees * 100);

/** The band that a price is in, by its place in the list. */
export const bandOf = (pricePaise: number): number => bands.findLastIndex((from) => from <= pricePaise);
