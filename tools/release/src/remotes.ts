import { remotes } from '@rangavalli/contracts/fragments';

/** Slices whose releases are files for browsers. */
export const remoteSlices: readonly string[] = Object.values(remotes).map(({ slice }) => slice);
export const isRemote = (slice: string): boolean => remoteSlices.includes(slice);
