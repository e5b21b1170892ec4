import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hostedReleases, type HostedReleases, type Live, type Release } from './release-file.js';

const readJson = async <T>(file: string): Promise<T> => JSON.parse(await readFile(file, 'utf8')) as T;

/** Read again when `live.json` is replaced, and when a version is added or removed. */
export class ReleaseFolder {
  private stamp = '';
  private cached: HostedReleases | undefined;

  constructor(private readonly folder: string) {}

  filesOf(version: string): string {
    return join(this.folder, version, 'client');
  }

  async current(): Promise<HostedReleases | undefined> {
    const file = join(this.folder, 'live.json');
    const status = await stat(file).catch(() => undefined);
    if (!status) return (this.cached = undefined);
    const folders = await this.versionFolders();
    const stamp = `${status.ino} ${status.mtimeMs} ${status.size} ${folders.join(' ')}`;
    if (stamp !== this.stamp || !this.cached) {
      const live = await readJson<Live>(file);
      const releases = await this.releases(folders);
      const release = releases.find(({ version }) => version === live.live);
      if (!release) throw new Error(`${this.folder} has no release ${live.live}, which is live.`);
      this.cached = hostedReleases(release, releases, live);
      this.stamp = stamp;
    }
    return this.cached;
  }

  private async versionFolders(): Promise<string[]> {
    const entries = await readdir(this.folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name);
  }

  private async releases(folders: readonly string[]): Promise<Release[]> {
    // A release without its manifest is being removed.
    const found = await Promise.all(
      folders.map((name) => readJson<Release>(join(this.folder, name, 'release.json')).catch(() => undefined)),
    );
    return found.filter((release) => release !== undefined);
  }
}
