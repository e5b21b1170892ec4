import { useSyncExternalStore } from 'react';
import { isDesignOpen } from '../pages/pages-context.js';

const STORAGE_KEY = 'boundaries';
const listeners = new Set<() => void>();

function isStoredVisible() {
  try {
    if (new URLSearchParams(location.search).has('boundaries')) localStorage.setItem(STORAGE_KEY, 'shown');
    return localStorage.getItem(STORAGE_KEY) === 'shown';
  } catch {
    return false;
  }
}

/** Outside production always, else after `?boundaries` until it is turned off. */
export function areBoundariesOffered(): boolean {
  try {
    return (
      isDesignOpen() ||
      new URLSearchParams(location.search).has('boundaries') ||
      localStorage.getItem(STORAGE_KEY) !== null
    );
  } catch {
    return false;
  }
}

let isVisible = typeof location !== 'undefined' && isStoredVisible();

export function setBoundariesVisible(visible: boolean): void {
  isVisible = visible;
  try {
    if (visible) localStorage.setItem(STORAGE_KEY, 'shown');
    else localStorage.removeItem(STORAGE_KEY);
  } catch {}
  for (const notify of listeners) notify();
}

export const useBoundariesVisible = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isVisible,
  );
