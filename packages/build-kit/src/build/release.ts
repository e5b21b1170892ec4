import { createHash } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { rspack, type Configuration, type Stats } from '@rspack/core';
import { pageDefinitions, type PageDefinition } from '@rangavalli/contracts/pages';
import type { Workspace } from '../workspaces.js';
import { Refusal } from '../command/report.js';
import { type Integrity, remotePath, type Release, type RenderingFiles } from '../serve/release-file.js';
import { integrityOfFiles, signingKeyOf, signRelease } from '../serve/release-signature.js';
import { chunkOf } from './federation.js';
import { containerName, readRemoteFile } from './remote.js';
import { serverBuild } from './server.js';
import { TYPES_FILE, writeTypes } from './types.js';

export const ROUTES = './routes';

export function runBuild(configuration: Configuration): Promise<Stats> {
  const compiler = rspack(configuration);
  return new Promise((resolve, reject) => {
    compiler.run((failure, stats) => {
      compiler.close(() =>
        failure || !stats ? reject(failure ?? new Error('The build has no result.')) : resolve(stats),
      );
    });
  });
}

export async function readPages(workspace: Workspace): Promise<PageDefinition[]> {
  const module = join(workspace.folder, 'src/pages.ts');
  if (!existsSync(module))
    throw new Refusal(`${workspace.name} has routes but no src/pages.ts with their definitions.`);
  const folder = join(workspace.folder, 'dist/pages');
  const stats = await runBuild(serverBuild(workspace, { name: 'pages', module, folder, react: 'shared' }));
  if (stats.hasErrors()) throw new Error(stats.toString('errors-only'));
  const [built] = stats.toJson({ all: false, assets: true }).assets ?? [];
  try {
    const { pages } = createRequire(import.meta.url)(join(folder, built?.name ?? '')) as { pages?: unknown };
    const { data, error } = pageDefinitions.safeParse(pages);
    if (error) {
      const issues = error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`);
      throw new Refusal(`${workspace.name}/src/pages.ts is invalid:\n${issues.join('\n')}`);
    }
    return data;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function renderingFilesOf(
  browser: Stats,
  server: Stats,
  prerendered: readonly string[] = [],
): RenderingFiles | undefined {
  const { namedChunkGroups } = browser.toJson({ all: false, chunkGroups: true });
  const filesOf = (exposed: string) => {
    const files = namedChunkGroups?.[chunkOf(exposed)]?.assets?.map(({ name }) => name) ?? [];
    return {
      scripts: files.filter((name) => name.endsWith('.js')),
      styles: files.filter((name) => name.endsWith('.css')),
    };
  };
  const bundle = server
    .toJson({ all: false, entrypoints: true })
    .entrypoints?.['server']?.assets?.find(({ name }) => name.endsWith('.cjs'))?.name;
  if (!bundle) return undefined;
  const fragments = Object.fromEntries(prerendered.map((exposed) => [chunkOf(exposed), filesOf(exposed)]));
  return { server: bundle, ...filesOf(ROUTES), ...(prerendered.length > 0 ? { fragments } : {}) };
}

export async function writeRelease(
  workspace: Workspace,
  stats: Stats,
  folder: string,
  serverStats?: Stats,
): Promise<Release> {
  const name = containerName(workspace);
  const entry = stats
    .toJson({ all: false, entrypoints: true })
    .entrypoints?.[name]?.assets?.find((asset) => asset.name.endsWith('.js'))?.name;
  if (!entry) throw new Error(`The build of ${workspace.name} has no container named ${name}.`);
  const pages = serverStats ? await readPages(workspace) : [];
  await writeTypes(workspace, folder);
  const { exposes, prerender } = readRemoteFile(workspace);
  const rendering = serverStats && renderingFilesOf(stats, serverStats, prerender);
  const hash = createHash('sha256')
    .update(stats.hash ?? entry)
    .update(JSON.stringify(pages));
  const release: Release & { integrity: Integrity } = {
    name,
    slice: workspace.name,
    version: `${workspace.version}+${hash.digest('hex').slice(0, 8)}`,
    entry: `${remotePath(workspace.name)}${entry}`,
    pages,
    rendering,
    types: TYPES_FILE,
    exposes: Object.keys(exposes).map((exposed) => exposed.replace('./', '')),
    integrity: integrityOfFiles(folder),
  };
  const key = process.env['RELEASE_SIGNING_KEY'];
  const signed = key ? signRelease(release, signingKeyOf(key)) : undefined;
  writeFileSync(join(folder, 'release.json'), `${JSON.stringify({ ...release, signed }, null, 2)}\n`);
  return release;
}
