import { clearSession } from './session.js';
import { sessionState } from './shared-state.js';

const DEADLINE_MS = 10_000;
/** How long a login waits for a pending logout, ms. */
const MAX_WAIT_MS = 3_000;

/**
 * Logs out: at once in this browser (token, record, `authChange`; specification §4), and on the server in the
 * background, even if the visitor leaves the page. Never fails. The caller navigates.
 */
export function logOut(): void {
  clearSession();
  const request = fetch('/api/users/logout', {
    method: 'POST',
    credentials: 'include',
    keepalive: true,
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(DEADLINE_MS),
  })
    // Offline: the session ends on the server at the next login in this browser, or when it expires.
    .catch(() => undefined)
    .finally(() => {
      if (sessionState.logOut === request) delete sessionState.logOut;
    });
  sessionState.logOut = request;
}

/** Waits for a pending logout: its response deletes the cookie, which must not be that of the next login. */
export async function pendingLogOut(): Promise<void> {
  if (sessionState.logOut)
    await Promise.race([sessionState.logOut, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);
}
