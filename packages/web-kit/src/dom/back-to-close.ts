/** In the state of a history entry: how many things are open there. */
const MARK = 'open';

interface Shared {
  /** How many things are open now. */
  count: number;
  /** The entry that was last marked or returned to; `index` is the router's, equal for a page and its marked entry. */
  at: { depth: number; index: unknown };
  /** While entries are passed over: back to the page behind them, or out of that page. */
  passing?: 'to' | 'out' | undefined;
}

/** Shared by all slices of a page, which bundle their own copies of this package. */
const KEY = Symbol.for('rangavalli.open');
const page = globalThis as { [KEY]?: Shared };

function current(): Shared['at'] {
  const state = (window.history.state ?? {}) as Record<string, unknown>;
  return { depth: Number(state[MARK] ?? 0), index: state['idx'] };
}

/** Passes over entries of what has closed by other means than Back: they look like the page itself. */
function passOver(shared: Shared): void {
  const [left, entry] = [shared.at, current()];
  shared.at = entry;
  const isStale = entry.depth > shared.count;
  const isSamePage = left.index === entry.index;
  const hasLeftStale = isSamePage && left.depth > shared.count && left.depth > entry.depth;
  const isOut = shared.passing === 'out' ? isSamePage : shared.passing === undefined && hasLeftStale;
  shared.passing = isOut ? 'out' : isStale ? 'to' : undefined;
  if (shared.passing) window.history.back();
}

function sharedState(): Shared {
  if (page[KEY]) return page[KEY];
  const shared: Shared = (page[KEY] = { count: 0, at: current() });
  window.addEventListener('popstate', () => passOver(shared));
  return shared;
}

/**
 * Makes the browser's Back close what is open, the innermost first, before it leaves the page. What is open has an
 * entry in the history.
 * @returns `keep`, for whenever the page behind may have changed its address; `leave`, for when it has closed
 */
export function closeOnBack(close: () => void): { keep: () => void; leave: () => void } {
  const shared = sharedState();
  const depth = (shared.count += 1);
  let address: string | undefined;
  const keep = () => {
    if (address === window.location.href) return;
    address = window.location.href;
    if (current().depth < depth) window.history.pushState({ ...window.history.state, [MARK]: depth }, '');
    shared.at = current();
  };
  keep();
  const onPop = () => {
    if (current().depth < depth) close();
  };
  window.addEventListener('popstate', onPop);
  const leave = () => {
    window.removeEventListener('popstate', onPop);
    shared.count -= 1;
  };
  return { keep, leave };
}
