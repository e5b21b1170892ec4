import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ROOT } from '../workspaces.js';

interface SharedModule {
  singleton: true;
  strictVersion: true;
  version: string;
  requiredVersion: string;
  eager: boolean;
  import?: false;
}

const require = createRequire(join(ROOT, 'packages/web-kit/package.json'));
const versionOf = (name: string): string => (require(`${name}/package.json`) as { version: string }).version;

/** Sharing all of react-router-dom would bundle its unused parts. */
const SHARED: Record<string, string> = {
  react: 'react',
  'react-dom': 'react-dom',
  '@rangavalli/web-kit/federation/router': 'react-router-dom',
};

/** The package does not export its production build. */
export function productionRouter(): Record<string, string> {
  const folder = dirname(createRequire(require.resolve('react-router-dom')).resolve('react-router/package.json'));
  return {
    'react-router$': join(folder, 'dist/production/index.mjs'),
    'react-router/dom$': join(folder, 'dist/production/dom-export.mjs'),
  };
}

export const sharedVersions = (): Record<string, string> =>
  Object.fromEntries(Object.entries(SHARED).map(([request, owner]) => [request, versionOf(owner)]));

/** `host` bundles the modules, `remote` takes them from the host, `standalone` bundles them for development. */
export function sharedModules(role: 'host' | 'remote' | 'standalone'): Record<string, SharedModule> {
  return Object.fromEntries(
    Object.entries(SHARED).map(([request, owner]) => {
      const version = versionOf(owner);
      return [
        request,
        {
          singleton: true,
          strictVersion: true,
          version,
          requiredVersion: `^${version.split('.', 2).join('.')}.0`,
          eager: role === 'host',
          ...(role === 'remote' ? { import: false as const } : {}),
        },
      ];
    }),
  );
}
