import { runChild } from '@rangavalli/build-kit/command/child';
import { print } from '@rangavalli/build-kit/command/report';
import { ROOT } from '../paths.js';
import { type Affected, findAffected } from '../setup/contract-changes.js';
import { type Slice, slices } from '../setup/workspaces.js';

/**
 * The order of a release: a call's owner is released before its callers, a shell before the remotes that it loads.
 * `dependents` are services that need what another service of the same change brings.
 */
const STAGES: Readonly<Record<string, Slice['kind']>> = {
  services: 'service',
  dependents: 'service',
  gateway: 'gateway',
  shell: 'shell',
  remotes: 'remote',
};

/** Workflows whose steps take seconds. */
const OTHER_PIPELINES = ['slices', 'platform'];

/** The inputs of slice.yml. */
interface MatrixEntry {
  slice: string;
  folder: string;
  kind: 'remote' | 'process';
  /** Affected slices of earlier stages. */
  after: string;
}

/** Returns the matrices of `.github/workflows/slices.yml`, by the stage of the release. */
export function stagesOf({ slices: affected, needed }: Affected): Record<string, MatrixEntry[]> {
  const earlier: string[] = [];
  return Object.fromEntries(
    Object.entries(STAGES).map(([stage, stageKind]) => {
      const inStage = affected.filter(
        ({ name, kind }) => kind === stageKind && (kind !== 'service' || name in needed === (stage === 'dependents')),
      );
      const after = earlier.join(',');
      earlier.push(...inStage.map(({ name }) => name));
      return [
        stage,
        inStage.map(({ name, folder, kind }) => ({
          slice: name,
          folder,
          kind: kind === 'remote' ? kind : ('process' as const),
          after,
        })),
      ];
    }),
  );
}

/** Prints the outputs of a step: all slices when the commit is not in the history. */
export async function affectedCommand([base = '']: string[]): Promise<void> {
  const { code, output } = await runChild('git', ['diff', '--name-only', base, 'HEAD'], { cwd: ROOT });
  const affected = code === 0 && base ? await findAffected(output.trim().split('\n'), base) : { slices, needed: {} };
  for (const [stage, matrix] of Object.entries(stagesOf(affected))) print(`${stage}=${JSON.stringify(matrix)}`);
  print(`pipelines=${JSON.stringify([...OTHER_PIPELINES, ...affected.slices.map(({ name }) => name)])}`);
}
