import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Manifest {
  name: string;
  version: string;
  workspaces?: string[];
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** `browser`: uses React for pages, which needs another module system in tests. */
export interface Workspace {
  folder: string;
  name: string;
  version: string;
  browser: boolean;
}

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

export function workspaceAt(folder: string): Workspace {
  const manifest = readManifest(folder);
  return {
    folder,
    name: manifest.name,
    version: manifest.version,
    // Services draw PDF files with React.
    browser:
      basename(dirname(folder)) !== 'services' && 'react' in { ...manifest.dependencies, ...manifest.devDependencies },
  };
}

export function allWorkspaces(root = ROOT): Workspace[] {
  const folders = (readManifest(root).workspaces ?? []).flatMap((pattern) =>
    pattern.endsWith('/*')
      ? readdirSync(join(root, pattern.slice(0, -2))).map((entry) => join(root, pattern.slice(0, -2), entry))
      : [join(root, pattern)],
  );
  return folders.filter((folder) => existsSync(join(folder, 'package.json'))).map(workspaceAt);
}
