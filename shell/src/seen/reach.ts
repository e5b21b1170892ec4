import { useSyncExternalStore } from 'react';

/** While the shop does not answer it is asked again so often, ms. */
const RETRY_MS = 5_000;

let reached = true;
const listeners = new Set<() => void>();

function set(now: boolean): void {
  if (reached === now) return;
  reached = now;
  for (const tell of listeners) tell();
}

async function untilReached(): Promise<void> {
  while (!reached) {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    const answer = await fetch('/registry.json', { cache: 'no-store' }).catch(() => undefined);
    if (!answer?.ok) continue;
    set(true);
    // Screens ask again when the connection is back: the browser has not noticed that it was away.
    window.dispatchEvent(new Event('online'));
  }
}

/** What is shown was kept, and the shop could not be asked for what is true now. */
export function shopDidNotAnswer(): void {
  if (!reached) return;
  set(false);
  void untilReached();
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    listeners.delete(changed);
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

/** Whether the shop can be reached, as far as the browser and the service worker know. */
export const useReached = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => reached && navigator.onLine,
    () => true,
  );
