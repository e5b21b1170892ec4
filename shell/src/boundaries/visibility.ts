import { useSyncExternalStore } from 'react';
import { isDesignOpen } from '../pages/pages-context.js';

const STORAGE_KEY = 'boundaries';
const listeners = new Set<() => void>();

const isRequested = () => new URLSearchParams(location.search).has('boundaries');

function isStoredVisible() {
  try {
    if (isRequested()) localStorage.setItem(STORAGE_KEY, 'shown');
    return localStorage.getItem(STORAGE_KEY) === 'shown';
  } catch {
    return false;
  }
}

/** Outside production always, else after `?boundaries` until it is turned off. */
export function areBoundariesOffered() {
  try {
    return isDesignOpen() || isRequested() || localStorage.getItem(STORAGE_KEY) !== null;
  } catch {
    return false;
  }
}

let isVisible = typeof location !== 'undefined' && isStoredVisible();

export function setBoundariesVisible(visible: boolean) {
  isVisible = visible;
  try {
    if (visible) localStorage.setItem(STORAGE_KEY, 'shown');
    else localStorage.removeItem(STORAGE_KEY);
  } catch {}
  for (const notify of listeners) notify();
}

export const useBoundariesVisible = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isVisible,
  );
