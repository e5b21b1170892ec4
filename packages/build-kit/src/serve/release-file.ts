/** What a remote's host tells about the version it serves, in `release.json`; the registry is made of these. */
export interface Release {
  name: string;
  slice: string;
  version: string;
  /** Path of the container's script on the storefront's origin. */
  entry: string;
  /** Names of what it exposes, without `./`. */
  exposes: string[];
}

/** The folder of a remote's files on the storefront's origin. */
export const remotePath = (slice: string): string => `/remotes/${slice}/`;
