import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { rspack, type RspackPluginInstance } from '@rspack/core';
import { sharedModules } from './shared.js';

const EMPTY_DESCRIPTIONS =
  'data:text/javascript,export const buildDescMap = {}, errorDescMap = {}, runtimeDescMap = {}, typeDescMap = {};';

const enhanced = createRequire(createRequire(import.meta.url).resolve('@module-federation/enhanced/rspack'));
const tools = createRequire(enhanced.resolve('@module-federation/runtime-tools'));

/** Aliases the runtime's CommonJS files, which cannot be tree-shaken, to its ESM builds. */
export function esmRuntime(): Record<string, string> {
  const commonJs = [
    enhanced.resolve('@module-federation/inject-external-runtime-core-plugin'),
    tools.resolve('@module-federation/runtime'),
    tools.resolve('@module-federation/webpack-bundler-runtime'),
  ];
  return Object.fromEntries(commonJs.map((file) => [file, join(dirname(file), 'index.js')]));
}

/** Removes error descriptions; each error has a code and a link. */
export const shortFederationErrors = (): RspackPluginInstance =>
  new rspack.NormalModuleReplacementPlugin(/^\.\/desc\.mjs$/, (request) => {
    if (/error-codes[\\/]dist$/.test(request.context)) request.request = EMPTY_DESCRIPTIONS;
  });

export const chunkOf = (exposed: string): string => exposed.replace('./', '');

export function federation(options: {
  name: string;
  role: 'host' | 'remote' | 'standalone';
  filename?: string;
  exposes?: Record<string, string>;
}): ModuleFederationPlugin {
  const { role, exposes = {}, ...named } = options;
  return new ModuleFederationPlugin({
    ...named,
    exposes: Object.fromEntries(
      Object.entries(exposes).map(([key, module]) => [key, { import: module, name: chunkOf(key) }]),
    ),
    shared: sharedModules(role),
    // The default contacts every remote at start, and one that is down can break the page.
    shareStrategy: 'loaded-first',
    dts: false,
    manifest: false,
    experiments: {
      optimization: { target: 'web', disableSnapshot: true, ...(role === 'remote' ? { disableRemote: true } : {}) },
      // Saves 20 KB (brotli) per remote.
      ...(role === 'remote' ? {} : { provideExternalRuntime: true }),
      ...(role === 'remote' ? { externalRuntime: true } : {}),
    },
  });
}
