// The contents of the Dockerfiles.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../../paths.js';
import { dependenciesOf, type Slice } from '../../setup/workspaces.js';

/** A slice, or a stand-in, which has an image too. */
export type Deployed = Omit<Slice, 'kind'> & { kind: Slice['kind'] | 'stand-in' };

export const standIns: Deployed[] = ['razorpay', 'cloudinary'].map((name) => ({
  name,
  folder: `tools/${name}`,
  kind: 'stand-in' as const,
}));

export const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
export const readYaml = (file: string): never => parse(read(file), { merge: true, maxAliasCount: -1 }) as never;

/** Returns the Dockerfile that builds a slice's image, which services, gateway and stand-ins share, as remotes do. */
export const dockerfileOf = ({ kind }: Deployed): string =>
  `deploy/docker/${kind === 'remote' || kind === 'shell' ? kind : 'service'}.Dockerfile`;

/** Returns the instructions of a slice's Dockerfile, with continued lines joined. */
export function instructionsOf(slice: Deployed): { word: string; rest: string }[] {
  const joined = read(dockerfileOf(slice)).replaceAll(/^#.*$/gm, '').replaceAll(/\\\n/g, ' ');
  return joined
    .replaceAll('${SLICE}', slice.folder)
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => ({ word: line.split(' ')[0] ?? '', rest: line.slice(line.indexOf(' ') + 1) }));
}

/** Returns the environment that an image sets. */
export function imageEnv(slice: Deployed): Record<string, string> {
  const words = instructionsOf(slice)
    .filter(({ word }) => word === 'ENV')
    .flatMap(({ rest }) => rest.split(' '));
  return Object.fromEntries(
    words.map((word) => word.split('=') as [string, string]).filter(([, value]) => !value.startsWith('$')),
  );
}

/** Returns the folders of the packages that an image is built from. */
export const packagesOf = (folder: string): string[] =>
  dependenciesOf(folder).filter((dependency) => dependency.startsWith('packages/'));

/** Interpolates `${NAME}`, `${NAME:-else}`, `${NAME-else}`, `${NAME:+then}` and `${NAME:?why}` as compose does. */
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
