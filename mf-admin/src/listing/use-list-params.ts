import { useEffect, useState } from 'react';
import { useSearchParams } from '@rangavalli/web-kit/federation/router';

/** Filters and page of a list, stored in the URL, so that reload, back and shared links show the same. */
export interface ListParams {
  /** Returns a filter's value; empty when it is not set. */
  get: (name: string) => string;
  /** Counted from 1. */
  page: number;
  isFiltered: boolean;
  /** Sets filters (empty: none) and returns to the first page, without a new history entry. */
  set: (changes: Record<string, string>) => void;
  goTo: (page: number) => void;
  clear: () => void;
}

export function useListParams(): ListParams {
  const [params, setParams] = useSearchParams();
  return {
    get: (name) => params.get(name) ?? '',
    page: Math.max(1, Math.trunc(Number(params.get('page'))) || 1),
    isFiltered: [...params.keys()].some((name) => name !== 'page' && name !== 'sort' && name !== 'view'),
    set: (changes) =>
      setParams(
        (old) => {
          const next = new URLSearchParams(old);
          for (const [name, value] of Object.entries(changes)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          next.delete('page');
          return next;
        },
        { replace: true },
      ),
    goTo: (page) =>
      setParams((old) => {
        const next = new URLSearchParams(old);
        next.set('page', String(page));
        return next;
      }),
    clear: () =>
      setParams((old) => {
        const view = old.get('view');
        return new URLSearchParams(view ? { view } : {});
      }),
  };
}

/** Returns `value` once it has not changed for `delayMs`: one request per search instead of one per keystroke. */
export function useDebounced<T>(value: T, delayMs = 300): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return debounced;
}
