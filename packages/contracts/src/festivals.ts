// No zod: runs in browsers.

/** Shoppers plan for a festival so many days ahead: product pages show it from then on. */
export const FESTIVAL_DAYS = 60;
