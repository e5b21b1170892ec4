import { isDataSaverOn } from '@rangavalli/web-kit/data/prefetch';
import { workerSays, type PageListens, type PageSeen } from './messages.js';
import { shopDidNotAnswer } from './reach.js';

/** Written in by the build. */
declare const process: { env: { NODE_ENV: string } };

/** A page that somebody stays on for so long has been seen, ms. */
const SEEN_MS = 2_000;

/** Addresses of this origin that the page has needed so far. */
const needed = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${location.origin}/`));

const whenIdle = (run: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: SEEN_MS });
  else setTimeout(run, SEEN_MS);
};

let active: ServiceWorker | undefined;
let waiting: ReturnType<typeof setTimeout> | undefined;

/** Tells the worker that the page at this address was seen, when somebody stays on it, so that it is there without a connection. */
export function pageSeen(page = location.pathname + location.search): void {
  clearTimeout(waiting);
  if (!active || isDataSaverOn()) return;
  const tell = (): void => active?.postMessage({ seen: { page, needed: needed() } } satisfies PageSeen);
  waiting = setTimeout(() => whenIdle(tell), SEEN_MS);
}

async function register(): Promise<void> {
  await navigator.serviceWorker.register('/sw.js').catch(() => undefined); // a page works without it
  active = (await navigator.serviceWorker.ready).active ?? undefined;
  pageSeen();
}

/** Takes the service worker into use once the page has come. Builds for developers have none. */
export function startWorker(): void {
  if (process.env.NODE_ENV !== 'production' || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    const said = workerSays(data);
    if (said === 'unreachable') shopDidNotAnswer();
    // Nobody's hand is taken away: whoever has begun to do something gets the new release with the next page.
    if (said === 'another-release' && !navigator.userActivation?.hasBeenActive) location.reload();
  });
  navigator.serviceWorker.startMessages();
  navigator.serviceWorker.controller?.postMessage({ listens: true } satisfies PageListens);
  if (document.readyState === 'complete') void register();
  else window.addEventListener('load', () => void register(), { once: true });
}
