import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from '@rangavalli/web-kit/federation/router';

/** For the end of a request: as `useNavigate`, but people who went on to another page meanwhile stay there. */
export function useNavigateFromHere(): (to: string, options?: { replace?: boolean }) => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const shown = useRef<string>(undefined);
  useEffect(() => {
    shown.current = pathname;
    return () => (shown.current = undefined);
  }, [pathname]);
  return (to, options) => {
    // Of the render in which the request began.
    if (shown.current === pathname) void navigate(to, options);
  };
}
