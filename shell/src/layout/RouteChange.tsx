import { useEffect, useLayoutEffect, useRef } from 'react';
import { matchPage } from '@rangavalli/contracts/page-matcher';
import { leaveServedPage } from '@rangavalli/web-kit/data/served-data';
import { applyHead } from '@rangavalli/web-kit/dom/page-head';
import { useLocation } from '@rangavalli/web-kit/federation/router';
import { usePages } from '../pages/pages-context.js';
import { headOf } from '../pages/pages.js';
import { reportPageView } from '../service-worker/service-worker.js';
import { focusHeading } from './focus-heading.js';

/**
 * Scrolls to the top when the path changes (specification §2), sets the page's head, and focuses its heading. The place
 * of a page that was opened or reloaded is the browser's: somebody may have scrolled it before the script ran.
 */
export function RouteChange() {
  const { pathname, search } = useLocation();
  const pages = usePages();
  const shownPath = useRef(pathname);
  const headPath = useRef<string>(undefined);
  // The page's own effects replace this head.
  useLayoutEffect(() => {
    const isServed = headPath.current === undefined && document.head.querySelector('link[rel="canonical"]') !== null;
    headPath.current = pathname;
    if (isServed) return;
    leaveServedPage();
    applyHead(pathname, headOf(matchPage(pages, pathname)));
  }, [pathname, pages]);
  useEffect(() => {
    if (shownPath.current === pathname) return undefined;
    shownPath.current = pathname;
    window.scrollTo(0, 0);
    return focusHeading();
  }, [pathname]);
  useEffect(() => reportPageView(pathname + search), [pathname, search]);
  return null;
}
