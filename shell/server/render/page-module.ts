import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import type { ShopPage } from '../../src/pages/pages.js';

// The server does not compile React: these types mirror `web-kit/src/data/server-page.ts`.

export type Component = (props: Record<string, unknown>) => unknown;

export type QueryResult = { data: unknown } | { error: { code: string; message: string; status: number } };

export interface PageHead {
  title: string;
  description?: string;
  image?: string;
  type?: 'website' | 'product';
  hidden?: boolean;
  missing?: boolean;
  /** Of schema.org, for an origin of the shop. */
  structuredData?: (origin: string) => object;
}

export interface ServerPage {
  readonly api: string;
  readonly fetch: typeof fetch;
  queryResult(key: string, load: (signal: AbortSignal) => Promise<unknown>): QueryResult | undefined;
  part(id: string): Component | undefined;
  describe(head: PageHead): void;
}

export interface PageModule {
  sharedModules: Record<string, unknown>;
  ownParts: Record<string, Component>;
  render(url: string, pages: readonly ShopPage[]): string;
  provideServerPage(current: () => ServerPage | undefined): void;
}

/** Returns undefined when the page was not built. */
export function loadPageModule(file: string): PageModule | undefined {
  if (!existsSync(file)) return undefined;
  return createRequire(import.meta.url)(file) as PageModule;
}
