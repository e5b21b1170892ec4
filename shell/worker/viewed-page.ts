import type { PageViewed } from '../src/service-worker/messages.js';
import { boundedCaches } from './bounded-cache.js';
import { requestKind, type RequestKind } from './request-kind.js';
import { storePage } from './strategies.js';

async function storeIfMissing(kind: RequestKind, url: string) {
  const cache = boundedCaches[kind];
  if (await cache.find(url)) return;
  // Files and pictures are in the browser's HTTP cache.
  const init: RequestInit =
    kind === 'file' || kind === 'picture'
      ? { cache: 'force-cache' }
      : { credentials: kind === 'read' ? 'omit' : 'same-origin' };
  const response = await fetch(url, init).catch(() => undefined);
  if (response) await (kind === 'page' ? storePage(url, response) : cache.store(url, response));
}

/**
 * For pages that did not pass through the worker: the first one, and client-side navigations. The page comes last:
 * when it is cached, so are its resources.
 */
export async function cacheViewedPage(origin: string, { page, resources }: PageViewed['viewed']) {
  await Promise.all(
    resources.map(async (resource) => {
      const { href } = new URL(resource, origin);
      const kind = requestKind({ url: href, method: 'GET', mode: 'cors', headers: new Headers() }, origin);
      if (kind && kind !== 'page') await storeIfMissing(kind, href);
    }),
  );
  const url = new URL(page, origin);
  if (url.origin === origin) await storeIfMissing('page', url.href);
}
