const MAX_WAIT_MS = 5_000;
const FORM_FIELD = 'main :is(input, select, textarea)';

/**
 * Focuses the heading as soon as it is rendered, or `<main>` when there is none in time. A focus that the page or the
 * visitor has moved stays.
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

  function stop() {
    isStopped = true;
    observer.disconnect();
    clearTimeout(timer);
  }

  function update() {
    const active = document.activeElement;
    const hasMoved = active !== null && active !== initial && active !== focused && active !== document.body;
    if (hasMoved || active?.matches(FORM_FIELD)) return stop();
    const heading = document.querySelector<HTMLElement>('main h1');
    if (!heading || heading === focused) return undefined;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    focused = heading;
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
