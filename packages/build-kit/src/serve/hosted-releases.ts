import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostedReleases, Live, Release } from './release-file.js';

const readJson = async <T>(file: string): Promise<T> => JSON.parse(await readFile(file, 'utf8')) as T;

/** The releases of one slice in the release store, as its host tells them. Looked up anew when `live.json` was replaced. */
export class ReleaseFolder {
  private stamp = '';
  private known: HostedReleases | undefined;

  /** @param folder `<store>/<slice>` */
  constructor(private readonly folder: string) {}

  /** Built files of one release. */
  filesOf(version: string): string {
    return join(this.folder, version, 'client');
  }

  /** What is live now; undefined while nothing was ever released. */
  async current(): Promise<HostedReleases | undefined> {
    const file = join(this.folder, 'live.json');
    const now = await stat(file).catch(() => undefined);
    if (!now) return (this.known = undefined);
    const stamp = `${now.ino} ${now.mtimeMs} ${now.size}`;
    if (stamp !== this.stamp || !this.known) {
      this.known = await this.read(await readJson<Live>(file));
      this.stamp = stamp;
    }
    return this.known;
  }

  private async read({ live, canary }: Live): Promise<HostedReleases> {
    const releases = await this.releases();
    const versions = Object.fromEntries(releases.map(({ version, entry }) => [version, entry]));
    const now = releases.find(({ version }) => version === live);
    if (!now) throw new Error(`${this.folder} has no release ${live}, which is live.`);
    const entry = canary && versions[canary.version];
    const { name, slice, version, exposes } = now;
    const pages = Object.fromEntries(
      releases.flatMap((release) => (release.page ? [[release.version, release.page] as const] : [])),
    );
    return {
      name,
      slice,
      version,
      entry: now.entry,
      exposes,
      ...(canary && entry ? { canary: { ...canary, entry } } : {}),
      versions,
      ...(Object.keys(pages).length > 0 ? { pages } : {}),
    };
  }

  private async releases(): Promise<Release[]> {
    const folders = (await readdir(this.folder, { withFileTypes: true })).filter(
      (entry) => entry.isDirectory() && !entry.name.startsWith('.'),
    );
    // One that is just being taken away is none.
    const found = await Promise.all(
      folders.map(({ name }) => readJson<Release>(join(this.folder, name, 'release.json')).catch(() => undefined)),
    );
    return found.filter((release) => release !== undefined);
  }
}
