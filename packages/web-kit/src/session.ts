import { useSyncExternalStore } from 'react';
import { storageKeys, windowEvents } from '@rangavalli/contracts/browser';
import type { User } from '@rangavalli/contracts/entities/user';
import { emit, listen } from './events.js';
import { subjectOf } from './token.js';

/** The signed-in user's record as it lies in local storage. */
export type SessionUser = Pick<User, '_id' | 'name' | 'email' | 'role'> & Partial<User>;

/** Signed in means that a token is stored (specification §4); the record beside it may be missing or broken. */
export interface Session {
  /** Another one every quarter of an hour: no name for whose things are shown (`owner` is). */
  token: string;
  /** Whose session it is: the same for as long as one person is signed in. */
  owner: string;
  user: SessionUser | undefined;
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // Storage is forbidden here: the visitor is a guest.
  }
}

function parseUser(text: string | null): SessionUser | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return typeof value === 'object' && value !== null && '_id' in value ? (value as SessionUser) : undefined;
  } catch {
    return undefined;
  }
}

let last: { token: string | null; userText: string | null; session: Session | undefined } = {
  token: null,
  userText: null,
  session: undefined,
};

/** The session as it is now; the same object until it changes. */
export function currentSession(): Session | undefined {
  const token = stored(storageKeys.token);
  const userText = stored(storageKeys.user);
  if (token !== last.token || userText !== last.userText) {
    const user = parseUser(userText);
    last = {
      token,
      userText,
      session: token ? { token, owner: subjectOf(token) ?? user?._id ?? token, user } : undefined,
    };
  }
  return last.session;
}

/** Begins a session, or replaces the stored user's record, and tells every slice. */
export function storeSession(session: { token: string; user: SessionUser }): void {
  localStorage.setItem(storageKeys.token, session.token);
  localStorage.setItem(storageKeys.user, JSON.stringify(session.user));
  emit(windowEvents.authChange);
}

/** Ends the session in this browser and tells every slice. `logOut` (file `log-out`) ends it on the server too. */
export function clearSession(): void {
  localStorage.removeItem(storageKeys.token);
  localStorage.removeItem(storageKeys.user);
  emit(windowEvents.authChange);
}

function subscribe(changed: () => void): () => void {
  const forget = listen(windowEvents.authChange, changed);
  // Another tab of the same browser signs in or out.
  window.addEventListener('storage', changed);
  return () => {
    forget();
    window.removeEventListener('storage', changed);
  };
}

/** The session, kept up to date while the component is on the page. */
export const useSession = (): Session | undefined => useSyncExternalStore(subscribe, currentSession, () => undefined);
