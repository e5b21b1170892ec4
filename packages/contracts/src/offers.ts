/** A reduction that the shop may advertise. */
export interface Offer {
  /** Of the price of at least one product, in whole percent. */
  maxPercent: number;
}

/** Returns the offers that run now. Products have no reduced prices yet: none. */
export const runningOffers = (): readonly Offer[] => [];
