const POLL_MS = 50;
/** Three seconds. */
const MAX_POLLS = 60;

/** Returns the innermost part of the page, which hydrates last. */
export const innermostPart = () => [...document.querySelectorAll('main [data-boundary]>*')].at(-1);

/**
 * Calls back when a server-rendered page responds to taps, or after `MAX_POLLS`. For what would take the line from the
 * page's scripts.
 */
export function whenInteractive(callback: () => void, polls = MAX_POLLS): void {
  const part = innermostPart();
  // React's mark of a hydrated element.
  if (!part || polls === 0 || Object.keys(part).some((key) => key.startsWith('__reactProps'))) callback();
  else setTimeout(whenInteractive, POLL_MS, callback, polls - 1);
}
