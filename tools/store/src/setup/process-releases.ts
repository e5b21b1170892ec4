// Services, gateway and shell run from releases: `<store>/order/1.2.0/server/main.cjs` never changes.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Refusal } from '@rangavalli/build-kit/command/report';
import type { SliceContract } from '@rangavalli/release/contract/slice-contract';
import { builtProgram, PROGRAM } from '@rangavalli/release/program';
import type { FolderStore } from '@rangavalli/release/store/folder-store';
import { ROOT } from '../paths.js';
import { requireIntact } from './intact-releases.js';

/** A release whose program a process runs. */
export interface Release {
  program: string;
  version: string;
  /** SHA-256 (hex) of the program, which the process reports. */
  build: string;
}

export type LiveReleases = Readonly<Record<string, Release>>;

const programOf = (store: FolderStore, slice: string, version: string): string =>
  path.join(store.root, slice, version, PROGRAM);

/** Adds the built program of a slice to the store. */
export async function storeBuild(store: FolderStore, contract: SliceContract, checkout = ROOT): Promise<void> {
  const { slice, version } = contract;
  const { hash, files } = builtProgram(slice, checkout);
  await store.put({ slice, version, build: hash, at: new Date().toISOString() }, contract, files);
}

/** @throws Refusal for a version that was not released, or whose program is not the one that was released */
export async function findRelease(store: FolderStore, slice: string, version: string): Promise<Release> {
  const versions = await store.versions(slice);
  const isReleased = (one: string): boolean => existsSync(programOf(store, slice, one));
  if (!versions.includes(version) || !isReleased(version))
    throw new Refusal(
      `There is no ${slice} ${version}. There are: ${versions.filter(isReleased).join(', ') || 'none'}`,
    );
  return intactRelease(store, slice, version);
}

/**
 * Returns the live release of each slice, for processes that start.
 * @throws Refusal for a release without a program, or whose program is not the one that was released
 */
export async function findLiveReleases(store: FolderStore, slices: readonly string[]): Promise<LiveReleases> {
  const found = await Promise.all(
    slices.map(async (slice): Promise<[string, Release]> => {
      const version = (await store.live(slice))?.live ?? '';
      if (!existsSync(programOf(store, slice, version)))
        throw new Refusal(`${slice} ${version} is live, but has no program in ${store.root}.`);
      return [slice, await intactRelease(store, slice, version)];
    }),
  );
  return Object.fromEntries(found);
}

async function intactRelease(store: FolderStore, slice: string, version: string): Promise<Release> {
  await requireIntact(store, slice, version);
  const program = programOf(store, slice, version);
  return { program, version, build: createHash('sha256').update(readFileSync(program)).digest('hex') };
}
