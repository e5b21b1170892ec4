import type { Live } from '@rangavalli/build-kit/serve/release-file';
import type { SliceContract } from '../contract/slice-contract.js';

/** A release in the store, which never changes. Remotes have `name`, `entry` and `exposes` too. */
export interface StoredRelease {
  slice: string;
  version: string;
  /** Hash of the built files. */
  build: string;
  /** When it was added, ISO 8601, UTC. */
  at: string;
  name?: string;
  entry?: string;
  exposes?: string[];
}

/** Allows one release of a slice at a time, until `free`. */
export interface SliceLock {
  slice: string;
  free(): Promise<void>;
}

/** Stores releases in a folder or a bucket. */
export interface ReleaseStore {
  /** Slices that have releases. */
  slices(): Promise<string[]>;
  /** Versions of a slice, lowest first. */
  versions(slice: string): Promise<string[]>;
  release(slice: string, version: string): Promise<StoredRelease | undefined>;
  contract(slice: string, version: string): Promise<SliceContract>;
  live(slice: string): Promise<Live | undefined>;
  /** Returns the contracts of each slice's live release and canary. */
  liveContracts(): Promise<SliceContract[]>;
  /** @throws Refusal during another release of the slice */
  lock(slice: string): Promise<SliceLock>;
  /**
   * Adds a release atomically. @throws Refusal when that version exists
   * @param files folder of a remote's built files
   */
  put(release: StoredRelease, contract: SliceContract, files?: string): Promise<void>;
  /** Replaces `live.json` atomically. @throws Refusal when the lock was lost or a version is not in the store */
  flip(lock: SliceLock, live: Live): Promise<void>;
  remove(slice: string, version: string): Promise<void>;
}
