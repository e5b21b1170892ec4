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
    const { exposes } = readRemoteFile(workspace);
    await emitDeclarations(workspace, Object.values(exposes), emitted);
    const modules = Object.entries(exposes).map(([exposed, source]) => {
      const file = join(emitted, source.replace(/\.tsx?$/, '.d.ts'));
      return ambientModule(`${containerName(workspace)}/${exposed.replace('./', '')}`, readFileSync(file, 'utf8'));
    });
    writeFileSync(join(folder, TYPES_FILE), modules.join('\n'));
  } finally {
    rmSync(emitted, { recursive: true });
  }
}

/** Emits what the exposed modules declare, and nothing of tests, whose types need not be nameable elsewhere. */
async function emitDeclarations(workspace: Workspace, exposed: string[], outDir: string): Promise<void> {
  const config = join(outDir, 'tsconfig.json');
  const files = exposed.map((source) => join(workspace.folder, source));
  writeFileSync(config, JSON.stringify({ extends: join(workspace.folder, 'tsconfig.json'), files, include: [] }));
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const emitOnly = ['--noEmit', 'false', '--incremental', 'false', '--declaration', '--emitDeclarationOnly'];
  const places = ['--types', '', '--rootDir', workspace.folder, '--outDir', outDir];
  const { code, output } = await runChild(process.execPath, [tsc, '-p', config, ...emitOnly, '--noCheck', ...places], {
    cwd: ROOT,
  });
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
