import { setTimeout } from 'node:timers/promises';
import type { RemoteName } from '@rangavalli/contracts/fragments';
import { pageDefinitions } from '@rangavalli/contracts/pages';
import { z } from 'zod';

const entry = z.string().startsWith('/');
const fileName = z.string().regex(/^[\w.-]+$/);
const releasedVersion = z.object({
  entry,
  pages: pageDefinitions.default([]),
  rendering: z.object({ server: fileName, scripts: z.array(fileName), styles: z.array(fileName) }).optional(),
});
const hostedReleases = releasedVersion.extend({
  version: z.string(),
  canary: z.object({ version: z.string(), share: z.number() }).optional(),
  versions: z.record(z.string(), releasedVersion).default({}),
});

export type HostedReleases = Partial<Record<RemoteName, z.infer<typeof hostedReleases>>>;

export type Release = z.infer<typeof releasedVersion> & { version: string };
export type RenderingFiles = NonNullable<Release['rendering']>;

/** `mf-catalog` of `mf_catalog`. */
export const sliceOf = (remote: string) => remote.replaceAll('_', '-');

const MAX_AGE_MS = 2_000;
const MAX_WAIT_MS = 150;
const FETCH_TIMEOUT_MS = 1_000;

/** Reads the release manifests of the remotes. The last manifest stays while its host is down. */
export class RegistryReader {
  private readonly hosted: HostedReleases = {};
  private readAt = Number.NEGATIVE_INFINITY;
  private pending: Promise<void> | undefined;

  constructor(
    readonly addresses: Partial<Record<RemoteName, string>>,
    private readonly now: () => number = Date.now,
  ) {}

  /** Returns releases at most two seconds old, unless a host is slow. */
  async current(): Promise<HostedReleases> {
    if (this.now() - this.readAt <= MAX_AGE_MS) return this.hosted;
    const read = this.readAll();
    const isComplete = Object.keys(this.addresses).every((name) => name in this.hosted);
    await (isComplete ? Promise.race([read, setTimeout(MAX_WAIT_MS)]) : read);
    return this.hosted;
  }

  /** For a page that could not load an entry of the last registry. */
  async refresh(): Promise<HostedReleases> {
    await this.readAll();
    return this.hosted;
  }

  private readAll() {
    const remotes = Object.entries(this.addresses) as [RemoteName, string][];
    this.pending ??= Promise.all(remotes.map(([name, address]) => this.readOne(name, address))).then(() => {
      this.readAt = this.now();
      this.pending = undefined;
    });
    return this.pending;
  }

  private async readOne(name: RemoteName, address: string) {
    try {
      const url = new URL(`/remotes/${sliceOf(name)}/release.json`, address);
      const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
      this.hosted[name] = hostedReleases.parse(await response.json());
    } catch {
      // The host is down.
    }
  }
}
