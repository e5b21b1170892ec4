import type { PageDefinition } from '@rangavalli/contracts/pages';

/** Splits a request's URL. Not `new URL`: it reads `//host/path` as an address and resolves dots. */
export function splitUrl(url: string): { path: string; query: URLSearchParams } {
  const [address = ''] = url.split('#', 1);
  const start = address.indexOf('?');
  return start < 0
    ? { path: address, query: new URLSearchParams() }
    : { path: address.slice(0, start), query: new URLSearchParams(address.slice(start)) };
}

/** Returns the path without empty segments, which do not matter to the pages. */
export const canonicalPath = (path: string): string => `/${path.split('/').filter(Boolean).join('/')}`;

/** Returns the URL with the parameters of the page only, sorted: others would fill the cache with equal pages. */
export function canonicalUrl(path: string, query: URLSearchParams, page: Pick<PageDefinition, 'query'>): string {
  const names = new Set(page.query);
  // Stable: repeated parameters keep their order.
  const used = new URLSearchParams([...query].filter(([name]) => names.has(name)));
  used.sort();
  return used.size > 0 ? `${path}?${used.toString()}` : path;
}
