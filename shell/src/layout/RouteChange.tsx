import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from '@rangavalli/web-kit/federation/router';
import { applyHead } from '@rangavalli/web-kit/dom/page-head';
import { leaveServedPage } from '@rangavalli/web-kit/data/served-data';
import { headOfPath } from '../page-heads.js';
import { pageSeen } from '../seen/service-worker.js';
import { focusHeading } from './focus-heading.js';

/**
 * What a change of path brings with it: the view scrolls to the top (specification §2), the page's head is that of
 * the new path, and keyboard and screen reader go on from the new page's heading.
 */
export function RouteChange() {
  const { pathname, search } = useLocation();
  const shown = useRef(pathname);
  const headOf = useRef<string>(undefined);
  // Before the effects of the page itself, which knows more about its head than the path tells.
  useLayoutEffect(() => {
    const served = headOf.current === undefined && document.head.querySelector('link[rel="canonical"]') !== null;
    headOf.current = pathname;
    // The server has written the first page's head, and may have known the product.
    if (served) return;
    leaveServedPage();
    applyHead(pathname, headOfPath(pathname));
  }, [pathname]);
  useEffect(() => {
    window.scrollTo(0, 0);
    if (shown.current === pathname) return undefined;
    shown.current = pathname;
    return focusHeading();
  }, [pathname]);
  useEffect(() => pageSeen(pathname + search), [pathname, search]);
  return null;
}
