import { shelves } from './answers.js';
import { isPublicPage, kindOf } from './kinds.js';

type Shelved = 'page' | 'file' | 'picture' | 'read';

async function keepUnlessKept(kind: Shelved, url: string): Promise<void> {
  const shelf = shelves[kind];
  if (await shelf.find(url)) return;
  // What the page has just used comes from the browser's own memory; a page's HTML and products are asked for.
  const ask: RequestInit =
    kind === 'file' || kind === 'picture'
      ? { cache: 'force-cache' }
      : { credentials: kind === 'read' ? 'omit' : 'same-origin' };
  const answer = await fetch(url, ask).catch(() => undefined);
  if (answer) await shelf.keep(url, answer);
}

/**
 * Keeps a page that was shown without passing through the worker: the first one, and those that the app went on to by itself.
 * The page itself last: when it is there, so is what it needs.
 */
export async function keepSeen(
  origin: string,
  { page, needed }: { page: string; needed: readonly string[] },
): Promise<void> {
  await Promise.all(
    needed.map(async (name) => {
      const { href } = new URL(name, origin);
      const kind = kindOf({ url: href, method: 'GET', mode: 'cors', headers: new Headers() }, origin);
      if (kind === 'file' || kind === 'picture' || kind === 'read') await keepUnlessKept(kind, href);
    }),
  );
  const address = new URL(page, origin);
  if (address.origin === origin && isPublicPage(address.pathname)) await keepUnlessKept('page', address.href);
}

/** Takes away what is too much on any shelf. */
export const tidy = (): Promise<unknown> => Promise.all(Object.values(shelves).map((shelf) => shelf.tidy()));
