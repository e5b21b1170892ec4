import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from '@rangavalli/web-kit/federation/router';

/** The question before changes are lost. */
export interface LeaveGuard {
  /** Somebody wants to leave and must be asked. */
  asked: boolean;
  stay: () => void;
  leave: () => void;
  /** The changes are saved: from now on nobody is asked. */
  open: () => void;
}

/** Marks the history entry that stands between the form and what came before it. */
interface Mark {
  guarded: true;
}
const BACK = -1;

/** The address within the shop to which a plain click leads away; undefined for every other click. */
function wayOut(event: MouseEvent): string | undefined {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (
    !link ||
    !plain ||
    link.target === '_blank' ||
    link.origin !== location.origin ||
    link.pathname === location.pathname
  )
    return undefined;
  return link.pathname + link.search + link.hash;
}

/**
 * While `dirty`, asks before a link, the back button, or the closing of the tab throws the changes away.
 * The shell's router has no blocker (that is for data routers). Links are caught before it hears of them; for the back
 * button the first change puts a second entry of the same address into the history, so that going back stays here.
 */
export function useLeaveGuard(dirty: boolean): LeaveGuard {
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  const guarded = (state as Partial<Mark> | null)?.guarded === true;
  const wasGuarded = useRef(guarded);
  const opened = useRef(false);
  const [wanted, setWanted] = useState<string | typeof BACK>();
  const here = pathname + search;

  useEffect(() => {
    if (!dirty || opened.current) return;
    if (wasGuarded.current && !guarded) setWanted(BACK);
    else if (!guarded) void navigate(here, { state: { guarded: true } satisfies Mark });
    wasGuarded.current = guarded;
  }, [dirty, guarded, here, navigate]);

  useEffect(() => {
    if (!dirty) return undefined;
    const onClick = (event: MouseEvent) => {
      const address = opened.current ? undefined : wayOut(event);
      if (address === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      setWanted(address);
    };
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!opened.current) event.preventDefault();
    };
    document.addEventListener('click', onClick, true);
    window.addEventListener('beforeunload', onUnload);
    return () => {
      document.removeEventListener('click', onClick, true);
      window.removeEventListener('beforeunload', onUnload);
    };
  }, [dirty]);

  return {
    asked: wanted !== undefined,
    stay: () => {
      if (wanted === BACK) void navigate(here, { state: { guarded: true } satisfies Mark });
      setWanted(undefined);
    },
    leave: () => {
      opened.current = true;
      if (wanted === BACK) void navigate(BACK);
      // The second entry of this address is not left behind.
      else if (wanted !== undefined) void navigate(wanted, { replace: true });
      setWanted(undefined);
    },
    open: () => {
      opened.current = true;
    },
  };
}
