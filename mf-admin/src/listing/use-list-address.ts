import { useSearchParams } from '@rangavalli/web-kit/federation/router';

/** What a list shows, kept in the page's address: reload, back and a sent link show the same. */
export interface ListAddress {
  /** The value of a filter; empty where none is set. */
  of: (name: string) => string;
  /** The page, counted from 1. */
  page: number;
  /** Whether anything narrows the list. */
  filtered: boolean;
  /** Sets filters (empty: none) and goes to the first page. What is typed leaves no steps for the back button. */
  set: (changes: Record<string, string>) => void;
  goTo: (page: number) => void;
  clear: () => void;
}

/** Reads and writes a list's filters in the page's address. `sort` and `page` narrow nothing. */
export function useListAddress(): ListAddress {
  const [params, setParams] = useSearchParams();
  return {
    of: (name) => params.get(name) ?? '',
    page: Math.max(1, Math.trunc(Number(params.get('page'))) || 1),
    filtered: [...params.keys()].some((name) => name !== 'page' && name !== 'sort'),
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
    clear: () => setParams({}),
  };
}
