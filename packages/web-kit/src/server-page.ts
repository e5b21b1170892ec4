import type { ComponentType } from 'react';
import type { ApiErrorCode } from './api-error.js';
import type { PageHead } from './page-head.js';

/** What became of a query on the server: its data, or a refusal that the page says something about ("not found"). */
export type Answered = { data: unknown } | { error: { code: ApiErrorCode; message: string; status: number } };

/**
 * One page while the server renders it. Each slice carries its own copy of this package's modules, on the server too:
 * all of them find the page that is being rendered by a global symbol.
 */
export interface ServerPage {
  /** The gateway's API, `http://…/api`. */
  readonly api: string;
  /** Asks the API; the page remembers what it was told, and by which version of the answer. */
  readonly fetch: typeof fetch;
  /** What is known of a query; an unknown one is asked before the page is rendered again. */
  answered(key: string, load: (signal: AbortSignal) => Promise<unknown>): Answered | undefined;
  /** A part that comes in a file of its own; undefined for those that only browsers show. */
  piece(id: string): ComponentType<Record<string, unknown>> | undefined;
  /** Says more about the page than its path does. */
  describe(head: PageHead): void;
}

const KEY = Symbol.for('rangavalli.server-page');
const host = globalThis as { [KEY]?: () => ServerPage | undefined };

/** The page that is being rendered on the server; undefined in a browser. */
export const serverPage = (): ServerPage | undefined => host[KEY]?.();

/** The server's part: says which page is being rendered. */
export function provideServerPage(current: () => ServerPage | undefined): void {
  host[KEY] = current;
}
