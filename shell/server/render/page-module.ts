import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';

/** A component of React; the server only hands it on. */
export type Piece = (props: Record<string, unknown>) => unknown;

/** What became of a query (`web-kit/src/data/server-page.ts`). */
export type QueryResult = { data: unknown } | { error: { code: string; message: string; status: number } };

/** What a page says of itself (`web-kit/src/dom/page-head.ts`). */
export interface PageHead {
  title: string;
  description?: string;
  image?: string;
  type?: 'website' | 'product';
  hidden?: boolean;
  missing?: boolean;
}

/** What the page's parts find while they are rendered (`web-kit/src/data/server-page.ts`). */
export interface ServerPage {
  readonly api: string;
  readonly fetch: typeof fetch;
  queryResult(key: string, load: (signal: AbortSignal) => Promise<unknown>): QueryResult | undefined;
  part(id: string): Piece | undefined;
  describe(head: PageHead): void;
}

/** The built page of the shell (`src/server.tsx`). */
export interface PageModule {
  lent: Record<string, unknown>;
  /** The shell's own parts with files of their own. */
  ownParts: Record<string, Piece>;
  render(address: string): string;
  provideServerPage(current: () => ServerPage | undefined): void;
}

/** The shell's page for the server; undefined where it was not built. @param file its whole path */
export function readPageModule(file: string): PageModule | undefined {
  if (!existsSync(file)) return undefined;
  return createRequire(import.meta.url)(file) as PageModule;
}
