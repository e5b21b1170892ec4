import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { Refusal } from '@rangavalli/build-kit/command/report';
import type { Bucket } from '@rangavalli/build-kit/serve/bucket';
import type { SliceContract } from '../contract/slice-contract.js';
import {
  type BuiltFiles,
  isBuildManifest,
  type LockedSlice,
  ReleaseStore,
  type SliceLock,
  type StoredRelease,
  toJson,
  versionExists,
} from './release-store.js';

/** A release that takes longer was killed. */
const LOCK_MS = 30 * 60_000;

interface LockObject {
  token: string;
  host: string;
  /** ISO 8601, UTC. */
  until: string;
}

/**
 * The release store in an S3-compatible bucket, with the layout of the folder. The conditional write of a release's
 * contract claims the version; `release.json` comes last and completes the release. `live.json` is replaced only if it
 * is unchanged since the slice was locked. Of a build it has the files for browsers only.
 */
export class BucketStore extends ReleaseStore {
  /** ETags of `live.json` when the locks were acquired; undefined where there was none. */
  private readonly tags = new WeakMap<LockedSlice, string | undefined>();

  constructor(private readonly bucket: Bucket) {
    super();
  }

  async lock(slice: string): Promise<SliceLock> {
    const key = `${slice}/.lock`;
    const mine: LockObject = {
      token: randomUUID(),
      host: hostname(),
      until: new Date(Date.now() + LOCK_MS).toISOString(),
    };
    if ((await this.bucket.put(key, toJson(mine), 'new')) === undefined) {
      const other = await this.bucket.get(key);
      const held = other && (JSON.parse(other.body.toString()) as LockObject);
      const isOver = held && new Date(held.until).getTime() < Date.now();
      if (!isOver || (await this.bucket.put(key, toJson(mine), { tag: other.tag })) === undefined) {
        throw new Refusal(
          `${slice} is being released already${held ? ` on ${held.host}` : ''}. Try again when it is done.`,
        );
      }
    }
    const lock: SliceLock = {
      slice,
      token: mine.token,
      free: async () => {
        const now = await this.read<LockObject>(key);
        if (now?.token === mine.token) await this.bucket.delete(key);
      },
    };
    this.tags.set(lock, (await this.bucket.get(`${slice}/live.json`))?.tag);
    return lock;
  }

  async put(release: StoredRelease, contract: SliceContract, { client }: BuiltFiles = {}): Promise<void> {
    const { slice, version } = release;
    const root = `${slice}/${version}`;
    if ((await this.bucket.put(`${root}/contract.json`, toJson(contract), 'new')) === undefined)
      throw versionExists(release);
    const names = client ? (await readdir(client)).filter((name) => !isBuildManifest(name)) : [];
    for (const name of names)
      await this.bucket.put(`${root}/client/${name}`, await readFile(path.join(client ?? '', name)));
    await this.bucket.put(`${root}/release.json`, toJson(release));
  }

  protected async replaceLive(lock: LockedSlice, live: string): Promise<boolean> {
    const known = this.tags.get(lock);
    const tag = await this.bucket.put(`${lock.slice}/live.json`, live, known === undefined ? 'new' : { tag: known });
    if (tag === undefined) return false;
    this.tags.set(lock, tag);
    return true;
  }

  async remove(slice: string, version: string): Promise<void> {
    // First, so that no incomplete release is found.
    await this.bucket.delete(`${slice}/${version}/release.json`);
    for (const key of await this.bucket.keys(`${slice}/${version}/`)) await this.bucket.delete(key);
  }

  protected folders(path: string): Promise<string[]> {
    return this.bucket.folders(path && `${path}/`);
  }

  protected async read<T>(key: string): Promise<T | undefined> {
    const found = await this.bucket.get(key);
    return found && (JSON.parse(found.body.toString()) as T);
  }
}
