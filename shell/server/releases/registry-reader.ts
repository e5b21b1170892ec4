import { setTimeout } from 'node:timers/promises';
import type { RemoteName } from '@rangavalli/contracts/fragments';
import { pageDefinition } from '@rangavalli/contracts/pages';
import { z } from 'zod';
import { ReleaseVerifier } from './release-signature.js';

const entry = z.string().startsWith('/');
const fileName = z.string().regex(/^[\w.-]+$/);
const browserFiles = z.object({ scripts: z.array(fileName), styles: z.array(fileName) });
const { zone, layout, menu } = pageDefinition.shape;
/** A release may have values that this shell does not know yet: its pages work without them. */
const page = pageDefinition.safeExtend({
  zone: zone.catch(undefined),
  layout: layout.catch(undefined),
  menu: menu.catch(undefined),
});
const releasedVersion = z.object({
  entry,
  pages: z.array(page).default([]),
  rendering: browserFiles
    .extend({ server: fileName, fragments: z.record(fileName, browserFiles).optional() })
    .optional(),
  /** By file name. Releases of a development server have none. */
  integrity: z.record(fileName, z.string().startsWith('sha384-')).optional(),
  /** ISO 8601, UTC. */
  at: z.iso.datetime().optional(),
});
const signedVersion = z.object({ signed: z.string().optional() });
/** With the live version, as those in `versions`. */
const manifest = z.looseObject({
  version: z.string(),
  canary: z.object({ version: z.string(), share: z.number() }).optional().catch(undefined),
  versions: z.record(z.string(), z.unknown()).default({}),
  /** Other versions that were live, newest first. */
  previous: z.array(z.string()).catch([]),
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

const describe = ({ issues }: z.ZodError): string =>
  issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(' ')).join('; ');

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
    const url = new URL(`/remotes/${slice}/release.json`, address);
    const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) }).catch(() => undefined);
    const content: unknown = response?.ok && (await response.json().catch(() => undefined));
    if (!content) return; // The host is down.
    const { data, error } = manifest.safeParse(content);
    if (error) return this.reportOnce(`the manifest of ${slice} is invalid: ${describe(error)}`);
    const { canary, versions, previous, ...live } = data;
    const usable = this.usableVersions(slice, { ...versions, [live.version]: live });
    const last = this.hosted[name]?.version;
    const version = [live.version, last ?? '', ...previous].find((each) => Object.hasOwn(usable, each)) ?? '';
    if (version !== live.version)
      this.reportOnce(`${slice} ${live.version} is live but unusable; in use: ${version || last || 'none'}`);
    const release = usable[version];
    if (!release) return;
    this.hosted[name] = {
      ...release,
      version,
      versions: usable,
      ...(canary && usable[canary.version] ? { canary } : {}),
    };
  }

  /** Returns those that can be read, of signed ones what was signed; reports the others. */
  private usableVersions(slice: string, versions: Readonly<Record<string, unknown>>) {
    const usable: Record<string, ReleasedVersion> = {};
    for (const [version, content] of Object.entries(versions)) {
      const { data, error } = this.verifier.isRequired
        ? this.signedVersion(slice, version, content)
        : releasedVersion.safeParse(content);
      if (data) usable[version] = data;
      else this.reportOnce(`${slice} ${version} is skipped: ${error ? describe(error) : 'it has no valid signature'}`);
    }
    return usable;
  }

  private signedVersion(
    slice: string,
    version: string,
    content: unknown,
  ): { data?: ReleasedVersion | undefined; error?: z.ZodError | undefined } {
    const { data: hosted } = signedVersion.safeParse(content);
    const signed = this.verifier.contentOf(hosted?.signed);
    if (signed === undefined) return {};
    const { data, error } = signedContent.safeParse(signed);
    const isOfSlice = data?.slice === slice && data.version === version;
    return isOfSlice && data.entry.startsWith(`/remotes/${slice}/`) ? { data } : { error };
  }

  private reportOnce(problem: string) {
    if (this.reported.has(problem)) return;
    this.reported.add(problem);
    console.error(problem);
  }
}
