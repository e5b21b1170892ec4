import { compileFunction } from 'node:vm';
import type { RemoteName } from '@rangavalli/contracts/fragments';
import type { Piece } from './page-module.js';
import type { ReleasedPage } from '../registry.js';

/** A remote's routes, ready to be rendered, and their styles as they may stand in a page. */
export interface RemotePart {
  routes: Piece;
  styles: string;
}

/** So many releases are remembered: the live ones, canaries, and what testers ask for. */
const MOST = 12;
/** Files of the own hosts; they are asked for once a release, ms. */
const DEADLINE_MS = 1_000;
/** A release that could not be loaded is not tried again for this long, ms. */
const REST_MS = 5_000;

/** Addresses in styles are beside the style sheet; in a page they have to be whole. */
const absolute = (css: string, folder: string): string =>
  css.replaceAll(/url\((["']?)(?!["']|data:|https?:|\/|#)/g, (_match, quote: string) => `url(${quote}${folder}`);

/** Loads remotes' routes from their hosts by the versioned addresses of the registry, and remembers those of some releases. */
export class RemoteParts {
  private readonly parts = new Map<string, Promise<RemotePart>>();

  /**
   * @param addresses where each remote's host listens
   * @param lent what their code is lent: React and the router, of which a page has one copy
   */
  constructor(
    private readonly addresses: Partial<Record<RemoteName, string>>,
    private readonly lent: Record<string, unknown>,
  ) {}

  /** @param entry path of the release's container, beside which its files lie */
  async load(remote: RemoteName, entry: string, page: ReleasedPage): Promise<RemotePart> {
    const folder = entry.slice(0, entry.lastIndexOf('/') + 1);
    const key = folder + page.server;
    const known = this.parts.get(key);
    const part = known ?? this.fetch(remote, folder, page);
    this.parts.delete(key);
    this.parts.set(key, part);
    if (!known) {
      const oldest = this.parts.size > MOST ? this.parts.keys().next().value : undefined;
      if (oldest !== undefined) this.parts.delete(oldest);
      part.catch(() => setTimeout(() => this.parts.delete(key), REST_MS).unref());
    }
    return part;
  }

  private async fetch(remote: RemoteName, folder: string, { server, styles }: ReleasedPage): Promise<RemotePart> {
    const read = async (name: string): Promise<string> => {
      const response = await fetch(new URL(folder + name, this.addresses[remote]), {
        signal: AbortSignal.timeout(DEADLINE_MS),
      });
      if (!response.ok) throw new Error(`${folder}${name}: ${response.status}`);
      return response.text();
    };
    const [code, ...sheets] = await Promise.all([server, ...styles].map(read));
    return {
      routes: this.run(code ?? '', folder + server),
      styles: sheets.map((css) => absolute(css, folder)).join(''),
    };
  }

  private run(code: string, filename: string): Piece {
    const module: { exports: { default?: Piece } } = { exports: {} };
    const lend = (request: string): unknown => {
      if (!Object.hasOwn(this.lent, request))
        throw new Error(`${filename} asks for ${request}, which pages are not lent.`);
      return this.lent[request];
    };
    // With the global object of who calls it: the page that is being rendered is found there (`web-kit/src/data/server-page.ts`).
    const body = compileFunction(code, ['module', 'exports', 'require', 'globalThis'], { filename }) as (
      ...given: unknown[]
    ) => void;
    body(module, module.exports, lend, globalThis);
    if (!module.exports.default) throw new Error(`${filename} has no default export.`);
    return module.exports.default;
  }
}
