/** From a tap or hover to the page. */
const FRESH_MS = 3_000;

const prefetched = new Map<string, { startedAt: number; response: Promise<unknown> }>();

export const isDataSaverOn = (): boolean =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** `key`: that of the page's `useQuery`. */
export function prefetchQuery(key: string, load: () => Promise<unknown>): void {
  const existing = prefetched.get(key);
  if (isDataSaverOn() || (existing && Date.now() - existing.startedAt < FRESH_MS)) return;
  const response = load();
  response.catch(() => prefetched.delete(key));
  prefetched.set(key, { startedAt: Date.now(), response });
}

/** Undefined when there is none or it is stale. */
export function takePrefetched<T>(key: string): Promise<T> | undefined {
  const entry = prefetched.get(key);
  prefetched.delete(key);
  return entry && Date.now() - entry.startedAt < FRESH_MS ? (entry.response as Promise<T>) : undefined;
}

/** Prefetches on hover, touch and keyboard focus. */
export const prefetchHandlers = (
  prefetch: () => void,
): { onPointerEnter: () => void; onTouchStart: () => void; onFocus: () => void } => ({
  onPointerEnter: prefetch,
  onTouchStart: prefetch,
  onFocus: prefetch,
});
