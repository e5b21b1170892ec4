/** The page was viewed and needed these files and responses: the worker caches them for use without a connection. */
export interface PageViewed {
  viewed: { page: string; resources: readonly string[] };
}

/** The page listens now: the worker sends it its last message again. */
export interface PageReady {
  ready: true;
}

/**
 * - `new-release`: the shell or a remote was released since this page was cached.
 * - `offline`: the page came from the cache, and the shop did not respond to the request for the current one.
 */
export type WorkerMessage = 'new-release' | 'offline';

export const toWorkerMessage = (data: unknown): WorkerMessage | undefined =>
  data === 'new-release' || data === 'offline' ? data : undefined;
