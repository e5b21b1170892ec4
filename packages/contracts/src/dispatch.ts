/** Shipping policy (specification §9): an order is handed to the courier within 0–7 days. */
const DISPATCH_DAYS = 7;
const DAY_MS = 86_400_000;

/**
 * Returns the time by which an order is handed to the courier, as ISO 8601; empty without a valid `orderedAt`. Its
 * items are dispatched together: the one that takes longest to make adds its days.
 */
export function latestDispatchOf(orderedAt: string, lines: readonly { extraDays?: number | undefined }[]): string {
  const time = Date.parse(orderedAt);
  const days = DISPATCH_DAYS + Math.max(0, ...lines.map(({ extraDays = 0 }) => extraDays));
  return Number.isNaN(time) ? '' : new Date(time + days * DAY_MS).toISOString();
}
