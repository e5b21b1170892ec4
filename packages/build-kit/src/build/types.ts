import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChild } from '../command/child.js';
import { Refusal } from '../command/report.js';
import { ROOT, type Workspace } from '../workspaces.js';
import { containerName, readRemoteFile } from './remote.js';

/** Declares `mf_checkout/AddToCart` and the other exposed modules of a remote, for those who load it elsewhere. */
export const TYPES_FILE = 'types.d.ts';

const RELATIVE_IMPORT = /(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]*)['"]/;

/**
 * Writes the declarations of the exposed modules, which `tsc` emits.
 * @throws Refusal where one names a file beside it
 */
export async function writeTypes(workspace: Workspace, folder: string): Promise<void> {
  const emitted = mkdtempSync(join(tmpdir(), 'types-'));
  try {
    await emitDeclarations(workspace, emitted);
    const modules = Object.entries(readRemoteFile(workspace).exposes).map(([exposed, source]) => {
      const file = join(emitted, source.replace(/\.tsx?$/, '.d.ts'));
      return ambientModule(`${containerName(workspace)}/${exposed.replace('./', '')}`, readFileSync(file, 'utf8'));
    });
    writeFileSync(join(folder, TYPES_FILE), modules.join('\n'));
  } finally {
    rmSync(emitted, { recursive: true });
  }
}

async function emitDeclarations(workspace: Workspace, outDir: string): Promise<void> {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const emitOnly = ['--noEmit', 'false', '--incremental', 'false', '--declaration', '--emitDeclarationOnly'];
  const args = ['-p', workspace.folder, ...emitOnly, '--noCheck', '--rootDir', workspace.folder, '--outDir', outDir];
  const { code, output } = await runChild(process.execPath, [tsc, ...args], { cwd: ROOT });
  if (code !== 0) throw new Refusal(`The types of ${workspace.name} could not be emitted:\n${output}`);
}

function ambientModule(name: string, declarations: string): string {
  const [, beside] = RELATIVE_IMPORT.exec(declarations) ?? [];
  if (beside)
    throw new Refusal(
      `${name} has types of ${beside}, which other repositories do not have. Props belong into packages/contracts.`,
    );
  // Everything in an ambient module is declared.
  const body = declarations.replaceAll(/^(export )?(default )?declare /gm, '$1$2').trimEnd();
  return `declare module '${name}' {\n${body.replaceAll(/^(?=.)/gm, '  ')}\n}\n`;
}
