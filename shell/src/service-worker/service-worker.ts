import { matchPage } from '@rangavalli/contracts/page-matcher';
import { isDataSaverOn } from '@rangavalli/web-kit/data/prefetch';
import { whenIdle, whenLoaded } from '../page-load.js';
import { isPublicPage, type ShopPage } from '../pages/pages.js';
import type { PageReady, PageViewed, WorkerMessage } from './messages.js';
import { reportUnreachable } from './reach.js';

declare const process: { env: { NODE_ENV: string } };

const VIEWED_AFTER_MS = 2_000;

const resourcesOfPage = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${location.origin}/`));

let pages: readonly ShopPage[] = [];
let active: ServiceWorker | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Has the worker cache a public page once it counts as viewed. */
export function reportPageView(page = location.pathname + location.search) {
  clearTimeout(timer);
  const definition = matchPage(pages, location.pathname);
  if (!active || isDataSaverOn() || !definition || !isPublicPage(definition)) return;
  const report = () => active?.postMessage({ viewed: { page, resources: resourcesOfPage() } } satisfies PageViewed);
  timer = setTimeout(() => whenIdle(report), VIEWED_AFTER_MS);
}

async function register() {
  await navigator.serviceWorker.register('/sw.js').catch(() => undefined); // the shop works without it
  active = (await navigator.serviceWorker.ready).active ?? undefined;
  reportPageView();
}

/** Production builds only. */
export function startServiceWorker(shopPages: readonly ShopPage[]) {
  pages = shopPages;
  if (process.env.NODE_ENV !== 'production' || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data: message }: MessageEvent<WorkerMessage>) => {
    if (message === 'offline') reportUnreachable();
    if (message === 'new-release' && !navigator.userActivation?.hasBeenActive) location.reload();
  });
  navigator.serviceWorker.startMessages();
  navigator.serviceWorker.controller?.postMessage({ ready: true } satisfies PageReady);
  whenLoaded(() => void register()); // never rejects
}
