// Services, gateway and shell run from releases: `<store>/order/1.2.0/server/main.cjs` never changes.
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Refusal } from '@rangavalli/build-kit/command/report';
import type { SliceContract } from '@rangavalli/release/contract/slice-contract';
import { builtProgram, PROGRAM } from '@rangavalli/release/program';
import type { FolderStore } from '@rangavalli/release/store/folder-store';
import { requireIntact } from '@rangavalli/release/store/intact-releases';
import { ROOT } from '../paths.js';

/** A release whose program a process runs. */
export interface Release {
  program: string;
  version: string;
  /** SHA-256 (hex) of the program, which the process reports. Not read again for what is live when the store starts. */
  build?: string;
}

export type LiveReleases = Readonly<Record<string, Release>>;

const programOf = (store: FolderStore, slice: string, version: string): string =>
  path.join(store.root, slice, version, PROGRAM);

/** Adds the built program of a slice to the store. */
export async function storeBuild(store: FolderStore, contract: SliceContract, checkout = ROOT): Promise<void> {
  const { slice, version } = contract;
  const built = builtProgram(slice, checkout);
  await store.put({ slice, version, build: built.hash, at: new Date().toISOString() }, contract, built.files);
}

/** @throws Refusal for a version that was not released, or whose program is not the one that was released */
export async function findRelease(store: FolderStore, slice: string, version: string): Promise<Release> {
  const versions = await store.versions(slice);
  const isReleased = (one: string): boolean => existsSync(programOf(store, slice, one));
  if (!versions.includes(version) || !isReleased(version))
    throw new Refusal(
      `There is no ${slice} ${version}. There are: ${versions.filter(isReleased).join(', ') || 'none'}`,
    );
  await requireIntact(store, slice, version);
  const program = programOf(store, slice, version);
  return { program, version, build: hashOfProgram(program) };
}

/** Returns the SHA-256 (hex) of a program's file, which its process reports. */
export const hashOfProgram = (program: string): string => hash('sha256', readFileSync(program));

/**
 * Returns the live release of each slice, for processes that start; `requireIntactLive` reads their files.
 * @throws Refusal for a release without a program
 */
export async function findLiveReleases(store: FolderStore, slices: readonly string[]): Promise<LiveReleases> {
  const found = await Promise.all(
    slices.map(async (slice): Promise<[string, Release]> => {
      const version = (await store.live(slice))?.live ?? '';
      if (!existsSync(programOf(store, slice, version)))
        throw new Refusal(`${slice} ${version} is live, but has no program in ${store.root}.`);
      return [slice, { program: programOf(store, slice, version), version }];
    }),
  );
  return Object.fromEntries(found);
}
