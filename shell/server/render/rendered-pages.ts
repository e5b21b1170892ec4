import { AsyncLocalStorage } from 'node:async_hooks';
import type { RemoteName } from '@rangavalli/contracts/fragments';
import { remoteOfPath, isRenderedPath } from '../../src/remote-paths.js';
import type { KnownReleases, Registry } from '../registry.js';
import type { ApiReads } from './api-reads.js';
import { type KeptPage, KeptPages, pageOf } from './kept-pages.js';
import type { PageModule, ServerPage } from './page-module.js';
import { DATA_DEADLINE_MS, PageUnderWay, type Rendering } from './page-under-way.js';
import { RemoteParts, type RemotePart } from './remote-parts.js';

/** A page that could not be rendered is left to browsers for this long, ms, instead of being tried for each of them. */
const REST_MS = 2_000;

/** Longer addresses are left to browsers: nobody sends them but to fill a memory. */
const LONGEST_ADDRESS = 512;

/** What a page is asked for. */
export interface Asked {
  /** Path and query. */
  address: string;
  path: string;
  registry: Registry;
  known: KnownReleases;
  /** What else makes one page differ from another: the origin in its head. */
  origin: string;
}

/** Writes the whole page around what was rendered. */
export type Assemble = (
  asked: Asked,
  rendering: Rendering,
  part: RemotePart | undefined,
) => { html: string; status: number };

/**
 * Pages as the server renders them, for whoever asks alike: nothing in them is a visitor's own. A page is rendered once and kept;
 * each time it is asked for the API says whether its data are still the same. Whatever goes wrong, the browser draws the page itself.
 */
export class RenderedPages {
  private readonly kept = new KeptPages();
  private readonly underWay = new Map<string, Promise<KeptPage | undefined>>();
  private readonly resting = new Map<string, number>();
  private readonly current = new AsyncLocalStorage<ServerPage>();
  private readonly parts: RemoteParts;

  constructor(
    private readonly module: PageModule,
    private readonly reads: ApiReads | undefined,
    addresses: Partial<Record<RemoteName, string>>,
    private readonly assemble: Assemble,
  ) {
    module.provideServerPage(() => this.current.getStore());
    this.parts = new RemoteParts(addresses, module.lent);
  }

  /** The page, or undefined when the browser has to draw it. Who asks for the same page at the same time gets the same. */
  find(asked: Asked): Promise<KeptPage | undefined> {
    if (asked.address.length > LONGEST_ADDRESS || !isRenderedPath(asked.path)) return Promise.resolve(undefined);
    const key = [asked.address, asked.origin, JSON.stringify(asked.registry)].join('\n');
    const same = this.underWay.get(key);
    if (same) return same;
    const finding = this.keptOrNew(key, asked).finally(() => this.underWay.delete(key));
    this.underWay.set(key, finding);
    return finding;
  }

  private async keptOrNew(key: string, asked: Asked): Promise<KeptPage | undefined> {
    try {
      const kept = this.kept.get(key);
      if (kept && (await this.isTrue(kept))) return kept;
      if ((this.resting.get(key) ?? 0) > Date.now()) return undefined;
      return await this.render(key, asked);
    } catch (error) {
      this.rest(key);
      console.error(`${asked.path} is left to the browser: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
  }

  /** Whether the API has the same data as the page. */
  private async isTrue({ tags }: KeptPage): Promise<boolean> {
    const { reads } = this;
    if (tags.size === 0 || !reads) return tags.size === 0;
    const signal = AbortSignal.timeout(DATA_DEADLINE_MS);
    const same = await Promise.all([...tags].map(([path, tag]) => reads.isUnchanged(path, tag, signal)));
    return same.every(Boolean);
  }

  private async render(key: string, asked: Asked): Promise<KeptPage | undefined> {
    const { address, path, registry, known } = asked;
    const remote = remoteOfPath(path);
    let part: RemotePart | undefined;
    if (remote) {
      const release = registry.remotes[remote];
      const page = release && known[remote]?.pages[release.version];
      // A release of before, or a remote that is down: nothing to render, and nothing wrong.
      if (!release || !page) return undefined;
      part = await this.parts.load(remote, release.entry, page);
    }
    const underWay = new PageUnderWay(this.reads, {
      ...this.module.ownParts,
      ...(remote && part ? { [`${remote}/routes`]: part.routes } : {}),
    });
    const rendering = await underWay.render(this.module, address, (work) => this.current.run(underWay, work));
    const { html, status } = this.assemble(asked, rendering, part);
    const made = await pageOf(html, status, rendering.tags ?? new Map());
    if (rendering.tags) this.kept.keep(key, made);
    else this.kept.forget(key);
    return made;
  }

  private rest(key: string): void {
    this.kept.forget(key);
    if (this.resting.size > 1_000) this.resting.clear();
    this.resting.set(key, Date.now() + REST_MS);
  }
}
