import { compileFunction } from 'node:vm';
import type { RemoteName } from '@rangavalli/contracts/fragments';
import type { SitemapEntries } from '@rangavalli/contracts/pages';
import { LRUCache } from 'lru-cache';
import type { Release, RenderingFiles } from '../releases/registry-reader.js';
import { checkIntegrity } from '../releases/release-signature.js';
import type { Component } from './page-module.js';

interface ServerModule {
  default?: Component;
  sitemapEntries?: SitemapEntries;
  fragments?: Readonly<Record<string, Component>>;
}

export interface RemoteBundle {
  routes: Component;
  sitemapEntries: SitemapEntries | undefined;
  fragments: Readonly<Record<string, Component>>;
  /** CSS of `routes` and of each fragment. */
  styles: Readonly<Record<string, string>>;
}

/** Live releases, canaries, and versions under test. */
const MAX_BUNDLES = 12;
const FETCH_TIMEOUT_MS = 1_000;
const RETRY_AFTER_MS = 5_000;

const toAbsoluteUrls = (css: string, folder: string) =>
  css.replaceAll(/url\((["']?)(?!["']|data:|https?:|\/|#)/g, (_match, quote: string) => `url(${quote}${folder}`);

export class RemoteBundles {
  private readonly bundles = new LRUCache<string, Promise<RemoteBundle>>({ max: MAX_BUNDLES });

  constructor(
    private readonly addresses: Partial<Record<RemoteName, string>>,
    private readonly sharedModules: Record<string, unknown>,
  ) {}

  load(remote: RemoteName, { entry, integrity }: Release, rendering: RenderingFiles): Promise<RemoteBundle> {
    const folder = entry.slice(0, entry.lastIndexOf('/') + 1);
    const key = folder + rendering.server;
    const cached = this.bundles.get(key);
    if (cached) return cached;
    const bundle = this.fetch(remote, folder, rendering, integrity);
    bundle.catch(() => setTimeout(() => this.bundles.delete(key), RETRY_AFTER_MS).unref());
    this.bundles.set(key, bundle);
    return bundle;
  }

  private async fetch(
    remote: RemoteName,
    folder: string,
    { server, styles, fragments = {} }: RenderingFiles,
    integrity: Release['integrity'],
  ): Promise<RemoteBundle> {
    const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS);
    const read = async (name: string) => {
      const response = await fetch(new URL(folder + name, this.addresses[remote]), { signal });
      if (!response.ok) throw new Error(`${folder}${name} responded with ${response.status}`);
      const bytes = Buffer.from(await response.arrayBuffer());
      if (integrity) checkIntegrity(folder + name, bytes, integrity[name]);
      return bytes.toString();
    };
    const stylesOf = {
      routes: styles,
      ...Object.fromEntries(Object.entries(fragments).map(([name, files]) => [name, files.styles])),
    };
    const [code, ...sheets] = await Promise.all([
      read(server),
      ...Object.entries(stylesOf).map(async ([part, names]) => {
        const css = await Promise.all(names.map(read));
        return [part, css.map((sheet) => toAbsoluteUrls(sheet, folder)).join('')] as const;
      }),
    ]);
    const module = this.run(code, folder + server);
    if (!module.default) throw new Error(`${folder}${server} has no default export`);
    return {
      routes: module.default,
      sitemapEntries: module.sitemapEntries,
      fragments: module.fragments ?? {},
      styles: Object.fromEntries(sheets),
    };
  }

  private run(code: string, filename: string): ServerModule {
    const module = { exports: {} };
    const require = (name: string): unknown => {
      if (!Object.hasOwn(this.sharedModules, name))
        throw new Error(`${filename} requires ${name}, which is not shared`);
      return this.sharedModules[name];
    };
    // In this global scope: `web-kit/src/data/server-page.ts` stores the current page there.
    const execute = compileFunction(code, ['module', 'exports', 'require', 'globalThis'], { filename }) as (
      ...args: unknown[]
    ) => void;
    execute(module, module.exports, require, globalThis);
    return module.exports;
  }
}
