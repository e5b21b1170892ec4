import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useSearchParams } from '@rangavalli/web-kit/federation/router';

/** Reloading a link shows at most this many pages. */
const MAX_PAGES = 20;

/** Filters of a list and how much of it is shown, in the URL, so that reload, back and shared links show the same. */
export interface ListParams {
  /** Returns a filter's value; empty when it is not set. */
  get: (name: string) => string;
  /** How many pages are shown. */
  pages: number;
  isFiltered: boolean;
  /** Sets filters (empty: none) and returns to the first page, without a new history entry. */
  set: (changes: Record<string, string>) => void;
  showPages: (pages: number) => void;
  clear: () => void;
}

export function useListParams(): ListParams {
  const [params, setParams] = useSearchParams();
  return {
    get: (name) => params.get(name) ?? '',
    pages: Math.min(MAX_PAGES, Math.max(1, Math.trunc(Number(params.get('pages'))) || 1)),
    isFiltered: [...params.keys()].some((name) => name !== 'pages' && name !== 'sort' && name !== 'view'),
    set: (changes) =>
      setParams(
        (old) => {
          const next = new URLSearchParams(old);
          for (const [name, value] of Object.entries(changes)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          next.delete('pages');
          return next;
        },
        { replace: true },
      ),
    showPages: (pages) =>
      setParams(
        (old) => {
          const next = new URLSearchParams(old);
          next.set('pages', String(pages));
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    clear: () =>
      setParams((old) => {
        const view = old.get('view');
        return new URLSearchParams(view ? { view } : {});
      }),
  };
}

/**
 * Returns the text of an input that `write` stores in the URL, where it is `value`. The router updates its state in a
 * transition: an input with `value` itself would lose characters.
 */
export function useStoredText(value: string, write: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(value);
  const latest = useRef(value);
  // Before the next key: a passive effect of a transition may run after it.
  useLayoutEffect(() => {
    // Changed by others: a link, Back, Clear filters.
    if (value !== latest.current) setText(value);
    latest.current = value;
  }, [value]);
  return [
    text,
    (next) => {
      latest.current = next;
      setText(next);
      write(next);
    },
  ];
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
