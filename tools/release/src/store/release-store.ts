import { Refusal } from '@rangavalli/build-kit/command/report';
import type { Live } from '@rangavalli/build-kit/serve/release-file';
import { compare, valid } from 'semver';
import type { SliceContract } from '../contract/slice-contract.js';

/** A release in the store, which never changes. Remotes have `name`, `entry` and `exposes` too. */
export interface StoredRelease {
  slice: string;
  version: string;
  build: string;
  /** When it was added, ISO 8601, UTC. */
  at: string;
  name?: string;
  entry?: string;
  exposes?: string[];
  signed?: string;
}

/** Files and folders of a build by their names in the release: `client` is sent to browsers, `server/main.cjs` runs. */
export type BuiltFiles = Readonly<Record<string, string>>;

/** Names a lock, also for another process that makes a release live while the lock is held. */
export interface LockedSlice {
  slice: string;
  token: string;
}

/** Allows one release of a slice at a time, until `free`. */
export interface SliceLock extends LockedSlice {
  free(): Promise<void>;
}

/** Whether a file of a build is its manifest, or a compressed copy: the store has a manifest of its own. */
export const isBuildManifest = (name: string): boolean => /^release\.json(?:\.(?:br|gz))?$/.test(name);

export const toJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Stores releases as `<slice>/<version>/`, and beside them `live.json`. */
export abstract class ReleaseStore {
  slices(): Promise<string[]> {
    return this.folders('');
  }

  /** Versions of a slice, lowest first. */
  async versions(slice: string): Promise<string[]> {
    return (await this.folders(slice)).filter((name) => valid(name)).toSorted(compare);
  }

  release(slice: string, version: string): Promise<StoredRelease | undefined> {
    return this.read(`${slice}/${version}/release.json`);
  }

  async contract(slice: string, version: string): Promise<SliceContract> {
    const contract = await this.read<SliceContract>(`${slice}/${version}/contract.json`);
    if (!contract) throw new Refusal(`${slice} ${version} has no contract in the release store.`);
    return contract;
  }

  live(slice: string): Promise<Live | undefined> {
    return this.read(`${slice}/live.json`);
  }

  async liveContracts(): Promise<SliceContract[]> {
    const found = await Promise.all(
      (await this.slices()).map(async (slice) => {
        const now = await this.live(slice);
        const versions = new Set([now?.live, now?.canary?.version].filter((version) => version !== undefined));
        return Promise.all([...versions].map((version) => this.contract(slice, version)));
      }),
    );
    return found.flat();
  }

  /** Replaces `live.json` atomically. @throws Refusal when the lock was lost or a version is not in the store */
  async flip(lock: LockedSlice, live: Live): Promise<void> {
    const { slice } = lock;
    for (const version of [live.live, live.canary?.version]) {
      if (version && !(await this.release(slice, version)))
        throw new Refusal(`${slice} ${version} is not in the release store.`);
    }
    if (!(await this.replaceLive(lock, toJson(live))))
      throw new Refusal(`Another release of ${slice} came in between; nothing was changed.`);
  }

  /** @throws Refusal during another release of the slice */
  abstract lock(slice: string): Promise<SliceLock>;
  /**
   * Adds a release atomically. @throws Refusal when that version exists
   */
  abstract put(release: StoredRelease, contract: SliceContract, files?: BuiltFiles): Promise<void>;
  abstract remove(slice: string, version: string): Promise<void>;

  protected abstract folders(path: string): Promise<string[]>;
  protected abstract read<T>(path: string): Promise<T | undefined>;
  protected abstract replaceLive(lock: LockedSlice, live: string): Promise<boolean>;
}

export const versionExists = ({ slice, version }: { slice: string; version: string }): Refusal =>
  new Refusal(`${slice} ${version} is in the release store already, and a release never changes.`);
