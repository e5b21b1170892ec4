import type { CallResponse } from '@rangavalli/contracts/calls';
import { clearSession, currentSession, remainingLifetimeMs, storeSession } from './session.js';
import { sessionState } from './shared-state.js';

/** `unknown`: the server could not be reached; the session stays. */
export type Renewal = 'renewed' | 'ended' | 'unknown';

const RENEW_BELOW_MS = 60_000;
/** Calls wait for the renewal… */
const BLOCK_BELOW_MS = 5_000;
/** … but no longer than this, so that public pages load while the user service is down. */
const MAX_BLOCK_MS = 3_000;
const RETRY_AFTER_FAILURE_MS = 5_000;
const DEADLINE_MS = 12_000;
/** The server accepts the previous cookie for ten seconds. */
const SECOND_ATTEMPT_DELAY_MS = 400;
const LOCK = 'rangavalli:renewal';

/** One renewal at a time: per tab by a shared promise, across tabs by a lock. */
export function renew(token: string): Promise<Renewal> {
  sessionState.renewal ??= withLock(() => renewUnlessChanged(token)).finally(() => {
    delete sessionState.renewal;
  });
  return sessionState.renewal;
}

/** Never rejects. */
export async function renewIfExpiring(): Promise<void> {
  const token = currentSession()?.token;
  const left = token ? remainingLifetimeMs(token) : undefined;
  if (!token || left === undefined || left > RENEW_BELOW_MS || Date.now() < (sessionState.retryAfter ?? 0)) return;
  const renewal = renew(token);
  if (left < BLOCK_BELOW_MS) await Promise.race([renewal, new Promise((resolve) => setTimeout(resolve, MAX_BLOCK_MS))]);
}

const withLock = (work: () => Promise<Renewal>): Promise<Renewal> =>
  'locks' in navigator ? navigator.locks.request(LOCK, work).catch(() => 'unknown' as const) : work();

async function renewUnlessChanged(token: string): Promise<Renewal> {
  const stored = currentSession()?.token;
  if (stored !== token) return stored ? 'renewed' : 'ended';
  let result = await requestToken();
  if (result === undefined) {
    await new Promise((resolve) => setTimeout(resolve, SECOND_ATTEMPT_DELAY_MS));
    result = await requestToken();
  }
  // A login or logout during the request wins.
  const now = currentSession();
  if (now?.token !== token) return now ? 'renewed' : 'ended';
  if (result === undefined) {
    sessionState.retryAfter = Date.now() + RETRY_AFTER_FAILURE_MS;
    return 'unknown';
  }
  if (result === 'ended') {
    clearSession();
    return 'ended';
  }
  storeSession(result);
  return 'renewed';
}

/** Undefined when the response does not decide about the session. */
async function requestToken(): Promise<
  Pick<CallResponse<'POST /users/refresh'>, 'token' | 'user'> | 'ended' | undefined
> {
  try {
    // The new cookie is stored even if the visitor leaves.
    const response = await fetch('/api/users/refresh', {
      method: 'POST',
      credentials: 'include',
      keepalive: true,
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    const body = JSON.parse(await response.text()) as Partial<CallResponse<'POST /users/refresh'>> & { code?: string };
    if (response.ok && body.token && body.user) return { token: body.token, user: body.user };
    return response.status === 401 && body.code === 'SESSION_ENDED' ? 'ended' : undefined;
  } catch {
    return undefined;
  }
}
