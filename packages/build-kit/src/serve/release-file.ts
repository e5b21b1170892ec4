import type { PageDefinition } from '@rangavalli/contracts/pages';

interface BrowserFiles {
  scripts: string[];
  styles: string[];
}

/** Scripts and styles are those of the routes. */
export interface RenderingFiles extends BrowserFiles {
  /** CommonJS without React and the router, which the shell provides. */
  server: string;
  /** Fragments that the server renders too, by name. */
  fragments?: Record<string, BrowserFiles>;
}

/** Subresource integrity (`sha384-…`) of each file, by name. */
export type Integrity = Record<string, string>;

export interface ReleasedVersion {
  entry: string;
  pages: PageDefinition[];
  rendering?: RenderingFiles;
  integrity?: Integrity;
  /** The file with the declarations of the exposed modules, beside the entry. */
  types?: string;
  /** The release as compact JWS (Ed25519), which the shell believes instead of the other fields. */
  signed?: string;
}

export interface Release extends ReleasedVersion {
  name: string;
  slice: string;
  version: string;
  exposes: string[];
  /** Hash of the build. */
  build?: string;
  /** When it was released, ISO 8601, UTC. */
  at?: string;
}

export interface Canary {
  version: string;
  /** Percentage of visitors. */
  share: number;
}

export interface LiveChange {
  /** ISO 8601, UTC. */
  at: string;
  /** `started`: by starting a store from a checkout. */
  what: 'released' | 'rolled back' | 'canary' | 'started';
  version: string;
  from?: string;
}

/** `live.json` of a slice; always replaced as a whole. */
export interface Live {
  live: string;
  canary?: Canary;
  /** Newest last. */
  history: LiveChange[];
}

export interface HostedReleases extends Release {
  canary?: Canary & { entry: string };
  /** Other versions that were live, newest first. */
  previous?: string[];
  versions: Record<string, ReleasedVersion>;
}

export const remotePath = (slice: string): string => `/remotes/${slice}/`;

export const releasePath = (slice: string, version: string): string => `${remotePath(slice)}${version}/`;

export function hostedReleases(
  live: Release,
  available: readonly Release[],
  { canary, history = [] }: Partial<Live> = {},
): HostedReleases {
  const versions = Object.fromEntries(
    available.map(({ version, entry, pages, rendering, integrity, types, signed }) => [
      version,
      // A signature contains the hashes.
      { entry, pages, rendering, types, ...(signed ? { signed } : { integrity }) },
    ]),
  );
  const entry = canary && versions[canary.version]?.entry;
  const wereLive = history.filter(({ what }) => what !== 'canary').map(({ version }) => version);
  const previous = [...new Set(wereLive.toReversed())].filter(
    (version) => version !== live.version && versions[version],
  );
  return {
    ...live,
    ...(canary && entry ? { canary: { ...canary, entry } } : {}),
    ...(previous.length > 0 ? { previous } : {}),
    versions,
  };
}
