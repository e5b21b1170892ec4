import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { rspack, type RspackPluginInstance } from '@rspack/core';
import { sharedModules } from './shared.js';

/** Its exports without a text in them. */
const WORDLESS =
  'data:text/javascript,export const buildDescMap = {}, errorDescMap = {}, runtimeDescMap = {}, typeDescMap = {};';

const enhanced = createRequire(createRequire(import.meta.url).resolve('@module-federation/enhanced/rspack'));
const tools = createRequire(enhanced.resolve('@module-federation/runtime-tools'));

/**
 * The federation plugin names the CommonJS files of its runtime, from which nothing unused can be left out;
 * this puts their ESM builds in their place.
 */
export function esmRuntime(): Record<string, string> {
  const commonJs = [
    enhanced.resolve('@module-federation/inject-external-runtime-core-plugin'),
    tools.resolve('@module-federation/runtime'),
    tools.resolve('@module-federation/webpack-bundler-runtime'),
  ];
  return Object.fromEntries(commonJs.map((file) => [file, join(dirname(file), 'index.js')]));
}

/**
 * Leaves out what the runtime's errors say in words, which every remote would carry: the code that is in each error, with the address
 * that explains it, is as good to whoever reads it.
 */
export const shortFederationErrors = (): RspackPluginInstance =>
  new rspack.NormalModuleReplacementPlugin(/^\.\/desc\.mjs$/, (request) => {
    if (/error-codes[\\/]dist$/.test(request.context)) request.request = WORDLESS;
  });

/** Name of the files of an exposed module. */
export const chunkOf = (exposed: string): string => exposed.replace('./', '');

/** The part of the federation plugin's options that is the same for the host and every remote. */
export function federation(options: {
  name: string;
  role: 'host' | 'remote' | 'standalone';
  filename?: string;
  exposes?: Record<string, string>;
}): ModuleFederationPlugin {
  const { role, exposes = {}, ...named } = options;
  return new ModuleFederationPlugin({
    ...named,
    // Named, so that a release can tell which files a page of its routes loads; budgets go by these names too.
    exposes: Object.fromEntries(
      Object.entries(exposes).map(([key, module]) => [key, { import: module, name: chunkOf(key) }]),
    ),
    shared: sharedModules(role),
    // The default asks every remote at start, and one that is down can break the page.
    shareStrategy: 'loaded-first',
    // Types come from packages/contracts.
    dts: false,
    // The registry names the entry file: no manifest has to be fetched first.
    manifest: false,
    experiments: {
      // A remote shows another's fragment by the page's loader (`web-kit/federation/remotes`), never by its own.
      optimization: { target: 'web', disableSnapshot: true, ...(role === 'remote' ? { disableRemote: true } : {}) },
      // The host lends its federation runtime: each remote would carry 20 KB (brotli) of the same otherwise.
      ...(role === 'remote' ? {} : { provideExternalRuntime: true }),
      ...(role === 'remote' ? { externalRuntime: true } : {}),
    },
  });
}
