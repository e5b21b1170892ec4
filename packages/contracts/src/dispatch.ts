/** Shipping policy (specification §9): an order is handed to the courier within 0–7 days. */
const DISPATCH_DAYS = 7;
const DAY_MS = 86_400_000;

/**
 * Returns the time by which an order is handed to the courier, as ISO 8601; empty without a valid `orderedAt`. Its
 * items are dispatched together: the one that takes longest to make adds its days. It is never after the first day on
 * which the order is promised to arrive.
 */
export function latestDispatchOf(
  orderedAt: string,
  lines: readonly { extraDays?: number | undefined }[],
  promise?: { from: string },
): string {
  const time = Date.parse(orderedAt);
  if (Number.isNaN(time)) return '';
  const days = DISPATCH_DAYS + Math.max(0, ...lines.map(({ extraDays = 0 }) => extraDays));
  // Noon in India, so that it is the same date elsewhere.
  const promised = promise ? Date.parse(`${promise.from}T06:30:00.000Z`) : Number.POSITIVE_INFINITY;
  return new Date(Math.min(time + days * DAY_MS, promised)).toISOString();
}
