import { randomUUID } from 'node:crypto';
import { cp, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { Refusal } from '@rangavalli/build-kit/command/report';
import type { SliceContract } from '../contract/slice-contract.js';
import {
  type BuiltFiles,
  isBuildManifest,
  ReleaseStore,
  type SliceLock,
  type StoredRelease,
  toJson,
  versionExists,
} from './release-store.js';

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

function isAlive({ pid, host }: LockFile): boolean {
  if (host !== hostname()) return true; // another host's processes can't be checked
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The release store as a folder. */
export class FolderStore extends ReleaseStore {
  private readonly tokens = new WeakMap<SliceLock, string>();

  constructor(readonly root: string) {
    super();
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

  async put(release: StoredRelease, contract: SliceContract, files: BuiltFiles = {}): Promise<void> {
    const { slice, version } = release;
    const coming = this.file(slice, `.coming-${randomUUID()}`);
    await mkdir(coming, { recursive: true });
    try {
      for (const [name, source] of Object.entries(files))
        await cp(source, path.join(coming, name), {
          recursive: true,
          filter: (file) => !isBuildManifest(path.basename(file)),
        });
      await writeFile(path.join(coming, 'contract.json'), toJson(contract));
      await writeFile(path.join(coming, 'release.json'), toJson(release));
      await rename(coming, this.file(slice, version));
    } catch (error) {
      await rm(coming, { recursive: true, force: true });
      throw isThere(error) ? versionExists(release) : error;
    }
  }

  protected async replaceLive(lock: SliceLock, live: string): Promise<boolean> {
    const coming = this.file(lock.slice, `.live-${randomUUID()}.json`);
    await writeFile(coming, live);
    const isHeld = await this.holds(lock);
    await (isHeld ? rename(coming, this.file(lock.slice, 'live.json')) : rm(coming, { force: true }));
    return isHeld;
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
    await handle.writeFile(JSON.stringify(value));
    await handle.close();
    return true;
  } catch (error) {
    if (isThere(error)) return false;
    throw error;
  }
}
