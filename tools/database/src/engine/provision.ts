// Unpacks Debian's packages, with verified signatures, into the cache folder. Nothing is installed or configured.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { identify, isRunning, readIdentity } from '../process-identity.js';
import { findArchiveUrl, asRoot, findProgram, installPackages } from './apt.js';
import { enginePaths, findLoader, POSTGRES_VERSION, SETUP_VERSION, SUITE, type EnginePaths } from './locations.js';
import { createTemplate } from './template.js';

const UNUSED_FOLDERS = [
  ...['doc', 'man', 'locale', 'info', 'perl', 'proj', 'gdal'].map((folder) => `usr/share/${folder}`),
  `usr/share/postgresql/${POSTGRES_VERSION}/contrib`,
  `usr/lib/postgresql/${POSTGRES_VERSION}/lib/bitcode`,
  'usr/lib/gcc',
  'usr/lib/systemd',
  'var/cache/apt',
  'var/lib/apt/lists',
];
const LOCK_POLL_MS = 500;

export const isProvisioned = (): boolean => {
  const { stamp, template } = enginePaths();
  return existsSync(template) && existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === SETUP_VERSION;
};

/**
 * Unpacks the engine if needed: 17–24 s, with root or passwordless sudo. Concurrent calls, of other processes too, wait
 * for the first.
 */
export async function provisionEngine({
  log,
  signal,
}: {
  log: (line: string) => void;
  signal?: AbortSignal;
}): Promise<void> {
  if (isProvisioned()) return;
  const paths = enginePaths();
  mkdirSync(paths.cache, { recursive: true });
  const unlock = await acquireLock(path.join(paths.cache, 'provision.lock'), signal);
  try {
    if (isProvisioned()) return;
    if (!findProgram('mmdebstrap') || !existsSync('/usr/share/zoneinfo/UTC')) {
      log('installing mmdebstrap');
      await installPackages(['mmdebstrap', 'tzdata'], signal);
    }
    log(`unpacking PostgreSQL ${POSTGRES_VERSION} with DocumentDB from Debian ${SUITE}`);
    await unpack(paths, signal);
    log('creating the data template');
    await createTemplate(paths, signal);
    writeFileSync(paths.stamp, `${SETUP_VERSION}\n`);
  } finally {
    unlock();
  }
}

async function unpack(paths: EnginePaths, signal?: AbortSignal): Promise<void> {
  const target = `${paths.root}.new`;
  await asRoot('rm', ['-rf', target, paths.root]);
  await asRoot(
    'mmdebstrap',
    [
      '--mode=root',
      '--variant=extract',
      `--include=postgresql-${POSTGRES_VERSION}-documentdb`,
      // The mirror or the clock may be a few days off.
      '--aptopt=Acquire::Check-Valid-Until "false"',
      '--aptopt=Apt::Install-Recommends "false"',
      SUITE,
      target,
      await findArchiveUrl(),
    ],
    signal,
  );
  if (process.getuid?.() !== 0) await asRoot('chown', ['-R', `${process.getuid?.()}:${process.getgid?.()}`, target]);
  for (const folder of UNUSED_FOLDERS) rmSync(path.join(target, folder), { recursive: true, force: true });
  linkPostgis(path.join(target, 'usr/share/postgresql', POSTGRES_VERSION, 'extension'));
  renameSync(target, paths.root);

  // initdb runs the `postgres` in its own folder, which would use the host's loader.
  mkdirSync(paths.wrappers, { recursive: true });
  copyFileSync(path.join(paths.binaries, 'initdb'), path.join(paths.wrappers, 'initdb'));
  const wrapper = path.join(paths.wrappers, 'postgres');
  writeFileSync(
    wrapper,
    `#!/bin/sh\nexec ${findLoader(paths)} --library-path ${paths.libraries} ${paths.binaries}/postgres "$@"\n`,
  );
  chmodSync(wrapper, 0o755);
}

/** Debian's installation scripts, which were not run, would create this link. */
function linkPostgis(folder: string): void {
  const target = path.join(folder, 'postgis.control');
  const control =
    readdirSync(folder).find((file) => /^postgis-3\.control$/.test(file)) ??
    readdirSync(folder).find((file) => file.startsWith('postgis.'));
  if (control && !existsSync(target)) symlinkSync(control, target);
}

async function acquireLock(file: string, signal?: AbortSignal): Promise<() => void> {
  for (;;) {
    signal?.throwIfAborted();
    try {
      writeFileSync(file, JSON.stringify(identify(process.pid)), { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = readIdentity(file);
    if (!holder || !isRunning(holder)) rmSync(file, { force: true });
    else await new Promise((resolve) => setTimeout(resolve, LOCK_POLL_MS));
  }
}

/** Keeps owners, times and links; faster than `cpSync` for PostgreSQL's thousand small files. */
export const copyFolder = (from: string, to: string): void => void execFileSync('cp', ['-a', from, to]);
