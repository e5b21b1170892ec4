import { randomUUID } from 'node:crypto';
import { cp, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import type { Live } from '@rangavalli/build-kit/serve/release-file';
import { Refusal } from '@rangavalli/build-kit/command/report';
import { compare, valid } from 'semver';
import { liveContracts } from '../contract/live-contracts.js';
import type { SliceContract } from '../contract/slice-contract.js';
import type { ReleaseStore, SliceLock, StoredRelease } from './release-store.js';

interface LockFile {
  token: string;
  pid: number;
  host: string;
}

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

const writeJson = (file: string, value: unknown): Promise<void> =>
  writeFile(file, `${JSON.stringify(value, null, 2)}\n`);

function isAlive({ pid, host }: LockFile): boolean {
  // A process on another host can't be checked.
  if (host !== hostname()) return true; // another host's processes can't be checked
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The release store as a folder: `<root>/<slice>/<version>/`, and beside them `live.json`. */
export class FolderStore implements ReleaseStore {
  private readonly tokens = new WeakMap<SliceLock, string>();

  constructor(readonly root: string) {}

  async slices(): Promise<string[]> {
    return this.folders(this.root);
  }

  async versions(slice: string): Promise<string[]> {
    return (await this.folders(path.join(this.root, slice))).filter((name) => valid(name)).toSorted(compare);
  }

  release(slice: string, version: string): Promise<StoredRelease | undefined> {
    return readJson(this.file(slice, version, 'release.json'));
  }

  async contract(slice: string, version: string): Promise<SliceContract> {
    const contract = await readJson<SliceContract>(this.file(slice, version, 'contract.json'));
    if (!contract) throw new Refusal(`${slice} ${version} has no contract in the release store.`);
    return contract;
  }

  live(slice: string): Promise<Live | undefined> {
    return readJson(this.file(slice, 'live.json'));
  }

  liveContracts(): Promise<SliceContract[]> {
    return Promise.resolve(liveContracts(this.root));
  }

  async lock(slice: string): Promise<SliceLock> {
    const file = this.file(slice, '.lock');
    await mkdir(path.dirname(file), { recursive: true });
    const token = randomUUID();
    const mine: LockFile = { token, pid: process.pid, host: hostname() };
    if (!(await create(file, mine))) {
      const other = await readJson<LockFile>(file).catch(() => undefined);
      if (other && isAlive(other))
        throw new Refusal(
          `${slice} is being released already, by process ${other.pid} on ${other.host}. Try again when it is done.`,
        );
      // The lock of a killed release. Of two processes that remove it, one is rejected here or at the flip.
      await rm(file, { force: true });
      if (!(await create(file, mine)))
        throw new Refusal(`${slice} is being released already. Try again when it is done.`);
    }
    const lock: SliceLock = {
      slice,
      free: async () => ((await this.holds(lock)) ? rm(file, { force: true }) : undefined),
    };
    this.tokens.set(lock, token);
    return lock;
  }

  async put(release: StoredRelease, contract: SliceContract, files?: string): Promise<void> {
    const { slice, version } = release;
    const coming = this.file(slice, `.coming-${randomUUID()}`);
    await mkdir(coming, { recursive: true });
    try {
      if (files)
        await cp(files, path.join(coming, 'client'), {
          recursive: true,
          filter: (file) => path.basename(file) !== 'release.json',
        });
      await writeJson(path.join(coming, 'contract.json'), contract);
      await writeJson(path.join(coming, 'release.json'), release);
      await rename(coming, this.file(slice, version));
    } catch (error) {
      await rm(coming, { recursive: true, force: true });
      throw isThere(error)
        ? new Refusal(`${slice} ${version} is in the release store already, and a release never changes.`)
        : error;
    }
  }

  async flip(lock: SliceLock, live: Live): Promise<void> {
    const { slice } = lock;
    for (const version of [live.live, live.canary?.version]) {
      if (version && !(await this.release(slice, version)))
        throw new Refusal(`${slice} ${version} is not in the release store.`);
    }
    const coming = this.file(slice, `.live-${randomUUID()}.json`);
    await writeJson(coming, live);
    if (!(await this.holds(lock))) {
      await rm(coming, { force: true });
      throw new Refusal(`Another release of ${slice} came in between; nothing was changed.`);
    }
    await rename(coming, this.file(slice, 'live.json'));
  }

  async remove(slice: string, version: string): Promise<void> {
    // Moved away first, so that no incomplete release is found.
    const going = this.file(slice, `.going-${randomUUID()}`);
    await rename(this.file(slice, version), going);
    await rm(going, { recursive: true, force: true });
  }

  private async holds(lock: SliceLock): Promise<boolean> {
    const now = await readJson<LockFile>(this.file(lock.slice, '.lock')).catch(() => undefined);
    return now !== undefined && now.token === this.tokens.get(lock);
  }

  private file(slice: string, ...names: string[]): string {
    return path.join(this.root, slice, ...names);
  }

  private async folders(folder: string): Promise<string[]> {
    try {
      return (await readdir(folder, { withFileTypes: true }))
        .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
        .map(({ name }) => name);
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }
}

/** Returns false when the file exists. */
async function create(file: string, value: LockFile): Promise<boolean> {
  try {
    const handle = await open(file, 'wx');
    await handle.writeFile(JSON.stringify(value));
    await handle.close();
    return true;
  } catch (error) {
    if (isThere(error)) return false;
    throw error;
  }
}
