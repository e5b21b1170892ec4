import { useSyncExternalStore } from 'react';
import { storageKeys, windowEvents } from '@rangavalli/contracts/browser';
import type { User } from '@rangavalli/contracts/entities/user';
import { emit, listen } from '../dom/events.js';

export type SessionUser = Pick<User, '_id' | 'name' | 'email' | 'role'> & Partial<User>;

/** A stored token is a session (specification §4); the user record may be missing or invalid. */
export interface Session {
  /** Changes every 15 minutes; `owner` identifies the account. */
  token: string;
  owner: string;
  user: SessionUser | undefined;
}

function readStorage(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
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

function claimsOf(token: string): { sub?: unknown; exp?: unknown } {
  try {
    const [, payload = ''] = token.split('.');
    // Other claims may be garbled, since `atob` does not decode UTF-8.
    return (JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) ?? {}) as {
      sub?: unknown;
      exp?: unknown;
    };
  } catch {
    return {};
  }
}

/** ms; undefined when unreadable. */
export function remainingLifetimeMs(token: string): number | undefined {
  const { exp } = claimsOf(token);
  return typeof exp === 'number' ? exp * 1000 - Date.now() : undefined;
}

let last: { token: string | null; userText: string | null; session: Session | undefined } = {
  token: null,
  userText: null,
  session: undefined,
};

/** The same object until it changes. */
export function currentSession(): Session | undefined {
  const token = readStorage(storageKeys.token);
  const userText = readStorage(storageKeys.user);
  if (token !== last.token || userText !== last.userText) {
    const user = parseUser(userText);
    const subject = token && claimsOf(token).sub;
    const owner = typeof subject === 'string' ? subject : (user?._id ?? token);
    last = { token, userText, session: token && owner ? { token, owner, user } : undefined };
  }
  return last.session;
}

export function storeSession(session: { token: string; user: SessionUser }): void {
  // The token last: another tab may read the storage after each of them.
  localStorage.setItem(storageKeys.user, JSON.stringify(session.user));
  localStorage.setItem(storageKeys.token, session.token);
  emit(windowEvents.authChange);
}

/** Fires `authChange`; `logOut` ends the session on the server too. */
export function clearSession(): void {
  localStorage.removeItem(storageKeys.token);
  localStorage.removeItem(storageKeys.user);
  emit(windowEvents.authChange);
}

function subscribe(onChange: () => void): () => void {
  const unlisten = listen(windowEvents.authChange, onChange);
  window.addEventListener('storage', onChange);
  return () => {
    unlisten();
    window.removeEventListener('storage', onChange);
  };
}

export const useSession = (): Session | undefined => useSyncExternalStore(subscribe, currentSession, () => undefined);
