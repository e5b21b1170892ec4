// The contents of the Dockerfiles.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../../paths.js';
import { dependenciesOf, type Slice } from '../../setup/workspaces.js';

/** A slice, or a stand-in, which has an image too. */
export type Deployed = Omit<Slice, 'kind'> & { kind: Slice['kind'] | 'stand-in' };

export const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
export const readYaml = (file: string): never => parse(read(file), { merge: true, maxAliasCount: -1 }) as never;

export const dockerfileOf = ({ kind }: Deployed): string =>
  `deploy/docker/${kind === 'remote' || kind === 'shell' ? kind : 'service'}.Dockerfile`;

export function instructionsOf(slice: Deployed): { word: string; rest: string }[] {
  const joined = read(dockerfileOf(slice)).replaceAll(/^#.*$/gm, '').replaceAll(/\\\n/g, ' ');
  return joined
    .replaceAll('${SLICE}', slice.folder)
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => ({ word: line.split(' ')[0] ?? '', rest: line.slice(line.indexOf(' ') + 1) }));
}

export function imageEnv(slice: Deployed): Record<string, string> {
  const words = instructionsOf(slice)
    .filter(({ word }) => word === 'ENV')
    .flatMap(({ rest }) => rest.split(' '));
  return Object.fromEntries(
    words.map((word) => word.split('=') as [string, string]).filter(([, value]) => !value.startsWith('$')),
  );
}

export const packagesOf = (folder: string): string[] =>
  dependenciesOf(folder).filter((dependency) => dependency.startsWith('packages/'));
