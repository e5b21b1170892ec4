import type { PageOf } from './paging.js';

/** A page that the server cut, as the pager shows it. Every page but the last is full, so that its size need not be known. */
export function serverPage<T>(
  rows: T[],
  { page, pages, total }: { page: number; pages: number; total: number },
): PageOf<T> {
  const before = page < pages ? (page - 1) * rows.length : total - rows.length;
  return { rows, page, pages, first: rows.length === 0 ? 0 : before + 1, last: before + rows.length, total };
}
