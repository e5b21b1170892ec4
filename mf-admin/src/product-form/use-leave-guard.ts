import { useEffect, useRef, useState } from 'react';
import { useNavigate } from '@rangavalli/web-kit/router';

/** The question before changes are lost. */
export interface LeaveGuard {
  /** Somebody wants to leave and must be asked. */
  asked: boolean;
  stay: () => void;
  leave: () => void;
  /** The changes are saved: from now on nobody is asked. */
  open: () => void;
}

/** Where react-router stands in the tab's history: it keeps that number in each entry. */
const placeIn = (state: unknown): number => Number((state as { idx?: number } | null)?.idx ?? 0);

/** The address within the shop to which a plain click leads away; undefined for every other click. */
function wayOut(event: MouseEvent): string | undefined {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!link || !plain || link.target === '_blank' || link.origin !== location.origin || link.pathname === location.pathname) return undefined;
  return link.pathname + link.search + link.hash;
}

/**
 * While `dirty`, asks before a link, the back button, or the closing of the tab throws the changes away.
 * The shell's router has no blocker of its own (that is for data routers): links and the history are watched here.
 */
export function useLeaveGuard(dirty: boolean): LeaveGuard {
  const navigate = useNavigate();
  const [wanted, setWanted] = useState<string | number>();
  const opened = useRef(false);

  useEffect(() => {
    if (!dirty) return undefined;
    const here = placeIn(history.state);
    let returning = false;
    const onClick = (event: MouseEvent) => {
      const address = opened.current ? undefined : wayOut(event);
      if (address === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      setWanted(address);
    };
    const onPop = (event: PopStateEvent) => {
      if (opened.current) return;
      event.stopImmediatePropagation();
      if (returning) {
        returning = false;
        return;
      }
      const steps = placeIn(event.state) - here;
      if (steps === 0) return;
      returning = true;
      history.go(-steps);
      setWanted(steps);
    };
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!opened.current) event.preventDefault();
    };
    // Before the router hears of it: on the way down.
    document.addEventListener('click', onClick, true);
    window.addEventListener('popstate', onPop, true);
    window.addEventListener('beforeunload', onUnload);
    return () => {
      document.removeEventListener('click', onClick, true);
      window.removeEventListener('popstate', onPop, true);
      window.removeEventListener('beforeunload', onUnload);
    };
  }, [dirty]);

  return {
    asked: wanted !== undefined,
    stay: () => setWanted(undefined),
    leave: () => {
      opened.current = true;
      if (typeof wanted === 'number') void navigate(wanted);
      else if (wanted !== undefined) void navigate(wanted);
      setWanted(undefined);
    },
    open: () => {
      opened.current = true;
    },
  };
}
