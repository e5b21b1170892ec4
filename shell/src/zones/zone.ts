import { useEffect, useRef, useState } from 'react';
import { matchPage } from '@rangavalli/contracts/page-matcher';
import { type PageZone, zoneOf } from '@rangavalli/contracts/page-zone';
import { useLocation } from '@rangavalli/web-kit/federation/router';
import { usePages } from '../pages/pages-context.js';
import { keepToasts } from './kept-toasts.js';

export function useZone(): PageZone {
  const { pathname } = useLocation();
  return zoneOf(matchPage(usePages(), pathname));
}

function reloadPage() {
  // Not yet: messages may follow the navigation.
  window.addEventListener('pagehide', keepToasts, { once: true });
  window.location.reload();
}

/** Calls `onChange` right after the router has changed the address. @returns stops that */
function watchHistory(onChange: () => void): () => void {
  const { pushState, replaceState } = window.history;
  window.history.pushState = (...entry) => {
    pushState.apply(window.history, entry);
    onChange();
  };
  window.history.replaceState = (...entry) => {
    replaceState.apply(window.history, entry);
    onChange();
  };
  return () => Object.assign(window.history, { pushState, replaceState });
}

/**
 * Loads the document again when the zone changes, since its content security policy is that of the page it was loaded
 * for. The router has already changed the address and its state, which a reload keeps. It starts with the change of the
 * address: later, it would cancel a navigation that the visitor has started meanwhile.
 * @returns false until the new document replaces this one
 */
export function useDocumentOfZone(reload: () => void = reloadPage): boolean {
  const pages = usePages();
  const zone = useZone();
  const [documentZone] = useState(zone);
  const isReloading = useRef(false);
  const isOtherZone = zone !== documentZone;
  useEffect(() => {
    const reloadInOtherZone = (current: PageZone) => {
      if (current === documentZone || isReloading.current) return;
      isReloading.current = true;
      reload();
    };
    // Back and forward.
    reloadInOtherZone(zone);
    return watchHistory(() => reloadInOtherZone(zoneOf(matchPage(pages, window.location.pathname))));
  }, [pages, zone, documentZone, reload]);
  return !isOtherZone;
}
