// Releases of services: `<store>/order/1.2.0/client/main.cjs` never changes. Of the checkout's code the store has only
// contracts, as versions without a program.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundleOf } from '@rangavalli/build-kit/build/bundle-of';
import { Refusal } from '@rangavalli/build-kit/command/report';
import type { SliceContract } from '@rangavalli/release/contract/slice-contract';
import type { FolderStore } from '@rangavalli/release/store/folder-store';
import { ROOT } from '../paths.js';
import type { Release } from '../supervisor/replicas.js';

const PROGRAM = bundleOf('main.js');

const programOf = (store: FolderStore, service: string, version: string): string =>
  path.join(store.root, service, version, 'client', PROGRAM);

export async function storeBuild(store: FolderStore, contract: SliceContract, checkout = ROOT): Promise<Release> {
  const { slice, version } = contract;
  const built = path.join(checkout, 'services', slice, 'dist');
  const build = createHash('sha256')
    .update(readFileSync(path.join(built, PROGRAM)))
    .digest('hex');
  const files = mkdtempSync(path.join(tmpdir(), 'release-'));
  try {
    for (const name of [PROGRAM, `${PROGRAM}.map`]) cpSync(path.join(built, name), path.join(files, name));
    // The bundle loads native modules from where they are installed.
    symlinkSync(path.join(checkout, 'node_modules'), path.join(files, 'node_modules'), 'junction');
    await store.put({ slice, version, build, at: new Date().toISOString() }, contract, files);
  } finally {
    rmSync(files, { recursive: true });
  }
  return { program: programOf(store, slice, version), version };
}

/** Returns null for the checkout's code. */
export async function findRelease(store: FolderStore, service: string, version: string): Promise<Release | null> {
  const versions = await store.versions(service);
  const isReleased = (one: string): boolean => existsSync(programOf(store, service, one));
  if (versions.includes(version) && isReleased(version))
    return { program: programOf(store, service, version), version };
  if (version === versions.findLast((one) => !isReleased(one))) return null;
  throw new Refusal(
    `There is no ${service} ${version}. There are: ${versions.filter(isReleased).join(', ') || 'none'}`,
  );
}
