import { useSyncExternalStore } from 'react';

const STORAGE_KEY = 'rangavalli.columns';

/** Columns of a list on a phone: the documented single one, or two. */
export type Columns = 1 | 2;

const listeners = new Set<() => void>();
/** While the browser stores nothing, for this page. */
let unstored: Columns | undefined;

function read(): Columns {
  if (unstored) return unstored;
  try {
    return localStorage.getItem(STORAGE_KEY) === '2' ? 2 : 1;
  } catch {
    return 1;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The choice is stored in the browser. */
export function setColumns(columns: Columns): void {
  try {
    localStorage.setItem(STORAGE_KEY, String(columns));
    unstored = undefined;
  } catch {
    unstored = columns;
  }
  for (const listener of listeners) listener();
}

export const useColumns = (): Columns => useSyncExternalStore(subscribe, read, () => 1);
