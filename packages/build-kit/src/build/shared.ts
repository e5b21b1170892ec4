import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from '../workspaces.js';

/** One entry of the federation plugin's `shared` table. */
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

/**
 * Modules of which one page holds exactly one copy. The router is shared as a façade: sharing all of
 * react-router-dom would keep what nobody uses of it.
 */
const SHARED: Record<string, string> = {
  react: 'react',
  'react-dom': 'react-dom',
  '@rangavalli/web-kit/router': 'react-router-dom',
};

/** Versions of what the host lends to remotes. */
export const lentVersions = (): Record<string, string> => Object.fromEntries(Object.entries(SHARED).map(([request, owner]) => [request, versionOf(owner)]));

/**
 * The `shared` table.
 * - `host`: carries the modules inside its first script.
 * - `remote`: takes them from the host and carries none.
 * - `standalone`: carries them itself, for a remote that is developed without the shell.
 */
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
