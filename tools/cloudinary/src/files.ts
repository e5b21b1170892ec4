import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Writes a file that is there whole or not at all, whenever the process or the machine dies. */
export async function writeWhole(path: string, data: Buffer | string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const fresh = `${path}.${randomUUID()}.tmp`;
  await writeFile(fresh, data, { flush: true });
  await rename(fresh, path);
}

/** Removes what lies in a folder and is not among the names to keep. */
export async function keepOnly(folder: string, names: ReadonlySet<string>): Promise<void> {
  const there = await readdir(folder);
  const stray = there.filter((name) => !names.has(name));
  await Promise.all(stray.map((name) => rm(join(folder, name), { recursive: true, force: true })));
}

export const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT';
