import { runChild } from '@rangavalli/build-kit/command/child';
import { print } from '@rangavalli/build-kit/command/report';
import { ROOT } from '../paths.js';
import { findAffectedSlices, slices } from '../setup/workspaces.js';

/** Prints a matrix for `.github/workflows/slices.yml`: all slices when the commit is not in the history. */
export async function affectedCommand([base = '']: string[]): Promise<void> {
  const { code, output } = await runChild('git', ['diff', '--name-only', base, 'HEAD'], { cwd: ROOT });
  const affected = code === 0 && base ? findAffectedSlices(output.trim().split('\n')) : slices;
  print(
    JSON.stringify(
      affected.map(({ name, folder, kind }) => ({ slice: name, folder, kind: kind === 'remote' ? kind : 'process' })),
    ),
  );
}
