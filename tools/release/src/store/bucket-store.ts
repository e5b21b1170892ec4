import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { Refusal } from '@rangavalli/build-kit/command/report';
import type { Bucket } from '@rangavalli/build-kit/serve/bucket';
import type { Live } from '@rangavalli/build-kit/serve/release-file';
import { compare, valid } from 'semver';
import type { SliceContract } from '../contract/slice-contract.js';
import type { ReleaseStore, SliceLock, StoredRelease } from './release-store.js';

/** A release that takes longer was killed. */
const LOCK_MS = 30 * 60_000;

interface LockObject {
  token: string;
  host: string;
  /** ISO 8601, UTC. */
  until: string;
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/**
 * The release store in an S3-compatible bucket, with the layout of the folder. The conditional write of a release's
 * contract claims the version; `release.json` comes last and completes the release. `live.json` is replaced only if it is
 * unchanged since the slice was locked.
 */
export class BucketStore implements ReleaseStore {
  /** ETags of `live.json` when the locks were acquired; undefined where there was none. */
  private readonly tags = new WeakMap<SliceLock, string | undefined>();

  constructor(private readonly bucket: Bucket) {}

  slices(): Promise<string[]> {
    return this.bucket.folders('');
  }

  async versions(slice: string): Promise<string[]> {
    return (await this.bucket.folders(`${slice}/`)).filter((name) => valid(name)).toSorted(compare);
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

  async lock(slice: string): Promise<SliceLock> {
    const key = `${slice}/.lock`;
    const mine: LockObject = {
      token: randomUUID(),
      host: hostname(),
      until: new Date(Date.now() + LOCK_MS).toISOString(),
    };
    if ((await this.bucket.put(key, json(mine), 'new')) === undefined) {
      const other = await this.bucket.get(key);
      const held = other && (JSON.parse(other.body.toString()) as LockObject);
      const isOver = held && new Date(held.until).getTime() < Date.now();
      if (!isOver || (await this.bucket.put(key, json(mine), { tag: other.tag })) === undefined) {
        throw new Refusal(
          `${slice} is being released already${held ? ` on ${held.host}` : ''}. Try again when it is done.`,
        );
      }
    }
    const lock: SliceLock = {
      slice,
      free: async () => {
        const now = await this.read<LockObject>(key);
        if (now?.token === mine.token) await this.bucket.delete(key);
      },
    };
    this.tags.set(lock, (await this.bucket.get(`${slice}/live.json`))?.tag);
    return lock;
  }

  async put(release: StoredRelease, contract: SliceContract, files?: string): Promise<void> {
    const { slice, version } = release;
    const root = `${slice}/${version}`;
    if ((await this.bucket.put(`${root}/contract.json`, json(contract), 'new')) === undefined) {
      throw new Refusal(`${slice} ${version} is in the release store already, and a release never changes.`);
    }
    const names = files ? (await readdir(files)).filter((name) => name !== 'release.json') : [];
    for (const name of names)
      await this.bucket.put(`${root}/client/${name}`, await readFile(path.join(files ?? '', name)));
    await this.bucket.put(`${root}/release.json`, json(release));
  }

  async flip(lock: SliceLock, live: Live): Promise<void> {
    const { slice } = lock;
    for (const version of [live.live, live.canary?.version]) {
      if (version && !(await this.release(slice, version)))
        throw new Refusal(`${slice} ${version} is not in the release store.`);
    }
    const known = this.tags.get(lock);
    const tag = await this.bucket.put(`${slice}/live.json`, json(live), known === undefined ? 'new' : { tag: known });
    if (tag === undefined) throw new Refusal(`Another release of ${slice} came in between; nothing was changed.`);
    this.tags.set(lock, tag);
  }

  async remove(slice: string, version: string): Promise<void> {
    // First, so that no incomplete release is found.
    await this.bucket.delete(`${slice}/${version}/release.json`);
    for (const key of await this.bucket.keys(`${slice}/${version}/`)) await this.bucket.delete(key);
  }

  private async read<T>(key: string): Promise<T | undefined> {
    const found = await this.bucket.get(key);
    return found && (JSON.parse(found.body.toString()) as T);
  }
}
