// No zod: runs in browsers.

const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean);

function rank(pattern: readonly string[], path: readonly string[]): string | undefined {
  const isPrefix = pattern.at(-1) === '*';
  const fixed = isPrefix ? pattern.slice(0, -1) : pattern;
  if (isPrefix ? path.length < fixed.length : path.length !== fixed.length) return undefined;
  if (!fixed.every((segment, index) => segment.startsWith(':') || segment === path[index])) return undefined;
  return fixed.map((segment) => (segment.startsWith(':') ? '1' : '2')).join('');
}

/** Returns the most specific page that matches. `:param` stands for one segment, a trailing `/*` for any number. */
export function matchPage<Page extends { path: string }>(pages: readonly Page[], path: string): Page | undefined {
  const segments = segmentsOf(path);
  let best: { page: Page; rank: string } | undefined;
  for (const page of pages) {
    const found = rank(segmentsOf(page.path), segments);
    if (found !== undefined && (!best || found > best.rank)) best = { page, rank: found };
  }
  return best?.page;
}
