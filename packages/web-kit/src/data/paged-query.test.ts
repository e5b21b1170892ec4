import { act, renderHook } from '@testing-library/react';
import { ApiError } from './api-error.js';
import { usePagedQuery } from './paged-query.js';

interface Page {
  rows: number[];
  nextCursor?: string;
}

/** Three pages of one row each; `first` begins the list. */
const listFrom = (first: number) => {
  const requested: (string | undefined)[] = [];
  const load = async (cursor: string | undefined): Promise<Page> => {
    requested.push(cursor);
    const at = Number(cursor ?? 0);
    return { rows: [first + at], ...(at < 2 ? { nextCursor: String(at + 1) } : {}) };
  };
  return { load, requested };
};
const rowsOf = (pages: readonly Page[] | undefined) => pages?.flatMap(({ rows }) => rows);

test('loads one page more at a time, until the last', async () => {
  const { load } = listFrom(10);
  const { result } = await act(async () => renderHook(() => usePagedQuery('orders', load)));
  expect([rowsOf(result.current.pages), result.current.hasMore]).toEqual([[10], true]);
  await act(async () => void (await result.current.loadMore()));
  await act(async () => void (await result.current.loadMore()));
  expect([rowsOf(result.current.pages), result.current.hasMore]).toEqual([[10, 11, 12], false]);
  expect(await result.current.loadMore()).toBe(false);
});

test('begins with several pages, and a reload loads as many as are shown', async () => {
  const { load, requested } = listFrom(10);
  const { result } = await act(async () => renderHook(() => usePagedQuery('orders', load, 2)));
  expect(rowsOf(result.current.pages)).toEqual([10, 11]);
  await act(async () => void (await result.current.loadMore()));
  requested.length = 0;
  await act(async () => result.current.reload());
  expect(rowsOf(result.current.pages)).toEqual([10, 11, 12]);
  expect(requested).toEqual([undefined, '1', '2']);
});

test('keeps its pages when the next one fails, and loads it again', async () => {
  const { load } = listFrom(10);
  let isDown = true;
  const loadOrFail = (cursor: string | undefined) =>
    cursor && isDown ? Promise.reject(new ApiError('UNAVAILABLE', 'unavailable', 503)) : load(cursor);
  const { result } = await act(async () => renderHook(() => usePagedQuery('orders', loadOrFail)));
  await act(async () => void (await result.current.loadMore()));
  expect([rowsOf(result.current.pages), result.current.moreError?.code]).toEqual([[10], 'UNAVAILABLE']);
  isDown = false;
  await act(async () => void (await result.current.loadMore()));
  expect([rowsOf(result.current.pages), result.current.moreError]).toEqual([[10, 11], undefined]);
});

test('begins again with another key', async () => {
  const lists = { all: listFrom(10), pending: listFrom(20) };
  const { result, rerender } = await act(async () =>
    renderHook(({ key }) => usePagedQuery(key, lists[key].load), {
      initialProps: { key: 'all' as keyof typeof lists },
    }),
  );
  await act(async () => void (await result.current.loadMore()));
  await act(async () => rerender({ key: 'pending' }));
  expect(rowsOf(result.current.pages)).toEqual([20]);
});
