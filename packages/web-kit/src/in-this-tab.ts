/**
 * What all slices of a page must share: each of them carries its own copy of this package's modules, and a variable
 * of a module is a slice's own.
 */
interface InThisTab {
  /** The renewal of the token that is under way. */
  renewal?: Promise<'renewed' | 'ended' | 'unknown'>;
  /** No renewal before a call until then, epoch ms: the last one was not answered. */
  restUntil?: number;
  /** The logout that the server is being told of. */
  leaving?: Promise<unknown>;
}

const KEY = Symbol.for('rangavalli.session');
const store = globalThis as { [KEY]?: InThisTab };

export const inThisTab: InThisTab = (store[KEY] ??= {});
