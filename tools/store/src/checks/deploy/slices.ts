// The slices that are deployed, read from the folders, and what each folder says about its image.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../../paths.js';

/** One slice that has an image: a process of its own, or a remote with a static host. */
export interface Slice {
  name: string;
  folder: string;
  kind: 'service' | 'gateway' | 'shell' | 'remote' | 'stand-in';
}

const below = (folder: string, kind: Slice['kind']): Slice[] =>
  readdirSync(path.join(ROOT, folder))
    .filter((name) => existsSync(path.join(ROOT, folder, name, 'package.json')))
    .map((name) => ({ name, folder: `${folder}/${name}`, kind }));

/** Every slice of the store: a new folder is found by itself. */
export const slices: Slice[] = [
  ...below('services', 'service'),
  ...readdirSync(ROOT)
    .filter((name) => existsSync(path.join(ROOT, name, 'remote.json')))
    .map((name) => ({ name, folder: name, kind: 'remote' as const })),
  { name: 'gateway', folder: 'gateway', kind: 'gateway' },
  { name: 'shell', folder: 'shell', kind: 'shell' },
];

/** What takes Razorpay's and Cloudinary's place; in containers only. */
export const standIns: Slice[] = ['razorpay', 'cloudinary'].map((name) => ({
  name,
  folder: `tools/${name}`,
  kind: 'stand-in',
}));

export const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
/** Of this project, so that any number of slices may say the same. */
export const readYaml = (file: string): never => parse(read(file), { merge: true, maxAliasCount: -1 }) as never;

/** The instructions of a slice's Dockerfile, continued lines joined. */
export function dockerfileOf({ folder }: Slice): { word: string; rest: string }[] {
  const joined = read(`${folder}/Dockerfile`).replaceAll(/^#.*$/gm, '').replaceAll(/\\\n/g, ' ');
  return joined
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => ({ word: line.split(' ')[0] ?? '', rest: line.slice(line.indexOf(' ') + 1) }));
}

/** What the image itself puts into its environment. */
export function imageEnv(slice: Slice): Record<string, string> {
  const words = dockerfileOf(slice)
    .filter(({ word }) => word === 'ENV')
    .flatMap(({ rest }) => rest.split(' '));
  return Object.fromEntries(
    words.map((word) => word.split('=') as [string, string]).filter(([, value]) => !value.startsWith('$')),
  );
}

interface Manifest {
  name: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}
const manifestOf = (folder: string): Manifest => JSON.parse(read(`${folder}/package.json`)) as Manifest;

/** Folders of the packages that a slice needs to be built, over all steps. */
export function packagesOf(folder: string): string[] {
  const byName = new Map(
    readdirSync(path.join(ROOT, 'packages')).map((name) => [manifestOf(`packages/${name}`).name, `packages/${name}`]),
  );
  const found = new Set<string>();
  const follow = (from: string): void => {
    const { dependencies, devDependencies } = manifestOf(from);
    for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
      const to = byName.get(name);
      if (!to || found.has(to)) continue;
      found.add(to);
      follow(to);
    }
  };
  follow(folder);
  return [...found].toSorted();
}

/** Fills `${NAME}`, `${NAME:-else}`, `${NAME-else}`, `${NAME:+then}` and `${NAME:?why}` as compose does, innermost first. */
export function interpolate(text: string, env: Readonly<Record<string, string>>): string {
  const once = text.replaceAll(
    /\$\{(\w+)(?:(:?)([-+?])([^${}]*))?\}/g,
    (_all, name: string, colon: string, sign: string, other: string) => {
      const value = env[name];
      if (sign === '+') return value ? other : '';
      if (value !== undefined && (value !== '' || !colon)) return value;
      if (sign === '?') throw new Error(`${name} is required: ${other}`);
      return other ?? '';
    },
  );
  return once === text ? text : interpolate(once, env);
}
