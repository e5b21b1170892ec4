import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

/** Runs in a process of its own: the compiler is a native module. */
const BUILD = `
import { rspack } from '@rspack/core';
import { hostServerBuild, remoteServerBuild } from '@rangavalli/build-kit/build/server';
import { workspaceAt } from '@rangavalli/build-kit/workspaces';
const [root, folder] = process.argv.slice(1);
rspack([hostServerBuild(workspaceAt(root + '/shell'), folder), remoteServerBuild(workspaceAt(root + '/mf-catalog'), './src/routes.tsx', folder)]).run((error, stats) => {
  if (error || stats.hasErrors()) { console.error(error ?? stats.toString('errors-only')); process.exit(1); }
});`;

/** The shell's page for the server and the catalog's routes for it, built from their sources as they are released. */
export function builtPages(): { page: string; routes: { name: string; code: string } } {
  const folder = mkdtempSync(join(tmpdir(), 'pages-'));
  execFileSync(process.execPath, ['--input-type=module', '-e', BUILD, ROOT, folder], {
    cwd: join(ROOT, 'packages/build-kit'),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const name = readdirSync(folder).find((file) => file.startsWith('server.')) ?? '';
  return { page: join(folder, 'page.cjs'), routes: { name, code: readFileSync(join(folder, name), 'utf8') } };
}
