import { inThisTab } from './in-this-tab.js';
import { clearSession } from './session.js';

const DEADLINE_MS = 10_000;
/** A login waits so long for the logout before it, ms. */
const PATIENCE_MS = 3_000;

/**
 * Logs out: at once in this browser (token, record, `authChange`; specification §4), and on the server as soon as it
 * hears of it, even if the page is left meanwhile. Never fails. Where to go then is the caller's.
 */
export function logOut(): void {
  clearSession();
  const leaving = tellServer().finally(() => {
    if (inThisTab.leaving === leaving) delete inThisTab.leaving;
  });
  inThisTab.leaving = leaving;
}

/** Waits for a logout that is under way: its answer takes the cookie away, and must not take the next login's. */
export async function loggedOut(): Promise<void> {
  if (inThisTab.leaving)
    await Promise.race([inThisTab.leaving, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}

async function tellServer(): Promise<void> {
  try {
    await fetch('/api/users/logout', {
      method: 'POST',
      credentials: 'include',
      keepalive: true,
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
  } catch {
    // No connection. The session ends on the server at the next login in this browser, or when it is told elsewhere.
  }
}
