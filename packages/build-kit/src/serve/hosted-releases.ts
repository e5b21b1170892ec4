import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hostedReleases, type HostedReleases, type Live, type Release } from './release-file.js';

const readJson = async <T>(file: string): Promise<T> => JSON.parse(await readFile(file, 'utf8')) as T;

/** Read again when `live.json` is replaced. */
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
    const stamp = `${status.ino} ${status.mtimeMs} ${status.size}`;
    if (stamp !== this.stamp || !this.cached) {
      const { live, canary } = await readJson<Live>(file);
      const releases = await this.releases();
      const release = releases.find(({ version }) => version === live);
      if (!release) throw new Error(`${this.folder} has no release ${live}, which is live.`);
      this.cached = hostedReleases(release, releases, canary);
      this.stamp = stamp;
    }
    return this.cached;
  }

  private async releases(): Promise<Release[]> {
    const folders = (await readdir(this.folder, { withFileTypes: true })).filter(
      (entry) => entry.isDirectory() && !entry.name.startsWith('.'),
    );
    // A release without its manifest is being removed.
    const found = await Promise.all(
      folders.map(({ name }) => readJson<Release>(join(this.folder, name, 'release.json')).catch(() => undefined)),
    );
    return found.filter((release) => release !== undefined);
  }
}
