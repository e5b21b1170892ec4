/** What page and service worker say to each other (`worker/`, `src/seen/`). */

/** The page has shown this address, and needed these files and answers for it: to be had without a connection too. */
export interface PageSeen {
  seen: { page: string; needed: readonly string[] };
}

/** The page listens now: what the worker had to say to it before is said again. */
export interface PageListens {
  listens: true;
}

/**
 * What the worker says to a page.
 * - `another-release`: the shop has changed since this page was kept: its own scripts, or a remote's release.
 * - `unreachable`: what is shown was kept, and the shop did not answer when it was asked for what is true now.
 */
export type WorkerSays = 'another-release' | 'unreachable';

export const workerSays = (data: unknown): WorkerSays | undefined =>
  data === 'another-release' || data === 'unreachable' ? data : undefined;
