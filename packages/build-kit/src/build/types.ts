import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fragmentProps } from '@rangavalli/contracts/fragment-props';
import { runChild } from '../command/child.js';
import { Refusal } from '../command/report.js';
import { ROOT, type Workspace } from '../workspaces.js';
import { containerName, readRemoteFile } from './remote.js';

/** Declares `mf_checkout/AddToCart` and the other exposed modules of a remote, for those who load it elsewhere. */
export const TYPES_FILE = 'types.d.ts';

const IMPORTED = /(?:from|import)\s*\(?\s*['"]([^'"]*)['"]/g;

/**
 * Writes the declarations of the exposed components, with their props written out: they need React's types only.
 * @throws Refusal where they need other types, and for a fragment that does not accept the props of the contracts
 */
export async function writeTypes(workspace: Workspace, folder: string): Promise<void> {
  const dist = join(workspace.folder, 'dist');
  mkdirSync(dist, { recursive: true });
  const work = mkdtempSync(join(dist, 'types-'));
  try {
    const { exposes } = readRemoteFile(workspace);
    const names = Object.keys(exposes).map((exposed) => exposed.replace('./', ''));
    const emitted = await emitDeclarations(workspace, exposes, work);
    const modules = names.map((name) =>
      ambientModule(`${containerName(workspace)}/${name}`, readFileSync(join(emitted, `${name}.d.ts`), 'utf8')),
    );
    await checkFragments(
      workspace,
      names.filter((name) => name in fragmentProps),
      emitted,
    );
    writeFileSync(join(folder, TYPES_FILE), modules.join('\n'));
  } finally {
    rmSync(work, { recursive: true });
  }
}

const componentSource = (module: string): string => `
import type { ComponentProps, JSXElementConstructor, ReactNode } from 'react';
import Exposed from '${module}';
declare function withPlainProps<Component extends JSXElementConstructor<any>>(
  component: Component,
): (props: { [Name in keyof ComponentProps<Component>]: ComponentProps<Component>[Name] }) => ReactNode;
const component = withPlainProps(Exposed);
export default component;
`;

/** `tsc` writes inferred types out, where it would name declared ones. @returns the folder of the declarations */
async function emitDeclarations(workspace: Workspace, exposes: Record<string, string>, work: string): Promise<string> {
  const files = Object.entries(exposes).map(([exposed, source]) => {
    const file = join(work, `${exposed}.ts`);
    const module = relative(work, join(workspace.folder, source)).replace(/\.tsx?$/, '.js');
    writeFileSync(file, componentSource(module));
    return file;
  });
  const config = join(work, 'tsconfig.json');
  writeFileSync(config, JSON.stringify({ extends: join(workspace.folder, 'tsconfig.json'), files, include: [] }));
  const outDir = join(work, 'out');
  const emitOnly = ['--noEmit', 'false', '--incremental', 'false', '--declaration', '--emitDeclarationOnly'];
  const places = ['--types', '', '--rootDir', workspace.folder, '--outDir', outDir];
  const { code, output } = await compile(['-p', config, ...emitOnly, '--noCheck', ...places], ROOT);
  if (code !== 0) throw new Refusal(`The types of ${workspace.name} could not be emitted:\n${output}`);
  return join(outDir, relative(workspace.folder, work));
}

/** Checks that each fragment accepts what the contracts pass to it. */
async function checkFragments({ name: slice }: Workspace, names: readonly string[], emitted: string): Promise<void> {
  if (names.length === 0) return;
  const lines = names.flatMap((name) => [
    `import ${name} from './${name}.js';`,
    `${name} satisfies (props: Fragments['${name}']) => unknown;`,
  ]);
  const source = ["import type { Fragments } from '@rangavalli/contracts/fragments';", ...lines, ''].join('\n');
  writeFileSync(join(emitted, 'fragments.ts'), source);
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'preserve', '--types', ''];
  const { code, output } = await compile([...options, '--ignoreConfig', 'fragments.ts'], emitted);
  if (code !== 0)
    throw new Refusal(`A fragment of ${slice} does not accept its props in packages/contracts:\n${output}`);
}

const compile = (options: string[], cwd: string): Promise<{ code: number; output: string }> =>
  runChild(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), ...options], { cwd });

function ambientModule(name: string, declarations: string): string {
  const [, unknown] = [...declarations.matchAll(IMPORTED)].find(([, module]) => module !== 'react') ?? [];
  if (unknown)
    throw new Refusal(
      `${name} has types of ${unknown}, which other repositories do not have. Props belong into packages/contracts.`,
    );
  // Everything in an ambient module is declared.
  const body = declarations.replaceAll(/^(export )?(default )?declare /gm, '$1$2').trimEnd();
  return `declare module '${name}' {\n${body.replaceAll(/^(?=.)/gm, '  ')}\n}\n`;
}
