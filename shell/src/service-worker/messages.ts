/** The worker caches these for use without a connection. */
export interface PageViewed {
  viewed: { page: string; resources: readonly string[] };
}

/** The worker sends its last message again. */
export interface PageReady {
  ready: true;
}

/**
 * `new-release`: the page's release has changed. `offline`: the page came from the cache, and the shop did not
 * respond.
 */
export type WorkerMessage = 'new-release' | 'offline';
