import type { Call } from '@rangavalli/contracts/call';

/**
 * Returns the query with the parameters of the call only, sorted by name, so that equal requests have one address in
 * caches. Empty, or beginning with `?`.
 */
export function knownQuery({ query }: Pick<Call, 'query'>, url = ''): string {
  const start = url.indexOf('?');
  if (!query || start < 0) return '';
  const given = new URLSearchParams(url.slice(start));
  const known = [...given].filter(([name]) => Object.hasOwn(query.shape, name));
  if (known.length === 0) return '';
  // Stable: repeated parameters keep their order.
  const sorted = known.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `?${new URLSearchParams(sorted).toString()}`;
}
