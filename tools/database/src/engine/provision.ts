// Gets the engine: Debian's packages are unpacked (not installed) into the cache folder. Nothing is configured
// or run inside it; signatures are checked.
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
import { identify, isRunning, type ProcessIdentity } from '../process-identity.js';
import { archiveAddress, asRoot, findProgram, installPackages } from './apt.js';
import { enginePaths, loaderOf, POSTGRES_VERSION, SETUP_VERSION, SUITE, type EnginePaths } from './locations.js';
import { makeTemplate } from './template.js';

export interface ProvisionOptions {
  log: (line: string) => void;
  /** Gives up and ends what was started. */
  signal?: AbortSignal | undefined;
}

/** Folders of the packages that the server doesn't need (half of their size). */
const NOT_NEEDED = [
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
 * Makes sure that the engine is unpacked; 17–24 s the first time. That first time needs root, or sudo without
 * a password. Throws with what failed. Two at once: the second waits for the first.
 */
export async function provisionEngine({ log, signal }: ProvisionOptions): Promise<void> {
  if (isProvisioned()) return;
  const paths = enginePaths();
  mkdirSync(paths.cache, { recursive: true });
  const unlock = await lock(path.join(paths.cache, 'provision.lock'), signal);
  try {
    if (isProvisioned()) return;
    if (!findProgram('mmdebstrap') || !existsSync('/usr/share/zoneinfo/UTC')) {
      log('installing mmdebstrap');
      await installPackages(['mmdebstrap', 'tzdata'], signal);
    }
    log(`unpacking PostgreSQL ${POSTGRES_VERSION} with DocumentDB from Debian ${SUITE}`);
    await unpack(paths, signal);
    log('making the data template');
    await makeTemplate(paths, signal);
    writeFileSync(paths.stamp, `${SETUP_VERSION}\n`);
  } finally {
    unlock();
  }
}

async function unpack(paths: EnginePaths, signal?: AbortSignal): Promise<void> {
  const fresh = `${paths.root}.new`;
  await asRoot('rm', ['-rf', fresh, paths.root]);
  await asRoot(
    'mmdebstrap',
    [
      '--mode=root',
      '--variant=extract',
      `--include=postgresql-${POSTGRES_VERSION}-documentdb`,
      // a mirror, or this clock, may be a few days off
      '--aptopt=Acquire::Check-Valid-Until "false"',
      '--aptopt=Apt::Install-Recommends "false"',
      SUITE,
      fresh,
      await archiveAddress(),
    ],
    signal,
  );
  if (process.getuid?.() !== 0) await asRoot('chown', ['-R', `${process.getuid?.()}:${process.getgid?.()}`, fresh]);
  for (const folder of NOT_NEEDED) rmSync(path.join(fresh, folder), { recursive: true, force: true });
  linkPostgis(path.join(fresh, 'usr/share/postgresql', POSTGRES_VERSION, 'extension'));
  renameSync(fresh, paths.root);

  // initdb looks for `postgres` beside itself and would run it with the host's loader
  mkdirSync(paths.wrappers, { recursive: true });
  copyFileSync(path.join(paths.binaries, 'initdb'), path.join(paths.wrappers, 'initdb'));
  const wrapper = path.join(paths.wrappers, 'postgres');
  writeFileSync(
    wrapper,
    `#!/bin/sh\nexec ${loaderOf(paths)} --library-path ${paths.libraries} ${paths.binaries}/postgres "$@"\n`,
  );
  chmodSync(wrapper, 0o755);
}

/** Debian's alternatives are links made by scripts that weren't run. */
function linkPostgis(folder: string): void {
  const target = path.join(folder, 'postgis.control');
  const control =
    readdirSync(folder).find((file) => /^postgis-3\.control$/.test(file)) ??
    readdirSync(folder).find((file) => file.startsWith('postgis.'));
  if (control && !existsSync(target)) symlinkSync(control, target);
}

/** A lock file with its holder's identity; one whose holder is gone doesn't count. */
async function lock(file: string, signal?: AbortSignal): Promise<() => void> {
  for (;;) {
    signal?.throwIfAborted();
    try {
      writeFileSync(file, JSON.stringify(identify(process.pid)), { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    if (!holderOf(file)) rmSync(file, { force: true });
    else await new Promise((resolve) => setTimeout(resolve, LOCK_POLL_MS));
  }
}

function holderOf(file: string): ProcessIdentity | null {
  try {
    const holder = JSON.parse(readFileSync(file, 'utf8')) as ProcessIdentity;
    return isRunning(holder) ? holder : null;
  } catch {
    return null;
  }
}

/** Copies a folder with owners, times and links; fast even for PostgreSQL's thousand small files. */
export const copyFolder = (from: string, to: string): void => void execFileSync('cp', ['-a', from, to]);
