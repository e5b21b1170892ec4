import type { ComponentType } from 'react';
import type { ApiErrorCode } from './api-error.js';

/** An error is one that the page explains ("not found"). */
export type QueryResult = { data: unknown } | { error: { code: ApiErrorCode; message: string; status: number } };

export interface PageHead {
  /** Without the shop's name; empty for the home page. */
  title: string;
  description?: string | undefined;
  /** For link previews. */
  image?: string | undefined;
  type?: 'website' | 'product' | undefined;
  hidden?: boolean | undefined;
  /** Of schema.org, for an origin of the shop; only on the server. */
  structuredData?: ((origin: string) => object) | undefined;
  /** The server responds with 404. */
  missing?: boolean | undefined;
}

/** Slices bundle their own copies of this package and find the page by a global symbol. */
export interface ServerPage {
  /** `http://…/api` */
  readonly api: string;
  /** Records the version of each response. */
  readonly fetch: typeof fetch;
  /** A missing result is loaded before the page is rendered again. `undefined` is not sent to the browser. */
  queryResult(key: string, load: (signal: AbortSignal) => Promise<unknown>): QueryResult | undefined;
  /** Undefined for components that only browsers show. */
  part(id: string): ComponentType<Record<string, unknown>> | undefined;
  describe(head: PageHead): void;
}

const KEY = Symbol.for('rangavalli.server-page');
const host = globalThis as { [KEY]?: () => ServerPage | undefined };

export const serverPage = (): ServerPage | undefined => host[KEY]?.();

/** @public Called by the shell’s server through its built module. */
export function provideServerPage(current: () => ServerPage | undefined): void {
  host[KEY] = current;
}
