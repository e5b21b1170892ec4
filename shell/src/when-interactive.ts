const POLL_MS = 50;
const MAX_WAIT_MS = 3_000;

/** React's mark of a hydrated element. */
const isHydrated = (element: Element): boolean => Object.keys(element).some((key) => key.startsWith('__reactProps'));

/** The innermost part of the page hydrates last. */
const lastPart = (): Element | null | undefined =>
  [...document.querySelectorAll('main [data-boundary] > *')].at(-1) ?? document.querySelector('main > *');

/**
 * Calls back when a server-rendered page responds to taps, or after `MAX_WAIT_MS`. For what would take the line from
 * its scripts.
 */
export function whenInteractive(callback: () => void, waited = 0): void {
  const part = lastPart();
  if (waited >= MAX_WAIT_MS || (part && isHydrated(part))) callback();
  else setTimeout(() => whenInteractive(callback, waited + POLL_MS), POLL_MS);
}
