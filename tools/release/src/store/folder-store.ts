import { randomUUID } from 'node:crypto';
import { cp, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { Refusal } from '@rangavalli/build-kit/command/report';
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

/** A release that takes longer was killed: its process can't be checked from another host, and its id may be reused. */
const LOCK_MS = 30 * 60_000;
/** What a release that was killed has not finished. */
const LEFTOVER = /^\.(?:coming|going|live)-/;

interface LockFile {
  pid: number;
  token: string;
  host: string;
  /** ISO 8601, UTC. */
  until: string;
}

/** Why files can't be written, as the end of a sentence, and what to do. */
const DISK_PROBLEMS: Readonly<Record<string, string>> = {
  ENOSPC: 'its disk is full. Delete what is not needed there, then repeat the command.',
  EDQUOT: 'the quota of its disk is used up. Delete what is not needed there, then repeat the command.',
  EROFS: 'its file system is read-only. Make it writable, then repeat the command.',
  EACCES: 'this user has no rights to it. Repeat the command as the user who started the store.',
  EPERM: 'this user has no rights to it. Repeat the command as the user who started the store.',
};

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';
const isThere = (error: unknown): boolean =>
  ['EEXIST', 'ENOTEMPTY'].includes((error as NodeJS.ErrnoException).code ?? '');

async function readJson<T>(file: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T;
  } catch (error) {
    if (isMissing(error)) return undefined;
    if (error instanceof SyntaxError) throw new Refusal(`${file} is damaged: ${error.message}`);
    throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const isHeldBy = ({ host, pid, until }: LockFile): boolean =>
  Date.now() < Date.parse(until) && (host !== hostname() || isAlive(pid));

/** The release store as a folder. */
export class FolderStore extends ReleaseStore {
  constructor(readonly root: string) {
    super();
  }

  lock(slice: string): Promise<SliceLock> {
    return this.explained(this.lockNow(slice));
  }

  put(release: StoredRelease, contract: SliceContract, files?: BuiltFiles): Promise<void> {
    return this.explained(this.putNow(release, contract, files));
  }

  remove(slice: string, version: string): Promise<void> {
    return this.explained(this.removeNow(slice, version));
  }

  protected replaceLive(lock: LockedSlice, live: string): Promise<boolean> {
    return this.explained(this.replaceLiveNow(lock, live));
  }

  private async lockNow(slice: string): Promise<SliceLock> {
    const file = this.file(slice, '.lock');
    await mkdir(path.dirname(file), { recursive: true });
    const mine: LockFile = {
      pid: process.pid,
      token: randomUUID(),
      host: hostname(),
      until: new Date(Date.now() + LOCK_MS).toISOString(),
    };
    if (!(await create(file, mine))) {
      const other = await readJson<LockFile>(file).catch(() => undefined);
      if (other && isHeldBy(other)) throw beingReleased(file, slice, other);
      // The lock of a killed release. Of two processes that remove it, one is rejected here or at the flip.
      await rm(file, { force: true });
      if (!(await create(file, mine))) throw beingReleased(file, slice);
    }
    for (const name of (await readdir(path.dirname(file))).filter((each) => LEFTOVER.test(each)))
      await rm(this.file(slice, name), { recursive: true, force: true });
    const lock: SliceLock = {
      slice,
      token: mine.token,
      free: async () => ((await this.holds(lock)) ? rm(file, { force: true }) : undefined),
    };
    return lock;
  }

  private async putNow(release: StoredRelease, contract: SliceContract, files: BuiltFiles = {}): Promise<void> {
    const { slice, version } = release;
    const [coming, folder] = [this.file(slice, `.coming-${randomUUID()}`), this.file(slice, version)];
    await mkdir(coming, { recursive: true });
    try {
      for (const [name, source] of Object.entries(files))
        await cp(source, path.join(coming, name), {
          recursive: true,
          filter: (file) => !isBuildManifest(path.basename(file)),
        });
      await writeFile(path.join(coming, 'contract.json'), toJson(contract));
      await writeFile(path.join(coming, 'release.json'), toJson(release));
      if (Object.keys(files).length === 0 && (await this.hasFilesOnly(slice, version)))
        // The last one completes the release.
        for (const name of ['contract.json', 'release.json'])
          await rename(path.join(coming, name), path.join(folder, name));
      else await rename(coming, folder);
    } catch (error) {
      throw isThere(error) ? versionExists(release) : error;
    } finally {
      await rm(coming, { recursive: true, force: true });
    }
  }

  /** A pipeline adds the shell's files for browsers before the deployment, and its contract after it. */
  private async hasFilesOnly(slice: string, version: string): Promise<boolean> {
    return (await this.versions(slice)).includes(version) && !(await this.release(slice, version));
  }

  private async replaceLiveNow(lock: LockedSlice, live: string): Promise<boolean> {
    const coming = this.file(lock.slice, `.live-${randomUUID()}.json`);
    try {
      await writeFile(coming, live);
      const isHeld = await this.holds(lock);
      if (isHeld) await rename(coming, this.file(lock.slice, 'live.json'));
      return isHeld;
    } finally {
      await rm(coming, { force: true });
    }
  }

  private async removeNow(slice: string, version: string): Promise<void> {
    // Moved away first, so that no incomplete release is found.
    const going = this.file(slice, `.going-${randomUUID()}`);
    await rename(this.file(slice, version), going);
    await rm(going, { recursive: true, force: true });
  }

  private async holds(lock: LockedSlice): Promise<boolean> {
    const now = await readJson<LockFile>(this.file(lock.slice, '.lock')).catch(() => undefined);
    return now?.token === lock.token;
  }

  /** Failures of the disk are for people. */
  private async explained<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      const problem = DISK_PROBLEMS[(error as NodeJS.ErrnoException).code ?? ''];
      throw problem ? new Refusal(`The release store ${this.root} can't be changed: ${problem}`) : error;
    }
  }

  private file(...names: string[]): string {
    return path.join(this.root, ...names);
  }

  protected read<T>(name: string): Promise<T | undefined> {
    return readJson(this.file(name));
  }

  protected async folders(name: string): Promise<string[]> {
    try {
      return (await readdir(this.file(name), { withFileTypes: true }))
        .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
        .map((entry) => entry.name);
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }
}

async function create(file: string, value: LockFile): Promise<boolean> {
  try {
    const handle = await open(file, 'wx');
    try {
      await handle.writeFile(JSON.stringify(value));
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    } finally {
      await handle.close();
    }
    return true;
  } catch (error) {
    if (isThere(error)) return false;
    throw error;
  }
}

function beingReleased(file: string, slice: string, by?: LockFile): Refusal {
  const whose = by ? `, by process ${by.pid} on ${by.host}` : '';
  const expiry = by ? ` It expires at ${by.until}; remove it if that release has ended.` : '';
  return new Refusal(`${slice} is being released already${whose}. Try again when it is done.
The lock is ${file}.${expiry}`);
}
