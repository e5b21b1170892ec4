const POLL_MS = 50;
/** Three seconds. */
const MAX_POLLS = 60;

/**
 * Calls back when a server-rendered page responds to taps, or after `MAX_POLLS`. For what would take the line from the
 * page's scripts.
 */
export function whenInteractive(callback: () => void, polls = MAX_POLLS): void {
  // The innermost part hydrates last.
  const part = [...document.querySelectorAll('main [data-boundary]>*')].at(-1);
  // React's mark of a hydrated element.
  if (!part || polls === 0 || Object.keys(part).some((key) => key.startsWith('__reactProps'))) callback();
  else setTimeout(whenInteractive, POLL_MS, callback, polls - 1);
}
