/** State that all slices of a page share: each slice bundles its own copy of this package's modules. */
interface SessionState {
  renewal?: Promise<'renewed' | 'ended' | 'unknown'>;
  /** No renewal before a call until then, epoch ms: the last one got no response. */
  retryAfter?: number;
  logOut?: Promise<unknown>;
}

const KEY = Symbol.for('rangavalli.session');
const store = globalThis as { [KEY]?: SessionState };

export const sessionState: SessionState = (store[KEY] ??= {});
