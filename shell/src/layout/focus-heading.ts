/** A page that is still loading gets this long to show its heading, ms. */
const WAIT_MS = 5_000;
/** A page whose form has taken the focus keeps it there. */
const OWN_FIELD = 'main :is(input, select, textarea)';

/**
 * Puts the focus on the page's heading, as soon as it is there. Leaves it alone if the page or the visitor has
 * moved it meanwhile; a page that shows none in time is focused itself.
 * @returns stops waiting
 */
export function focusHeading(): () => void {
  const old = document.querySelector('main h1');
  let left: Element | null = null;
  let own: HTMLElement | null = null;
  let stopped = false;
  const observer = new MutationObserver(look);
  const timer = setTimeout(() => {
    if (!own && document.activeElement === document.body)
      document.querySelector('main')?.focus({ preventScroll: true });
    stop();
  }, WAIT_MS);

  function stop(): void {
    stopped = true;
    observer.disconnect();
    clearTimeout(timer);
  }

  function look(): void {
    const now = document.activeElement;
    const moved = now !== null && now !== left && now !== own && now !== document.body;
    if (moved || now?.matches(OWN_FIELD)) return stop();
    const heading = document.querySelector<HTMLElement>('main h1');
    if (!heading || heading === own) return undefined;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    own = heading;
    // One that was there before may be about to go.
    if (heading !== old) stop();
    return undefined;
  }

  // A menu or a dialog that led here closes itself in the same turn, and gives the focus back to its button.
  queueMicrotask(() => {
    if (stopped) return;
    left = document.activeElement;
    observer.observe(document.body, { childList: true, subtree: true });
    look();
  });
  return stop;
}
