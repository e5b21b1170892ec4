/** One page of a list. */
export interface PageOf<T> {
  rows: T[];
  /** Counted from 1; the last one where a later one was asked for. */
  page: number;
  pages: number;
  /** Place of the first row, counted from 1; 0 in an empty list. */
  first: number;
  last: number;
  total: number;
}

/** Cuts a list into pages of `size` rows and gives the one asked for. */
export function pageOf<T>(all: readonly T[], wanted: number, size: number): PageOf<T> {
  const pages = Math.max(1, Math.ceil(all.length / size));
  const page = Math.min(Math.max(1, wanted), pages);
  const rows = all.slice((page - 1) * size, page * size);
  const first = rows.length === 0 ? 0 : (page - 1) * size + 1;
  return { rows, page, pages, first, last: first + Math.max(0, rows.length - 1), total: all.length };
}

/** Whether every word of a search stands in one of the texts, whatever the case. */
export function matches(search: string, texts: readonly (string | undefined)[]): boolean {
  const text = texts.filter(Boolean).join(' ').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
