import type { Live } from '@rangavalli/build-kit/serve/release-file';
import type { SliceContract } from '../contract/slice-contract.js';

/** One release in the store; remotes have `name`, `entry` and `exposes` too. It never changes. */
export interface StoredRelease {
  slice: string;
  version: string;
  /** Hash of what was built: two releases with the same one are the same files. */
  build: string;
  /** When it came into the store, ISO 8601, UTC. */
  at: string;
  name?: string;
  entry?: string;
  exposes?: string[];
}

/** Holds a slice for one release at a time, until `free`. */
export interface SliceLock {
  slice: string;
  free(): Promise<void>;
}

/**
 * Where releases lie. A folder here; a bucket can take its place: a put must refuse what is there already
 * (`If-None-Match: *`), and `live.json` must be replaced as a whole.
 */
export interface ReleaseStore {
  /** Slices that have releases. */
  slices(): Promise<string[]>;
  /** Versions of a slice, lowest first. */
  versions(slice: string): Promise<string[]>;
  release(slice: string, version: string): Promise<StoredRelease | undefined>;
  contract(slice: string, version: string): Promise<SliceContract>;
  live(slice: string): Promise<Live | undefined>;
  /** Of each slice the live release's, and its canary's. */
  liveContracts(): Promise<SliceContract[]>;
  /** @throws Refusal while another release of the slice is on its way */
  lock(slice: string): Promise<SliceLock>;
  /**
   * Puts a release in, whole or not at all. @throws Refusal when that version is there
   * @param files folder of a remote's built files
   */
  put(release: StoredRelease, contract: SliceContract, files?: string): Promise<void>;
  /** Replaces `live.json` in one step. @throws Refusal when the lock is no longer held or a version is not in the store */
  flip(lock: SliceLock, live: Live): Promise<void>;
  remove(slice: string, version: string): Promise<void>;
}
