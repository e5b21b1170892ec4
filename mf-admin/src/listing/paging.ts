/** One page of a list. */
export interface PageOf<T> {
  rows: T[];
  /** Counted from 1; the last one when the requested page does not exist. */
  page: number;
  pages: number;
  /** Position of the first row, counted from 1; 0 in an empty list. */
  first: number;
  last: number;
  total: number;
}

/** Returns one page of a list that is loaded as a whole. */
export function pageOf<T>(all: readonly T[], requested: number, size: number): PageOf<T> {
  const pages = Math.max(1, Math.ceil(all.length / size));
  const page = Math.min(Math.max(1, requested), pages);
  return pageFromServer(all.slice((page - 1) * size, page * size), { page, pages, total: all.length });
}

/** Returns the position of a page that the server cut. The page size is not needed: all pages but the last are full. */
export function pageFromServer<T>(
  rows: T[],
  { page, pages, total }: { page: number; pages: number; total: number },
): PageOf<T> {
  const before = page < pages ? (page - 1) * rows.length : total - rows.length;
  return { rows, page, pages, first: rows.length === 0 ? 0 : before + 1, last: before + rows.length, total };
}

/** Returns whether every word of a search occurs in one of the texts, ignoring case. */
export function matches(search: string, texts: readonly (string | undefined)[]): boolean {
  const text = texts.filter(Boolean).join(' ').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
