import { useRef, useState } from 'react';
import { type ApiError, asApiError } from './api-error.js';
import { type Query, useQuery } from './query.js';

interface ListPage {
  total?: number | undefined;
  nextCursor?: string | undefined;
}

/** A list that is loaded a page at a time. `pages` is undefined until the first one has arrived. */
export interface PagedQuery<P> extends Pick<Query<P>, 'error' | 'loading' | 'reload'> {
  pages: readonly P[] | undefined;
  hasMore: boolean;
  isLoadingMore: boolean;
  /** Of the last `loadMore`; the pages before it stay. */
  moreError: ApiError | undefined;
  /** Returns whether a page was added. */
  loadMore: () => Promise<boolean>;
}

interface More<P> {
  /** The pages that these follow; others after a reload. */
  after: readonly P[];
  pages: readonly P[];
  isLoading: boolean;
  error?: ApiError;
}

/**
 * Loads the first pages of a list, and one more with each `loadMore`. A reload loads as many pages as are shown.
 * @param initialPages how many pages a new `key` begins with
 */
export function usePagedQuery<P extends ListPage>(
  key: string | undefined,
  load: (cursor: string | undefined, signal?: AbortSignal) => Promise<P>,
  initialPages = 1,
): PagedQuery<P> {
  const shown = useRef<{ key?: string | undefined; count: number }>({ count: initialPages });
  const [more, setMore] = useState<More<P>>();
  const { data, error, loading, reload } = useQuery(key, async (signal) => {
    const count = shown.current.key === key ? shown.current.count : initialPages;
    const loaded = [await load(undefined, signal)];
    for (let next = loaded[0]?.nextCursor; next !== undefined && loaded.length < count;) {
      const page = await load(next, signal);
      loaded.push(page);
      next = page.nextCursor;
    }
    shown.current = { key, count: loaded.length };
    return loaded as readonly P[];
  });
  const current = more?.after === data ? more : undefined;
  const pages = data && [...data, ...(current?.pages ?? [])];
  const cursor = pages?.at(-1)?.nextCursor;

  const loadMore = async (): Promise<boolean> => {
    if (!data || cursor === undefined || current?.isLoading) return false;
    const before = { after: data, pages: current?.pages ?? [] };
    setMore({ ...before, isLoading: true });
    try {
      const page = await load(cursor);
      setMore({ ...before, pages: [...before.pages, page], isLoading: false });
      shown.current = { key, count: data.length + before.pages.length + 1 };
      return true;
    } catch (thrown) {
      setMore({ ...before, isLoading: false, error: asApiError(thrown) });
      return false;
    }
  };

  return {
    pages,
    error,
    loading,
    reload,
    hasMore: cursor !== undefined,
    isLoadingMore: current?.isLoading ?? false,
    moreError: current?.error,
    loadMore,
  };
}
