import type { WorkerMessage } from '../src/service-worker/messages.js';
import { boundedCaches, isCacheable } from './bounded-cache.js';
import { offlinePage } from './offline-page.js';
import { isPublicHtml, obsoleteFiles, releaseOf } from './release.js';
import { selectsRelease } from './request-kind.js';

const MAX_PAGE_AGE_MS = 3 * 24 * 60 * 60 * 1_000;

const isOld = ({ headers }: Response) => Date.now() - Date.parse(headers.get('date') ?? '') > MAX_PAGE_AGE_MS;

export interface FetchContext {
  request: Request;
  /** Sent by the browser while the worker was starting. */
  preload: Promise<Response | undefined>;
  waitUntil(work: Promise<unknown>): void;
  send(message: WorkerMessage): Promise<void>;
}

const withoutHash = (url: string) => url.replace(/#.*/, '');

/**
 * Stale-while-revalidate for a public page, whose app reloads its data. A reload, a selected release and an old page
 * use the network first.
 */
export async function respondToPage({ request, preload, waitUntil, send }: FetchContext) {
  const url = withoutHash(request.url);
  const network = preload.then((loaded) => loaded ?? fetch(request));
  if (selectsRelease(url)) {
    await boundedCaches.page.delete();
    return network.catch(() => offlinePage(url));
  }
  const store = (response: Response) => {
    waitUntil(storePage(url, response.clone()));
    return response;
  };
  const cached = await boundedCaches.page.find(url);
  if (!cached) return network.then(store, () => offlinePage(url));
  const isReload =
    request.cache === 'reload' ||
    request.cache === 'no-cache' ||
    (request as Request & { isReloadNavigation?: boolean }).isReloadNavigation === true;
  if (!isReload && !isOld(cached)) {
    waitUntil(revalidate(url, cached.clone(), network, send));
    return cached;
  }
  return network.then(store, () => {
    waitUntil(send('offline'));
    return cached;
  });
}

export async function storePage(url: string, response: Response) {
  if (isCacheable(response) && isPublicHtml(url, await response.clone().text()))
    await boundedCaches.page.store(url, response);
  else await boundedCaches.page.delete((one) => one === url);
}

/** A new release deletes everything of the old one. */
async function revalidate(url: string, shown: Response, network: Promise<Response>, send: FetchContext['send']) {
  const response = await network.catch(() => undefined);
  if (!response || response.status >= 500) return send('offline');
  if (response.status !== 200) {
    // The page is gone or redirects.
    await boundedCaches.page.delete((one) => one === url);
    return send('new-release');
  }
  const [oldHtml, newHtml] = await Promise.all([shown.text(), response.clone().text()]);
  const isNewRelease = releaseOf(oldHtml) !== releaseOf(newHtml);
  // A canary's or tester's release is in no cached page.
  if (isNewRelease || !isCacheable(response))
    await Promise.all([boundedCaches.page.delete(), boundedCaches.file.delete(obsoleteFiles(oldHtml, newHtml))]);
  await storePage(url, response);
  if (isNewRelease) await send('new-release');
}

async function fetchAndStore(kind: 'file' | 'picture', request: Request, waitUntil: FetchContext['waitUntil']) {
  const response = await fetch(request);
  waitUntil(boundedCaches[kind].store(request.url, response.clone()));
  return response;
}

export async function respondToFile({ request, waitUntil }: FetchContext) {
  return (await boundedCaches.file.find(request.url)) ?? fetchAndStore('file', request, waitUntil);
}

/** A picture whose address has no version is revalidated. */
export async function respondToPicture({ request, waitUntil }: FetchContext) {
  const cached = await boundedCaches.picture.find(request.url);
  if (!cached) return fetchAndStore('picture', request, waitUntil);
  if (!/immutable/.test(cached.headers.get('cache-control') ?? ''))
    waitUntil(fetchAndStore('picture', request, waitUntil).catch(() => undefined));
  return cached;
}

/** Without credentials the response is the same for all visitors. */
export async function respondToRead({ request, waitUntil, send }: FetchContext) {
  try {
    const response = await fetch(request.url, { credentials: 'omit', headers: { accept: 'application/json' } });
    waitUntil(boundedCaches.read.store(request.url, response.clone()));
    return response;
  } catch (error) {
    const cached = await boundedCaches.read.find(request.url);
    if (!cached) throw error;
    waitUntil(send('offline'));
    return cached;
  }
}
