import { matchPage } from '@rangavalli/contracts/page-matcher';
import { isDataSaverOn } from '@rangavalli/web-kit/data/prefetch';
import { loadExposed } from '@rangavalli/web-kit/federation/remotes';
import { type ShopPage } from '../pages/pages.js';

const DWELL_MS = 60;

function linkAt(target: EventTarget | null): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest('a') : null;
  return link && link.href && link.origin === location.origin && !link.target ? link : undefined;
}

/**
 * Prefetches a link's remote on touch, or when the pointer or the focus stays on it: all links in the viewport would
 * be too many for a slow connection.
 * @returns a function that stops it
 */
export function prefetchRemotes(pages: readonly ShopPage[]): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const prefetch = (link: HTMLAnchorElement) => {
    const remote = matchPage(pages, link.pathname)?.remote;
    if (!remote || isDataSaverOn()) return;
    loadExposed(remote, 'routes', { fresh: false }).then(
      ({ preload }) => void preload?.(link.pathname),
      () => undefined,
    );
  };
  const prefetchSoon = ({ target }: Event) => {
    clearTimeout(timer);
    const link = linkAt(target);
    if (link) timer = setTimeout(() => prefetch(link), DWELL_MS);
  };
  const prefetchNow = ({ target }: Event) => {
    const link = linkAt(target);
    if (link) prefetch(link);
  };
  const abort = new AbortController();
  const options = { passive: true, capture: true, signal: abort.signal };
  document.addEventListener('pointerover', prefetchSoon, options);
  document.addEventListener('focusin', prefetchSoon, options);
  document.addEventListener('touchstart', prefetchNow, options);
  return () => {
    clearTimeout(timer);
    abort.abort();
  };
}
