import { AsyncLocalStorage } from 'node:async_hooks';
import { CachedResponse } from '@rangavalli/http-cache/cached-response';
import { ResponseCache } from '@rangavalli/http-cache/response-cache';
import type { RemoteName } from '@rangavalli/contracts/fragments';
import { LRUCache } from 'lru-cache';
import type { ShopPage } from '../../src/pages/pages.js';
import type { SelectedReleases } from '../releases/visitor.js';
import type { ApiClient } from './api-client.js';
import type { Component, PageModule, ServerPage } from './page-module.js';
import type { RemoteBundle, RemoteBundles } from './remote-bundles.js';
import { DATA_DEADLINE_MS, type Rendering, RenderPass } from './render-pass.js';

const CACHE_BYTES = 32 * 1024 * 1024;
/** Beyond this share, pages are cached at their second request: one-off searches do not fill the cache. */
const FREE_SHARE = 1 / 8;
const RETRY_AFTER_MS = 2_000;
const MAX_FAILURES = 1_000;

export interface PageRequest {
  /** With the parameters of the page only. */
  url: string;
  path: string;
  page: ShopPage;
  pages: readonly ShopPage[];
  releases: SelectedReleases;
  origin: string;
}

/** Of the page's remote and of those whose fragments it may contain. */
type Bundles = Partial<Record<RemoteName, RemoteBundle>>;

export type Assemble = (
  request: PageRequest,
  rendering: Rendering,
  bundles: Bundles,
) => { html: string; status: number };

const noFragments = { fragments: {}, isComplete: true };

/** By the ids of their `LazyBoundary`. */
const fragmentsOf = (bundles: Bundles): Record<string, Component> =>
  Object.fromEntries(
    Object.entries(bundles).flatMap(([remote, { fragments }]) =>
      Object.entries(fragments).map(([name, fragment]) => [`${remote}/${name}`, fragment]),
    ),
  );

class RenderedPage extends CachedResponse {
  constructor(
    html: string,
    status: number,
    readonly etags: ReadonlyMap<string, string> | undefined,
  ) {
    super({ 'content-type': 'text/html; charset=utf-8', vary: 'cookie' }, Buffer.from(html), status);
  }
}

/**
 * Renders pages without personal data. Cached pages are validated with the ETags of their data on each request. On any
 * failure the browser renders the page.
 */
export class RenderedPages {
  private readonly cache: ResponseCache<RenderedPage>;
  private readonly failures = new LRUCache<string, true>({ max: MAX_FAILURES, ttl: RETRY_AFTER_MS });
  private readonly current = new AsyncLocalStorage<ServerPage>();

  constructor(
    private readonly module: PageModule,
    private readonly api: ApiClient | undefined,
    private readonly bundles: RemoteBundles,
    private readonly assemble: Assemble,
    maxBytes = CACHE_BYTES,
  ) {
    this.cache = new ResponseCache({ maxBytes, freeBytes: maxBytes * FREE_SHARE });
    module.provideServerPage(() => this.current.getStore());
  }

  /** Returns undefined when the browser must render the page. */
  async find(request: PageRequest): Promise<CachedResponse | undefined> {
    const { url, page, origin, releases } = request;
    if (!page.prerender) return undefined;
    const key = [url, origin, ...Object.values(releases).map(({ entry }) => entry)].join('\n');
    const rendered = await (this.cache.pending(key) ?? this.cache.fill(key, () => this.validateOrRender(key, request)));
    if (rendered && !rendered.etags) this.cache.invalidate(key);
    return rendered;
  }

  private async validateOrRender(key: string, request: PageRequest): Promise<RenderedPage | undefined> {
    try {
      const cached = this.cache.get(key);
      if (cached && (await this.isCurrent(cached))) return cached;
      return this.failures.has(key) ? undefined : await this.render(request);
    } catch (error) {
      this.failures.set(key, true);
      console.error(`${request.path} could not be rendered: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
  }

  private async isCurrent({ etags }: RenderedPage) {
    const { api } = this;
    if (!etags || etags.size === 0 || !api) return etags?.size === 0;
    const signal = AbortSignal.timeout(DATA_DEADLINE_MS);
    const responses = await Promise.all([...etags].map(([path, etag]) => api.get(path, signal, etag)));
    return responses.every(({ status }) => status === 304);
  }

  private async render(request: PageRequest): Promise<RenderedPage | undefined> {
    const { remote } = request.page;
    const release = remote && request.releases[remote];
    if (remote && !release?.rendering) return undefined;
    const [own, { fragments, isComplete }] = await Promise.all([
      remote && release?.rendering ? this.bundles.load(remote, release, release.rendering) : undefined,
      remote ? this.loadFragments(request.releases) : noFragments,
    ]);
    const ofPage: Bundles = remote && own ? { [remote]: own } : {};
    const bundles: Bundles = { ...fragments, ...ofPage };
    const pass = new RenderPass(
      this.api,
      { ...this.module.ownParts, ...(own ? { [`${remote}/routes`]: own.routes } : {}), ...fragmentsOf(ofPage) },
      fragmentsOf(fragments),
    );
    const within = <T>(run: () => T): T => this.current.run(pass, run);
    const rendering = await pass.render(this.module, request.url, request.pages, within);
    const { html, status } = this.assemble(request, rendering, bundles);
    // A page without a fragment that could not be loaded is not cached.
    return new RenderedPage(html, status, isComplete ? rendering.etags : undefined);
  }

  /** Loads the remotes with prerendered fragments; the browser renders those of a remote that fails. */
  private async loadFragments(releases: SelectedReleases): Promise<{ fragments: Bundles; isComplete: boolean }> {
    const loads = Object.entries(releases).flatMap(([name, release]) =>
      release.rendering?.fragments
        ? [this.bundles.load(name as RemoteName, release, release.rendering).then((bundle) => [name, bundle] as const)]
        : [],
    );
    const results = await Promise.allSettled(loads);
    return {
      fragments: Object.fromEntries(results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))),
      isComplete: results.every(({ status }) => status === 'fulfilled'),
    };
  }
}
