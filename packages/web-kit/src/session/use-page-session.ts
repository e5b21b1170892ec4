import { useEffect, useState } from 'react';
import { type Session, useSession } from './session.js';
import { sessionState } from './shared-state.js';

/**
 * Returns the session. Where something was entered on the page `pathname`, one that has ended stays, so that nothing is
 * lost, unless somebody logged out in this tab.
 */
export function usePageSession(pathname: string): { session: Session | undefined; hasEnded: boolean } {
  const current = useSession();
  const [last, setLast] = useState(current);
  const [pageWithInput, setPageWithInput] = useState<string>();
  if (current ? current !== last : last && sessionState.logOut) setLast(current);
  useEffect(() => {
    const handleInput = () => setPageWithInput(pathname);
    document.addEventListener('input', handleInput);
    return () => document.removeEventListener('input', handleInput);
  }, [pathname]);
  const session = current ?? (pageWithInput === pathname ? last : undefined);
  return { session, hasEnded: session !== undefined && !current };
}
