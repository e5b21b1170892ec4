import { useEffect } from 'react';
import { useLocation } from '@rangavalli/web-kit/router';

/** The view scrolls to the top on every path change (specification §2). */
export function ScrollToTop() {
  const { pathname } = useLocation();
  useEffect(() => {
    window.scrollTo(0, 0);
  }, [pathname]);
  return null;
}
