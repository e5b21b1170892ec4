import { useSyncExternalStore } from 'react';

const RETRY_MS = 5_000;

let isShopReachable = true;
const listeners = new Set<() => void>();

function setReachable(isReachable: boolean) {
  if (isShopReachable === isReachable) return;
  isShopReachable = isReachable;
  for (const notify of listeners) notify();
}

async function pollUntilReachable() {
  while (!isShopReachable) {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    const response = await fetch('/registry.json', { cache: 'no-store' }).catch(() => undefined);
    if (!response?.ok) continue;
    setReachable(true);
    // Screens reload their data; the browser sends this only for its own connection.
    window.dispatchEvent(new Event('online'));
  }
}

export function reportUnreachable() {
  if (!isShopReachable) return;
  setReachable(false);
  void pollUntilReachable(); // ends when the shop is reachable
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

export const useIsReachable = () =>
  useSyncExternalStore(
    subscribe,
    () => isShopReachable && navigator.onLine,
    () => true,
  );
