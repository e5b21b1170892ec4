import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Bucket } from './bucket.js';

const POLL_INTERVAL_MS = 1_000;

/** Releases are immutable; `live.json` is replaced last. While the bucket is unavailable, the copy stays in use. */
export class BucketMirror {
  private tag: string | undefined;
  private timer: NodeJS.Timeout | undefined;
  private loggedError = '';

  constructor(
    private readonly bucket: Bucket,
    private readonly slice: string,
    private readonly folder: string,
  ) {
    mkdirSync(join(folder, slice), { recursive: true });
  }

  /** Resolves after the first attempt, even a failed one. */
  async start(): Promise<void> {
    await this.refresh().then(
      () => (this.loggedError = ''),
      (error: Error) => this.logOnce(error.message),
    );
    this.timer = setTimeout(() => void this.start(), POLL_INTERVAL_MS);
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  async refresh(): Promise<void> {
    const live = await this.bucket.get(`${this.slice}/live.json`, this.tag);
    if (!live) return;
    const versions = await this.bucket.folders(`${this.slice}/`);
    for (const version of versions) {
      if (!existsSync(join(this.folder, this.slice, version))) await this.download(version);
    }
    const temporary = join(this.folder, this.slice, '.live.json');
    writeFileSync(temporary, live.body);
    renameSync(temporary, join(this.folder, this.slice, 'live.json'));
    this.tag = live.tag;
    this.removeExcept(versions);
  }

  private removeExcept(versions: readonly string[]): void {
    const copies = readdirSync(join(this.folder, this.slice), { withFileTypes: true });
    for (const { name } of copies.filter((entry) => entry.isDirectory() && !versions.includes(entry.name)))
      rmSync(join(this.folder, this.slice, name), { recursive: true });
  }

  private async download(version: string): Promise<void> {
    const root = `${this.slice}/${version}/`;
    const release = await this.bucket.get(`${root}release.json`);
    if (!release) return; // The manifest is uploaded last: this release is incomplete.
    const temporary = join(this.folder, this.slice, `.download-${version}`);
    rmSync(temporary, { recursive: true, force: true });
    mkdirSync(join(temporary, 'client'), { recursive: true });
    for (const key of await this.bucket.keys(`${root}client/`)) {
      const file = await this.bucket.get(key);
      if (file) writeFileSync(join(temporary, 'client', basename(key)), file.body);
    }
    writeFileSync(join(temporary, 'release.json'), release.body);
    renameSync(temporary, join(this.folder, this.slice, version));
  }

  private logOnce(message: string): void {
    if (message !== this.loggedError) console.error(message);
    this.loggedError = message;
  }
}
