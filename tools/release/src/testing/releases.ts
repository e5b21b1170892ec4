import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { NOTHING, type SliceContract } from '../contract/slice-contract.js';
import { goLive } from '../store/change.js';
import { releaseKeysIn, type SigningKey } from '@rangavalli/build-kit/serve/release-signature';
import { FolderStore } from '../store/folder-store.js';
import type { ReleaseKeys } from '../store/keys.js';
import type { ReleaseStore, StoredRelease } from '../store/release-store.js';

/** A contract of a slice that offers and needs nothing but these packages. */
export const contractFor = (
  slice: string,
  version: string,
  packages: { lends?: string; needs?: string } = {},
): SliceContract => ({
  slice,
  version,
  offers: { ...NOTHING, packages: packages.lends ? { react: packages.lends } : {} },
  needs: { ...NOTHING, packages: packages.needs ? { react: packages.needs } : {} },
});

export const releaseOf = (slice: string, version: string, build = version): StoredRelease => ({
  slice,
  version,
  build,
  at: '2026-01-15T09:30:00.000Z',
});

export class Scratch {
  readonly root = mkdtempSync(path.join(tmpdir(), 'releases-'));
  readonly store = new FolderStore(path.join(this.root, 'store'));

  readonly keyFile = path.join(this.root, 'release-keys.json');

  keys(): ReleaseKeys {
    return releaseKeysIn(this.keyFile) as [SigningKey, ...SigningKey[]];
  }

  files(contents: Record<string, string>): string {
    const folder = mkdtempSync(path.join(this.root, 'built-'));
    for (const [name, text] of Object.entries(contents)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
    return folder;
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** Puts versions into a store without files, and makes each live, one after the other. */
export async function released(store: ReleaseStore, slice: string, ...versions: string[]): Promise<void> {
  for (const version of versions) {
    await store.put(releaseOf(slice, version), contractFor(slice, version));
    await live(store, slice, version);
  }
}

export async function live(
  store: ReleaseStore,
  slice: string,
  version: string,
  what?: Parameters<typeof goLive>[3],
): Promise<void> {
  const lock = await store.lock(slice);
  await goLive(store, lock, version, what);
  await lock.free();
}
