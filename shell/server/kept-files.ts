import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A file with its hash in its name, as of the build: the same name is the same file in every release. */
const HASHED_PATH = /^\/([\w.-]+\.[0-9a-f]{10}\.[a-z0-9]+)$/;

/**
 * Finds the files of other releases of the shell, which pages of those releases load: a page that was opened before a
 * release requests them from the new process, and during a release a new page may reach the old process.
 */
export class KeptFiles {
  /** @param store the release store's folder, as the hosts of remotes have it */
  constructor(private readonly store: string) {}

  /** Returns the file's name and the folder that has it. */
  find(path: string): { name: string; folder: string } | undefined {
    const [, name] = HASHED_PATH.exec(path) ?? [];
    if (name === undefined) return undefined;
    const folder = this.folders().find((each) => existsSync(join(each, name)));
    return folder === undefined ? undefined : { name, folder };
  }

  private folders(): string[] {
    const releases = join(this.store, 'shell');
    if (!existsSync(releases)) return [];
    return readdirSync(releases, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => join(releases, name, 'client'));
  }
}
