import { remoteOfPath } from '../remote-paths.js';
import { loadExposed } from '@rangavalli/web-kit/federation/remotes';
import { isDataSaverOn } from '@rangavalli/web-kit/data/prefetch';

/** A mouse that stays on a link for so long is about to press it, ms; one that passes over is not. */
const DWELL_MS = 60;

function linkAt(target: EventTarget | null): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest('a') : null;
  return link && link.href && link.origin === location.origin && !link.target ? link : undefined;
}

/**
 * Loads the remote that a link leads to as soon as somebody is about to follow it: a finger on it, the mouse or the keyboard's
 * focus staying on it. Links inside of the catalog ask ahead for their data too (`web-kit/ahead`). Nothing is loaded for links
 * that are only seen: on a small connection that would be in the way of what is wanted.
 * @returns takes it back
 */
export function warmLinks(): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const warm = (link: HTMLAnchorElement): void => {
    const remote = remoteOfPath(link.pathname);
    // What fails now is tried anew, and said, when the link is followed.
    if (remote && !isDataSaverOn()) loadExposed(remote, 'routes', { fresh: false }).catch(() => undefined);
  };
  const soon = ({ target }: Event): void => {
    clearTimeout(waiting);
    const link = linkAt(target);
    if (link) waiting = setTimeout(() => warm(link), DWELL_MS);
  };
  const now = ({ target }: Event): void => {
    const link = linkAt(target);
    if (link) warm(link);
  };
  const listening = new AbortController();
  const options = { passive: true, capture: true, signal: listening.signal };
  document.addEventListener('pointerover', soon, options);
  document.addEventListener('focusin', soon, options);
  document.addEventListener('touchstart', now, options);
  return () => {
    clearTimeout(waiting);
    listening.abort();
  };
}
