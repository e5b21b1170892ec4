/** Shipping policy (specification §9): an order is handed to the courier within 0–7 days. */
const DISPATCH_DAYS = 7;
const DAY_MS = 86_400_000;

/** Returns the time by which an order is handed to the courier. */
export const latestDispatchOf = (orderedAt: string): Date =>
  new Date(new Date(orderedAt).getTime() + DISPATCH_DAYS * DAY_MS);
