import type { ComponentType } from 'react';
import type { ApiErrorCode } from './api-error.js';

/** The outcome of a query on the server: data, or an error that the page explains ("not found"). */
export type QueryResult = { data: unknown } | { error: { code: ApiErrorCode; message: string; status: number } };

/** The head of a page, for browsers, search engines and link previews. */
export interface PageHead {
  /** Without the shop's name, which is appended; empty for the home page. */
  title: string;
  description?: string | undefined;
  /** Address of a picture at the image host, for link previews. */
  image?: string | undefined;
  type?: 'website' | 'product' | undefined;
  /** Excludes the page from search engines. */
  hidden?: boolean | undefined;
  /** The page does not exist: the server responds with 404. */
  missing?: boolean | undefined;
}

/**
 * The page that the server is rendering. Each slice bundles its own copy of this package, so that all of them
 * find the page by a global symbol.
 */
export interface ServerPage {
  /** The gateway's API, `http://…/api`. */
  readonly api: string;
  /** Calls the API and records the version of each response. */
  readonly fetch: typeof fetch;
  /** Returns a query's result; a missing one is loaded before the page is rendered again. */
  queryResult(key: string, load: (signal: AbortSignal) => Promise<unknown>): QueryResult | undefined;
  /** Returns a lazily loaded component; undefined for those that only browsers show. */
  part(id: string): ComponentType<Record<string, unknown>> | undefined;
  describe(head: PageHead): void;
}

const KEY = Symbol.for('rangavalli.server-page');
const host = globalThis as { [KEY]?: () => ServerPage | undefined };

/** Returns the page that the server is rendering; undefined in a browser. */
export const serverPage = (): ServerPage | undefined => host[KEY]?.();

export function provideServerPage(current: () => ServerPage | undefined): void {
  host[KEY] = current;
}
