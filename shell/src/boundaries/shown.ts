import { useSyncExternalStore } from 'react';
import { BOUNDARIES_KEY } from './ForDevelopers.js';

const listeners = new Set<() => void>();

function remembered(): boolean {
  try {
    if (new URLSearchParams(location.search).has('boundaries')) localStorage.setItem(BOUNDARIES_KEY, 'shown');
    return localStorage.getItem(BOUNDARIES_KEY) === 'shown';
  } catch {
    return false;
  }
}

let shown = remembered();

/** Shows or hides the boundaries, on this page and on those to come. */
export function showBoundaries(wanted: boolean): void {
  shown = wanted;
  try {
    if (wanted) localStorage.setItem(BOUNDARIES_KEY, 'shown');
    else localStorage.removeItem(BOUNDARIES_KEY);
  } catch {
    // Then it holds for this page.
  }
  for (const listener of listeners) listener();
}

/** Whether the boundaries are to be seen. */
export const useBoundariesShown = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
