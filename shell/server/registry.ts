import { setTimeout } from 'node:timers/promises';
import { remotes, type RemoteName } from '@rangavalli/contracts/fragments';
import { z } from 'zod';

const entry = z.string().startsWith('/');
const fileName = z.string().regex(/^[\w.-]+$/);
/** What a release's routes are rendered with: names of files beside its entry. */
const releasedPage = z.object({ server: fileName, scripts: z.array(fileName), styles: z.array(fileName) });
export type ReleasedPage = z.infer<typeof releasedPage>;

/** What a remote's host tells: the live release, the canary, and all versions that can be had. */
const releases = z
  .object({
    version: z.string(),
    entry,
    canary: z.object({ version: z.string(), entry, share: z.number() }).optional(),
    versions: z.record(z.string(), entry).default({}),
    /** Of the one release that a host without a release store has. */
    page: releasedPage.optional(),
    pages: z.record(z.string(), releasedPage).optional(),
  })
  .transform(({ page, pages, ...rest }) => ({ ...rest, pages: pages ?? (page ? { [rest.version]: page } : {}) }));

export type KnownReleases = Partial<Record<RemoteName, z.infer<typeof releases>>>;

/** Which version of a remote a visitor gets, and the path of its container's script. */
export interface RegistryEntry {
  version: string;
  entry: string;
}
export interface Registry {
  remotes: Partial<Record<RemoteName, RegistryEntry>>;
}

/** Remotes are asked at most this often, ms: a release is seen by visitors two seconds later. */
const FRESH_MS = 2_000;
/** A page waits this long for newer answers when it has older ones to go by, ms. */
const PATIENCE_MS = 150;
/** A remote host answers from its disk; one that takes longer is not well, ms. */
const DEADLINE_MS = 1_000;

/** Knows what each remote's host says of its releases. What a host said last is kept while it is down. */
export class RegistryReader {
  private readonly lastGood: KnownReleases = {};
  private readAt = Number.NEGATIVE_INFINITY;
  private reading: Promise<void> | undefined;

  /** @param addresses where each remote's host listens */
  constructor(
    readonly addresses: Partial<Record<RemoteName, string>>,
    private readonly now: () => number = Date.now,
  ) {}

  /** The releases, at most two seconds old unless a host is slow to answer. */
  async current(): Promise<KnownReleases> {
    if (this.now() - this.readAt <= FRESH_MS) return this.lastGood;
    const reading = this.read();
    await (this.complete() ? Promise.race([reading, setTimeout(PATIENCE_MS)]) : reading);
    return this.lastGood;
  }

  /** The releases after asking every host now: for a page that could not load what the last one named. */
  async fresh(): Promise<KnownReleases> {
    await this.read();
    return this.lastGood;
  }

  private complete(): boolean {
    return Object.keys(this.addresses).every((name) => name in this.lastGood);
  }

  /** Asks every host; whoever comes while they are being asked waits for the same answers. */
  private read(): Promise<void> {
    const names = Object.keys(this.addresses) as RemoteName[];
    this.reading ??= Promise.all(names.map((name) => this.readOne(name))).then(() => {
      this.readAt = this.now();
      this.reading = undefined;
    });
    return this.reading;
  }

  private async readOne(name: RemoteName): Promise<void> {
    const address = this.addresses[name];
    if (!address) return;
    try {
      const url = new URL(`/remotes/${remotes[name].slice}/release.json`, address);
      const response = await fetch(url, { signal: AbortSignal.timeout(DEADLINE_MS) });
      this.lastGood[name] = releases.parse(await response.json());
    } catch {
      // Down or being replaced: its last good entry stays, and the page's own retry asks again.
    }
  }
}
