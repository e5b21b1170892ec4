import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Bucket } from './bucket.js';

/** How often a bucket is asked what is live, ms. */
const EVERY_MS = 1_000;

/**
 * Keeps a folder what a slice's folder in the release store is, by what lies in a bucket. A release never changes, so that each is
 * fetched once; what is live is replaced last, so that nobody is sent to files that are not there yet. While the bucket is away
 * everything goes on with what was fetched.
 */
export class BucketMirror {
  private tag: string | undefined;
  private timer: NodeJS.Timeout | undefined;
  private said = '';

  /** @param folder `<folder>/<slice>/` comes to be */
  constructor(
    private readonly bucket: Bucket,
    private readonly slice: string,
    private readonly folder: string,
  ) {
    mkdirSync(join(folder, slice), { recursive: true });
  }

  /** Looks now and from now on. Resolves after the first look, also when the bucket was away. */
  async begin(): Promise<void> {
    await this.refresh().then(
      () => (this.said = ''),
      (error: Error) => this.say(error.message),
    );
    this.timer = setTimeout(() => void this.begin(), EVERY_MS);
  }

  end(): void {
    clearTimeout(this.timer);
  }

  /** Fetches what is new. */
  async refresh(): Promise<void> {
    const live = await this.bucket.get(`${this.slice}/live.json`, this.tag);
    if (!live) return;
    for (const version of await this.bucket.folders(`${this.slice}/`)) {
      if (!existsSync(join(this.folder, this.slice, version))) await this.fetch(version);
    }
    const coming = join(this.folder, this.slice, '.live.json');
    writeFileSync(coming, live.body);
    renameSync(coming, join(this.folder, this.slice, 'live.json'));
    this.tag = live.tag;
  }

  private async fetch(version: string): Promise<void> {
    const root = `${this.slice}/${version}/`;
    const release = await this.bucket.get(`${root}release.json`);
    if (!release) return; // it comes last: this one is not whole
    const coming = join(this.folder, this.slice, `.coming-${version}`);
    rmSync(coming, { recursive: true, force: true });
    mkdirSync(join(coming, 'client'), { recursive: true });
    for (const key of await this.bucket.keys(`${root}client/`)) {
      const file = await this.bucket.get(key);
      if (file) writeFileSync(join(coming, 'client', basename(key)), file.body);
    }
    writeFileSync(join(coming, 'release.json'), release.body);
    renameSync(coming, join(this.folder, this.slice, version));
  }

  /** Once, until it is well again or something else is wrong. */
  private say(message: string): void {
    if (message !== this.said) console.error(message);
    this.said = message;
  }
}
