import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

const BUILD = `
import { rspack } from '@rspack/core';
import { hostServerBuild, remoteServerBuild } from '@rangavalli/build-kit/build/server';
import { workspaceAt } from '@rangavalli/build-kit/workspaces';
const [root, folder] = process.argv.slice(1);
rspack([
  hostServerBuild(workspaceAt(root + '/shell'), folder),
  remoteServerBuild(workspaceAt(root + '/mf-catalog'), './src/routes.tsx', folder),
]).run((error, stats) => {
  if (error || stats.hasErrors()) { console.error(error ?? stats.toString('errors-only')); process.exit(1); }
});`;

export function buildPages(): { page: string; server: { name: string; code: string } } {
  const folder = mkdtempSync(join(tmpdir(), 'pages-'));
  execFileSync(process.execPath, ['--input-type=module', '-e', BUILD, ROOT, folder], {
    cwd: join(ROOT, 'packages/build-kit'),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const name = readdirSync(folder).find((file) => file.startsWith('server.')) ?? '';
  return { page: join(folder, 'page.cjs'), server: { name, code: readFileSync(join(folder, name), 'utf8') } };
}
