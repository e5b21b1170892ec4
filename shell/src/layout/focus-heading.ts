const MAX_WAIT_MS = 5_000;
/** A page whose form has taken the focus keeps it. */
const FORM_FIELD = 'main :is(input, select, textarea)';

/**
 * Focuses the page's heading as soon as it is rendered, unless the page or the visitor has moved the focus; `<main>`
 * when there is no heading in time.
 * @returns a function that stops it
 */
export function focusHeading(): () => void {
  const oldHeading = document.querySelector('main h1');
  let initial: Element | null = null;
  let focused: HTMLElement | null = null;
  let isStopped = false;
  const observer = new MutationObserver(update);
  const timer = setTimeout(() => {
    if (!focused && document.activeElement === document.body)
      document.querySelector('main')?.focus({ preventScroll: true });
    stop();
  }, MAX_WAIT_MS);

  function stop(): void {
    isStopped = true;
    observer.disconnect();
    clearTimeout(timer);
  }

  function update(): void {
    const active = document.activeElement;
    const hasMoved = active !== null && active !== initial && active !== focused && active !== document.body;
    if (hasMoved || active?.matches(FORM_FIELD)) return stop();
    const heading = document.querySelector<HTMLElement>('main h1');
    if (!heading || heading === focused) return undefined;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    focused = heading;
    // The old heading may be about to be removed.
    if (heading !== oldHeading) stop();
    return undefined;
  }

  // A closing menu or dialog returns the focus to its opener first.
  queueMicrotask(() => {
    if (isStopped) return;
    initial = document.activeElement;
    observer.observe(document.body, { childList: true, subtree: true });
    update();
  });
  return stop;
}
