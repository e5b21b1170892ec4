import type { ShopPage } from '../../src/pages/pages.js';
import type { ApiClient } from './api-client.js';
import type { Component, PageHead, PageModule, QueryResult, ServerPage } from './page-module.js';

/** After this the browser loads the data itself, which takes a phone two seconds and more. */
export const DATA_DEADLINE_MS = 1_000;
/** Data may depend on other data, and a failing fragment costs a pass. */
const MAX_PASSES = 5;
/** Marks of React where a component threw or suspended. */
const FAILURE = /<!--\$[!?]-->/;

type Load = (signal: AbortSignal) => Promise<unknown>;

export interface Rendering {
  html: string;
  head: PageHead;
  results: Record<string, QueryResult>;
  parts: string[];
  /** By path; undefined when a response has none, so that the page cannot be cached. */
  etags: Map<string, string> | undefined;
}

/** Not `instanceof`: every slice has its own class (`web-kit/src/data/api-error.ts`). */
interface ApiError {
  name: 'ApiError';
  code: string;
  message: string;
  status: number;
}
const isClientError = (error: unknown): error is ApiError => {
  const { name, status } = (error ?? {}) as Partial<ApiError>;
  return name === 'ApiError' && (status === 404 || status === 400);
};

/** Renders one page: collects the queries of its components, loads them, and renders again. */
export class RenderPass implements ServerPage {
  private readonly results = new Map<string, QueryResult>();
  private readonly missing = new Map<string, Load>();
  private readonly shownParts = new Set<string>();
  private readonly etags = new Map<string, string>();
  private isCacheable = true;
  private head: PageHead = { title: '' };

  /**
   * @param parts by the ids of their `LazyBoundary`
   * @param fragments parts that the browser renders when one of them fails here
   */
  constructor(
    private readonly client: ApiClient | undefined,
    private readonly parts: Readonly<Record<string, Component>>,
    private fragments: Readonly<Record<string, Component>> = {},
  ) {}

  get api() {
    return '';
  }

  readonly fetch: typeof fetch = async (url, init) => {
    if (!this.client) throw new Error('no API is configured');
    const path = url instanceof Request ? url.url : url.toString();
    const { status, etag, body } = await this.client.get(path, init?.signal ?? AbortSignal.timeout(DATA_DEADLINE_MS));
    if (status === 200 && etag) this.etags.set(path, etag);
    else this.isCacheable = false;
    return new Response(body, { status });
  };

  queryResult(key: string, load: Load): QueryResult | undefined {
    const result = this.results.get(key);
    if (!result) this.missing.set(key, load);
    return result;
  }

  part(id: string): Component | undefined {
    const part = this.parts[id] ?? this.fragments[id];
    if (part) this.shownParts.add(id);
    return part;
  }

  describe(head: PageHead) {
    const given = Object.entries(head).filter(([, value]) => value !== undefined);
    this.head = { ...this.head, ...Object.fromEntries(given) };
  }

  async render(
    module: PageModule,
    url: string,
    pages: readonly ShopPage[],
    within: <T>(run: () => T) => T,
  ): Promise<Rendering> {
    const signal = AbortSignal.timeout(DATA_DEADLINE_MS);
    for (let pass = 0; pass < MAX_PASSES; pass++) {
      this.shownParts.clear();
      this.head = { title: '' };
      const html = within(() => module.render(url, pages));
      if (this.missing.size === 0) {
        if (!FAILURE.test(html)) return this.toRendering(html);
        const failed = Object.keys(this.fragments).filter((id) => this.shownParts.has(id));
        if (failed.length === 0) throw new Error('a component could not be rendered');
        console.error(`${url.split('?')[0]} is rendered without ${failed.join(', ')}, which failed`);
        this.fragments = {};
        continue;
      }
      await within(() => this.loadMissing(signal));
    }
    throw new Error(`data were still missing after ${MAX_PASSES} passes`);
  }

  private async loadMissing(signal: AbortSignal) {
    const queries = [...this.missing];
    this.missing.clear();
    await Promise.all(
      queries.map(async ([key, load]) => {
        try {
          this.results.set(key, { data: await load(signal) });
        } catch (error) {
          if (!isClientError(error)) throw error;
          const { code, message, status } = error;
          this.results.set(key, { error: { code, message, status } });
        }
      }),
    );
  }

  private toRendering(html: string): Rendering {
    return {
      html,
      head: this.head,
      results: Object.fromEntries(
        [...this.results].filter(([, result]) => 'error' in result || result.data !== undefined),
      ),
      parts: [...this.shownParts],
      etags: this.isCacheable ? this.etags : undefined,
    };
  }
}
