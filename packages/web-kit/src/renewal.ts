import type { CallAnswer } from '@rangavalli/contracts/calls';
import { inThisTab } from './in-this-tab.js';
import { clearSession, currentSession, storeSession } from './session.js';
import { lifeLeft } from './token.js';

/** `renewed`: there is another token now. `ended`: there is no session any more. `unknown`: nobody could tell; the session stays. */
export type Renewal = 'renewed' | 'ended' | 'unknown';

/** A token with so little left is renewed beside the calls that still use it, ms. */
const SOON_MS = 60_000;
/** A token with so little left may be over when it arrives; calls wait for the next one, ms. */
const TOO_LATE_MS = 5_000;
/** … but not longer than this: public pages must come while accounts are away, ms. */
const PATIENCE_MS = 3_000;
/** After a renewal that nobody answered, calls go out with what there is for so long, ms. */
const REST_MS = 5_000;
const DEADLINE_MS = 12_000;
/** An answer that was lost is asked for again at once: the server knows a late cookie for ten seconds. */
const AGAIN_MS = 400;
const LOCK = 'rangavalli:renewal';

/**
 * Gets another token for the session by its refresh cookie. One renewal at a time: in this tab by a promise that all
 * slices share, across tabs by a lock where the browser has locks (elsewhere the server's grace makes it harmless).
 * @param token the one that is over; if another is stored by now, somebody else has renewed it
 */
export function renew(token: string): Promise<Renewal> {
  inThisTab.renewal ??= alone(() => renewUnless(token)).finally(() => {
    delete inThisTab.renewal;
  });
  return inThisTab.renewal;
}

/** Before a call: renews a token that is about to end. Never rejects, and never keeps a call for long. */
export async function renewInTime(): Promise<void> {
  const token = currentSession()?.token;
  const left = token ? lifeLeft(token) : undefined;
  if (!token || left === undefined || left > SOON_MS || Date.now() < (inThisTab.restUntil ?? 0)) return;
  const renewal = renew(token);
  if (left < TOO_LATE_MS) await Promise.race([renewal, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}

const alone = (work: () => Promise<Renewal>): Promise<Renewal> =>
  'locks' in navigator ? navigator.locks.request(LOCK, work).catch(() => 'unknown' as const) : work();

async function renewUnless(token: string): Promise<Renewal> {
  const stored = currentSession()?.token;
  if (stored !== token) return stored ? 'renewed' : 'ended';
  let answer = await ask();
  if (answer === undefined) {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    answer = await ask();
  }
  // Somebody logged out, or in, while we asked: their word counts.
  const now = currentSession();
  if (now?.token !== token) return now ? 'renewed' : 'ended';
  if (answer === undefined) {
    inThisTab.restUntil = Date.now() + REST_MS;
    return 'unknown';
  }
  if (answer === 'ended') {
    clearSession();
    return 'ended';
  }
  storeSession(answer);
  return 'renewed';
}

/** Asks once. Undefined: no answer, or one that says nothing about the session. */
async function ask(): Promise<Pick<CallAnswer<'POST /users/refresh'>, 'token' | 'user'> | 'ended' | undefined> {
  try {
    // `keepalive`: the new cookie arrives even if the page is left meanwhile.
    const response = await fetch('/api/users/refresh', {
      method: 'POST',
      credentials: 'include',
      keepalive: true,
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    const answer = JSON.parse(await response.text()) as Partial<CallAnswer<'POST /users/refresh'>> & { code?: string };
    if (response.ok && answer.token && answer.user) return { token: answer.token, user: answer.user };
    return response.status === 401 && answer.code === 'SESSION_ENDED' ? 'ended' : undefined;
  } catch {
    return undefined;
  }
}
