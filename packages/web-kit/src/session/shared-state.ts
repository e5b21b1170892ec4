/** Shared by all slices of a page, which bundle their own copies of this package. */
interface SessionState {
  renewal?: Promise<'renewed' | 'ended' | 'unknown'>;
  retryAfter?: number;
  logOut?: Promise<unknown>;
}

const KEY = Symbol.for('rangavalli.session');
const store = globalThis as { [KEY]?: SessionState };

export const sessionState: SessionState = (store[KEY] ??= {});
