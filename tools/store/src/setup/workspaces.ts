import { readFileSync } from 'node:fs';
import path from 'node:path';
import { allWorkspaces } from '@rangavalli/build-kit/workspaces';
import { ROOT } from '../paths.js';

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

let foldersByName: Map<string, string> | undefined;

/** Returns the folders of the workspaces that a workspace depends on, also indirectly, in alphabetical order. */
export function dependenciesOf(folder: string): string[] {
  foldersByName ??= new Map(allWorkspaces(ROOT).map((one) => [one.name, path.relative(ROOT, one.folder)]));
  const found = new Set<string>();
  const visit = (from: string): void => {
    const manifest = JSON.parse(readFileSync(path.join(ROOT, from, 'package.json'), 'utf8')) as Manifest;
    for (const name of Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })) {
      const dependency = foldersByName?.get(name);
      if (!dependency || found.has(dependency)) continue;
      found.add(dependency);
      visit(dependency);
    }
  };
  visit(folder);
  return [...found].toSorted();
}
