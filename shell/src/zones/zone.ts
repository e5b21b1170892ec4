import { useEffect, useState } from 'react';
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
  keepToasts();
  window.location.reload();
}

/**
 * Loads the document again when the zone changes, since its content security policy is that of the page it was loaded
 * for. The router has already changed the address and its state, which a reload keeps.
 * @returns false until the new document replaces this one
 */
export function useDocumentOfZone(reload: () => void = reloadPage): boolean {
  const zone = useZone();
  const [documentZone] = useState(zone);
  const isOtherZone = zone !== documentZone;
  useEffect(() => {
    if (isOtherZone) reload();
  }, [isOtherZone, reload]);
  return !isOtherZone;
}
