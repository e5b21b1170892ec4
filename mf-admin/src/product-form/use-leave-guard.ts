import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from '@rangavalli/web-kit/federation/router';

export interface LeaveGuard {
  /** The user tried to leave and must confirm. */
  isLeaving: boolean;
  stay: () => void;
  leave: () => void;
  /** Stops guarding once the changes are saved. */
  release: () => void;
}

/** State of the history entry between the form and the page before it. */
interface GuardState {
  guarded: true;
}
const BACK = -1;

/** Returns the path that a plain click on a link of the shop leads to; undefined for every other click. */
function pathOfClick(event: MouseEvent): string | undefined {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (
    !link ||
    !isPlain ||
    link.target === '_blank' ||
    link.origin !== location.origin ||
    link.pathname === location.pathname
  )
    return undefined;
  return link.pathname + link.search + link.hash;
}

/**
 * Confirms before a link, the back button or closing the tab discards changes (`dirty`).
 * The shell's router has no blocker, which needs a data router. Clicks are intercepted before the router handles them;
 * for the back button, the first change adds a second history entry of the same page.
 */
export function useLeaveGuard(dirty: boolean): LeaveGuard {
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  const isGuarded = (state as Partial<GuardState> | null)?.guarded === true;
  const wasGuarded = useRef(isGuarded);
  const isReleased = useRef(false);
  const [destination, setDestination] = useState<string | typeof BACK>();
  const here = pathname + search;

  useEffect(() => {
    if (!dirty || isReleased.current) return;
    if (wasGuarded.current && !isGuarded) setDestination(BACK);
    else if (!isGuarded) void navigate(here, { state: { guarded: true } satisfies GuardState });
    wasGuarded.current = isGuarded;
  }, [dirty, isGuarded, here, navigate]);

  useEffect(() => {
    if (!dirty) return undefined;
    const onClick = (event: MouseEvent) => {
      const path = isReleased.current ? undefined : pathOfClick(event);
      if (path === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      setDestination(path);
    };
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!isReleased.current) event.preventDefault();
    };
    document.addEventListener('click', onClick, true);
    window.addEventListener('beforeunload', onUnload);
    return () => {
      document.removeEventListener('click', onClick, true);
      window.removeEventListener('beforeunload', onUnload);
    };
  }, [dirty]);

  return {
    isLeaving: destination !== undefined,
    stay: () => {
      if (destination === BACK) void navigate(here, { state: { guarded: true } satisfies GuardState });
      setDestination(undefined);
    },
    leave: () => {
      isReleased.current = true;
      if (destination === BACK) void navigate(BACK);
      // Replaces the second history entry of this page.
      else if (destination !== undefined) void navigate(destination, { replace: true });
      setDestination(undefined);
    },
    release: () => {
      isReleased.current = true;
    },
  };
}
