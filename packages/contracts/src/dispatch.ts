/** Shipping policy (specification §9): an order is handed to the courier within 0–7 days. */
const DISPATCH_DAYS = 7;
const DAY_MS = 86_400_000;

/** Returns the time by which an order is handed to the courier, as ISO 8601; empty without a valid `orderedAt`. */
export function latestDispatchOf(orderedAt: string): string {
  const time = Date.parse(orderedAt);
  return Number.isNaN(time) ? '' : new Date(time + DISPATCH_DAYS * DAY_MS).toISOString();
}
