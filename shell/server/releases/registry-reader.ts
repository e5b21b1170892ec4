import { setTimeout } from 'node:timers/promises';
import type { RemoteName } from '@rangavalli/contracts/fragments';
import { pageDefinitions } from '@rangavalli/contracts/pages';
import { z } from 'zod';
import { ReleaseVerifier } from './release-signature.js';

const entry = z.string().startsWith('/');
const fileName = z.string().regex(/^[\w.-]+$/);
const browserFiles = z.object({ scripts: z.array(fileName), styles: z.array(fileName) });
const releasedVersion = z.object({
  entry,
  pages: pageDefinitions.default([]),
  rendering: browserFiles
    .extend({ server: fileName, fragments: z.record(fileName, browserFiles).optional() })
    .optional(),
  /** By file name. Releases of a development server have none. */
  integrity: z.record(fileName, z.string().startsWith('sha384-')).optional(),
  /** ISO 8601, UTC. */
  at: z.iso.datetime().optional(),
});
const hostedVersion = releasedVersion.extend({ signed: z.string().optional() });
const manifest = hostedVersion.extend({
  version: z.string(),
  canary: z.object({ version: z.string(), share: z.number() }).optional(),
  versions: z.record(z.string(), hostedVersion).default({}),
});
const signedContent = releasedVersion.extend({ slice: z.string(), version: z.string() });

type ReleasedVersion = z.infer<typeof releasedVersion>;
export type Release = ReleasedVersion & { version: string };

export type RenderingFiles = NonNullable<Release['rendering']>;

export interface HostedRelease extends Release {
  canary?: { version: string; share: number } | undefined;
  /** With the live one and the canary. */
  versions: Readonly<Record<string, ReleasedVersion>>;
}
export type HostedReleases = Partial<Record<RemoteName, HostedRelease>>;

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
  private readonly reported = new Set<string>();

  constructor(
    readonly addresses: Partial<Record<RemoteName, string>>,
    private readonly verifier = new ReleaseVerifier(),
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
    const slice = sliceOf(name);
    try {
      const url = new URL(`/remotes/${slice}/release.json`, address);
      const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
      const { canary, versions, ...live } = manifest.parse(await response.json());
      const usable = this.usableVersions(slice, { ...versions, [live.version]: live });
      const release = usable[live.version];
      if (!release) return this.reportOnce(`${slice} ${live.version} has no valid signature`);
      this.hosted[name] = {
        ...release,
        version: live.version,
        versions: usable,
        ...(canary && usable[canary.version] ? { canary } : {}),
      };
    } catch {
      // The host is down.
    }
  }

  /** Returns those with a valid signature, as they were signed. */
  private usableVersions(slice: string, versions: Readonly<Record<string, z.infer<typeof hostedVersion>>>) {
    const { verifier } = this;
    if (!verifier.isRequired) return versions;
    const usable: Record<string, ReleasedVersion> = {};
    for (const [version, { signed }] of Object.entries(versions)) {
      const { data } = signedContent.safeParse(verifier.contentOf(signed));
      const isOfSlice = data?.slice === slice && data.version === version;
      if (isOfSlice && data.entry.startsWith(`/remotes/${slice}/`)) usable[version] = data;
    }
    return usable;
  }

  private reportOnce(problem: string) {
    if (this.reported.has(problem)) return;
    this.reported.add(problem);
    console.error(problem);
  }
}
