/** What a remote's build tells about itself, in the `release.json` beside its files. */
export interface Release {
  name: string;
  slice: string;
  version: string;
  /** Path of the container's script on the storefront's origin. */
  entry: string;
  /** What the shell's server needs to render its routes; a release without it is drawn by browsers alone. */
  page?: ReleasedPage;
  /** Names of what it exposes, without `./`. */
  exposes: string[];
}

/** What a release's routes are rendered with on the server. Names of files that lie beside the entry. */
export interface ReleasedPage {
  /** The routes as a CommonJS module for Node, which is lent React and the router. */
  server: string;
  /** What a browser loads for the routes, besides the entry. */
  scripts: string[];
  /** Their styles, which the HTML carries. */
  styles: string[];
}

/** Share of visitors, percent, who get another version than the live one. */
export interface Canary {
  version: string;
  share: number;
}

/** One change of what visitors get of a slice. `at`: ISO 8601, UTC. `started`: a store was started from a checkout that had it. */
export interface LiveChange {
  at: string;
  what: 'released' | 'rolled back' | 'canary' | 'started';
  version: string;
  from?: string;
}

/** `live.json` of a slice in the release store: which version is live. It is only ever replaced as a whole. */
export interface Live {
  live: string;
  canary?: Canary;
  /** Newest last. */
  history: LiveChange[];
}

/** What a remote's host answers at `/remotes/<slice>/release.json`: the live release, and the others that can be had. */
export interface HostedReleases extends Release {
  canary?: Canary & { entry: string };
  /** Entry of every version that can be had. */
  versions: Record<string, string>;
  /** Of every version that the shell's server can render. */
  pages?: Record<string, ReleasedPage>;
}

/** The folder of a remote's files on the storefront's origin. */
export const remotePath = (slice: string): string => `/remotes/${slice}/`;

/** The folder of one release's files on the storefront's origin: they never change. */
export const releasePath = (slice: string, version: string): string => `${remotePath(slice)}${version}/`;
