import { sessionStorageKeys } from '@rangavalli/contracts/browser';
import { clearSession } from './session.js';
import { sessionState } from './shared-state.js';

const DEADLINE_MS = 10_000;
const MAX_WAIT_MS = 3_000;

/** Logs out at once in this browser (specification §4) and in the background on the server. Never fails. */
export function logOut(): void {
  clearSession();
  clearSessionStorage();
  // The next person at this browser must not see the account's notifications. The server ends the subscription too.
  void navigator.serviceWorker
    ?.getRegistration()
    .then(async (registration) => (await registration?.pushManager.getSubscription())?.unsubscribe())
    .catch(() => undefined);
  const request = fetch('/api/users/logout', {
    method: 'POST',
    credentials: 'include',
    keepalive: true,
    signal: AbortSignal.timeout(DEADLINE_MS),
  })
    // Offline, the server ends the session at the next login or when it expires.
    .catch(() => undefined)
    .finally(() => {
      if (sessionState.logOut === request) delete sessionState.logOut;
    });
  sessionState.logOut = request;
}

function clearSessionStorage() {
  try {
    for (const key of Object.values(sessionStorageKeys)) sessionStorage.removeItem(key);
  } catch {
    // Storage is blocked: nothing was stored.
  }
}

/** Its response deletes the cookie, which must not be that of the next login. */
export async function pendingLogOut(): Promise<void> {
  if (sessionState.logOut)
    await Promise.race([sessionState.logOut, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);
}
