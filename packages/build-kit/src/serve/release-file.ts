import type { PageDefinition } from '@rangavalli/contracts/pages';

/** Names of files beside the entry, with which the shell's server renders a release's routes. */
export interface RenderingFiles {
  /** CommonJS for Node, without React and the router, which the shell provides. */
  server: string;
  /** Scripts that a browser loads for the routes, besides the entry. */
  scripts: string[];
  /** Styles that the HTML needs. */
  styles: string[];
}

/** What is needed to show one version of a remote. */
export interface ReleasedVersion {
  /** Path of the container's script on the storefront's origin. */
  entry: string;
  pages: PageDefinition[];
  /** Absent for a remote without routes. */
  rendering?: RenderingFiles;
}

/** The manifest that a remote's build writes, `release.json`. */
export interface Release extends ReleasedVersion {
  name: string;
  slice: string;
  version: string;
  /** Names of the exposed modules, without `./`. */
  exposes: string[];
}

export interface Canary {
  version: string;
  /** Percentage of visitors. */
  share: number;
}

export interface LiveChange {
  /** ISO 8601, UTC. */
  at: string;
  /** `started`: by starting a store from a checkout with this release. */
  what: 'released' | 'rolled back' | 'canary' | 'started';
  version: string;
  from?: string;
}

/** `live.json` of a slice in the release store; always replaced as a whole. */
export interface Live {
  live: string;
  canary?: Canary;
  /** Newest last. */
  history: LiveChange[];
}

/** The response at `/remotes/<slice>/release.json`: the live release and all available versions. */
export interface HostedReleases extends Release {
  canary?: Canary & { entry: string };
  versions: Record<string, ReleasedVersion>;
}

/** Returns the folder of a remote's files on the storefront's origin. */
export const remotePath = (slice: string): string => `/remotes/${slice}/`;

/** Returns the folder of one release's files, which never change. */
export const releasePath = (slice: string, version: string): string => `${remotePath(slice)}${version}/`;

/** Returns the response of a remote's host. @param available every release that can be loaded, with the live one */
export function hostedReleases(live: Release, available: readonly Release[], canary?: Canary): HostedReleases {
  const versions = Object.fromEntries(
    available.map(({ version, entry, pages, rendering }): [string, ReleasedVersion] => [
      version,
      { entry, pages, ...(rendering ? { rendering } : {}) },
    ]),
  );
  const { name, slice, version, exposes, entry, pages, rendering } = live;
  const canaryEntry = canary && versions[canary.version]?.entry;
  return {
    name,
    slice,
    version,
    entry,
    pages,
    ...(rendering ? { rendering } : {}),
    exposes,
    ...(canary && canaryEntry ? { canary: { ...canary, entry: canaryEntry } } : {}),
    versions,
  };
}
