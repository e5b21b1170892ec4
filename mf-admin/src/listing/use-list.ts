import { type PagedQuery, usePagedQuery } from '@rangavalli/web-kit/data/paged-query';
import type { ListParams } from './use-list-params.js';

export interface ListPage {
  total?: number | undefined;
  nextCursor?: string | undefined;
}

/** One list of the admin area. */
export interface List<P extends ListPage> extends PagedQuery<P> {
  /** The first page, which has the counts. */
  first: P | undefined;
}

/** Loads a list a page at a time; how many pages are shown is stored in the URL. */
export function useList<P extends ListPage>(
  key: string | undefined,
  params: ListParams,
  load: (cursor: string | undefined, signal?: AbortSignal) => Promise<P>,
): List<P> {
  const query = usePagedQuery(key, load, params.pages);
  return {
    ...query,
    first: query.pages?.[0],
    loadMore: () => {
      // Before the page arrives: after that, the URL may have another search or be another page's.
      params.showPages((query.pages?.length ?? 0) + 1);
      return query.loadMore();
    },
  };
}
