import { shelves } from './answers.js';
import { isPublicPage, kindOf } from './kinds.js';

/** A page that was left so is asked for at its next showing: it costs nobody's connection now. */
async function keepUnlessKept(kind: 'page' | 'file' | 'picture' | 'read', url: string): Promise<void> {
  const shelf = shelves[kind];
  if (await shelf.find(url)) return;
  // What the page has just used comes from the browser's own memory; a page's HTML and products are asked for.
  const answer = await fetch(url, kind === 'file' || kind === 'picture' ? { cache: 'force-cache' } : { credentials: kind === 'read' ? 'omit' : 'same-origin' }).catch(() => undefined);
  if (answer) await shelf.keep(url, answer);
}

/** Keeps a page that was shown without passing through the worker: the first one, and those that the app went on to by itself. */
export async function keepSeen(origin: string, { page, needed }: { page: string; needed: readonly string[] }): Promise<void> {
  const address = new URL(page, origin);
  if (address.origin === origin && isPublicPage(address.pathname)) await keepUnlessKept('page', address.href);
  for (const url of needed) {
    const kind = kindOf({ url: new URL(url, origin).href, method: 'GET', mode: 'cors', headers: new Headers() }, origin);
    if (kind === 'file' || kind === 'picture' || kind === 'read') await keepUnlessKept(kind, url);
  }
}

/** Takes away what is too much on any shelf. */
export const tidy = (): Promise<unknown> => Promise.all(Object.values(shelves).map((shelf) => shelf.tidy()));
