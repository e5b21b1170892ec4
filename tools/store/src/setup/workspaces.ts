import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { allWorkspaces } from '@rangavalli/build-kit/workspaces';
import { ROOT } from '../paths.js';

let foldersByName: Map<string, string> | undefined;

export function dependenciesOf(folder: string): string[] {
  foldersByName ??= new Map(allWorkspaces(ROOT).map((one) => [one.name, path.relative(ROOT, one.folder)]));
  const found = new Set<string>();
  const visit = (from: string): void => {
    const manifest = JSON.parse(readFileSync(path.join(ROOT, from, 'package.json'), 'utf8')) as Record<
      'dependencies' | 'devDependencies',
      Record<string, string> | undefined
    >;
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

/** A process, or a remote whose files a static host serves. */
export interface Slice {
  name: string;
  folder: string;
  kind: 'service' | 'gateway' | 'shell' | 'remote';
}

const slicesIn = (folder: string, file: string, kind: Slice['kind']): Slice[] =>
  readdirSync(path.join(ROOT, folder))
    .filter((name) => existsSync(path.join(ROOT, folder, name, file)))
    .map((name) => ({ name, folder: path.join(folder, name), kind }));

export const slices: Slice[] = [
  ...slicesIn('services', 'package.json', 'service'),
  ...slicesIn('.', 'remote.json', 'remote'),
  { name: 'gateway', folder: 'gateway', kind: 'gateway' },
  { name: 'shell', folder: 'shell', kind: 'shell' },
];

const SHARED_SOURCES = [
  'package-lock.json',
  'tsconfig.base.json',
  'tools/release',
  'deploy/docker',
  'deploy/kubernetes/base',
  'deploy/kubernetes/overlays',
  // Pods read it when they start.
  'deploy/kubernetes/namespace/settings.yaml',
  '.github/workflows/slice.yml',
];

export const findAffectedSlices = (files: readonly string[]): Slice[] =>
  slices.filter(({ name, folder }) => {
    const sources = [...SHARED_SOURCES, folder, `deploy/kubernetes/slices/${name}`, ...dependenciesOf(folder)];
    return files.some((file) => sources.some((source) => file === source || file.startsWith(`${source}/`)));
  });
