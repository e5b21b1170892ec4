import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { releasePath, type Release } from '@rangavalli/build-kit/serve/release-file';
import { integrityOfFiles, type SigningKey, signRelease } from '@rangavalli/build-kit/serve/release-signature';
import { ROOT } from '@rangavalli/build-kit/workspaces';
import { runChild } from '@rangavalli/build-kit/command/child';
import { Refusal } from '@rangavalli/build-kit/command/report';
import type { StoredRelease } from './store/release-store.js';

export interface Build {
  release: Release;
  files: string;
  hash: string;
}

/** @throws Refusal with the output of a failed build */
export async function buildRemote(folder: string): Promise<Build> {
  const { code, output } = await runChild(process.execPath, [path.join(ROOT, 'packages/build-kit/dist/bin/build.js')], {
    cwd: folder,
  });
  if (code !== 0) throw new Refusal(`It could not be built:\n${output}`);
  return builtRemote(folder);
}

export function builtRemote(folder: string): Build {
  const files = path.join(folder, 'dist/client');
  const hash = createHash('sha256');
  for (const name of readdirSync(files).toSorted()) {
    if (name !== 'release.json' && !/\.(br|gz)$/.test(name))
      hash
        .update(name)
        .update('\0')
        .update(readFileSync(path.join(files, name)));
  }
  const release = JSON.parse(readFileSync(path.join(files, 'release.json'), 'utf8')) as Release;
  hash.update(JSON.stringify(release.pages));
  return { release, files, hash: hash.digest('hex') };
}

/** Gives a build its version and the signature that the shell checks. */
export function stamped({ release, files, hash }: Build, version: string, key: SigningKey): StoredRelease & Release {
  const entry = releasePath(release.slice, version) + path.posix.basename(release.entry);
  const integrity = integrityOfFiles(files);
  const next = { ...release, version, entry, build: hash, at: new Date().toISOString(), integrity };
  return { ...next, signed: signRelease(next, key) };
}
