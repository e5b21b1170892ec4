import { type CartChanged, windowEvents } from '@rangavalli/contracts/browser';
import { matchPage } from '@rangavalli/contracts/page-matcher';
import { type PageZone, zoneOf } from '@rangavalli/contracts/page-zone';
import { emit } from '@rangavalli/web-kit/dom/events';
import { useLocation } from '@rangavalli/web-kit/federation/router';
import { type ShopPage } from '../pages/pages.js';
import { usePages } from '../pages/pages-context.js';
import { keepToasts } from './kept-toasts.js';

const STATE_KEY = 'zone-state';

const zoneAt = (pages: readonly ShopPage[], path: string): PageZone => zoneOf(matchPage(pages, path));

export const useZone = (): PageZone => zoneAt(usePages(), useLocation().pathname);

/** Gives the state of the router, such as the order that was just paid for, to the document at `url`. */
function storeState(url: string, state: unknown) {
  try {
    sessionStorage.setItem(STATE_KEY, JSON.stringify({ url, state }));
  } catch {
    // Storage is blocked: the page requests what it shows.
  }
}

function restoreState() {
  try {
    const { url, state } = JSON.parse(sessionStorage.getItem(STATE_KEY) ?? '{}') as { url?: string; state?: unknown };
    sessionStorage.removeItem(STATE_KEY);
    if (url === window.location.href) window.history.replaceState(state, '');
  } catch {
    // Storage is blocked, or holds something else.
  }
}

/** The browser shows a page of the history as it left it. */
function refreshRestoredPage({ persisted }: PageTransitionEvent) {
  if (!persisted) return;
  emit(windowEvents.authChange);
  emit(windowEvents.cartChanged, {} satisfies CartChanged);
}

const loadDocument = (url: string, replaces: boolean) =>
  replaces ? window.location.replace(url) : window.location.assign(url);

/**
 * Loads pages of other zones as documents, instead of letting the router show them, since the content security policy
 * is that of the document. Call it before the router is created: it reads the state of the history.
 * @returns stops that
 */
export function startZoneDocuments(pages: readonly ShopPage[], load = loadDocument): () => void {
  restoreState();
  const { pushState, replaceState } = window.history;
  const zone = zoneAt(pages, window.location.pathname);
  const changing =
    (change: History['pushState'], replaces: boolean): History['pushState'] =>
    (state, unused, url) => {
      const target = url ? new URL(url, window.location.href) : undefined;
      if (!target || zoneAt(pages, target.pathname) === zone) return change.call(window.history, state, unused, url);
      storeState(target.href, state);
      // Not yet: messages may follow the navigation.
      window.addEventListener('pagehide', keepToasts, { once: true });
      load(target.href, replaces);
    };
  window.history.pushState = changing(pushState, false);
  window.history.replaceState = changing(replaceState, true);
  window.addEventListener('pageshow', refreshRestoredPage);
  return () => {
    Object.assign(window.history, { pushState, replaceState });
    window.removeEventListener('pageshow', refreshRestoredPage);
  };
}
