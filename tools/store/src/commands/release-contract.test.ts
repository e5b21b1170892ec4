import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SliceContract } from '@rangavalli/release/contract/slice-contract';
import { recordContract } from '@rangavalli/release/contract/gate';
import { FolderStore } from '@rangavalli/release/store/folder-store';
import { findLiveContracts, requireFit } from './release-contract.js';

const nothing = { fragments: {}, calls: {}, commands: {}, events: {}, windowEvents: {}, packages: {} };
const routesOf = (...remotes: string[]) => ({
  ...nothing,
  fragments: Object.fromEntries(remotes.map((remote) => [`${remote}/routes`, {}])),
});
const shell = (version: string, ...remotes: string[]): SliceContract => ({
  slice: 'shell',
  version,
  offers: nothing,
  needs: routesOf(...remotes),
});
const remote = (slice: string, version: string): SliceContract => ({
  slice,
  version,
  offers: routesOf(slice.replaceAll('-', '_')),
  needs: nothing,
});

test('a shell that does not load the pages of a live remote may not go live, forwards or back', () => {
  const live = [shell('1.1.0', 'mf_catalog', 'mf_admin'), remote('mf-catalog', '1.4.0'), remote('mf-admin', '1.0.0')];
  requireFit(shell('1.2.0', 'mf_catalog', 'mf_admin'), live);
  for (const isRollback of [false, true])
    expect(() => requireFit(shell('1.0.0', 'mf_catalog'), live, { isRollback })).toThrow(
      'shell 1.0.0 may not go live:\n  mf-admin 1.0.0: its pages would be 404, as this shell does not load them',
    );
});

test('a process is compared with the remotes of their own store, not with those that its folder had before', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'contracts-'));
  try {
    const [programs, remotes] = ['programs', 'remotes'].map((name) => new FolderStore(path.join(folder, name)));
    for (const each of [shell('1.1.0'), remote('mf-catalog', '1.0.0')]) await recordContract(each, programs!);
    for (const each of [shell('1.0.0'), remote('mf-catalog', '1.4.0')]) await recordContract(each, remotes!);
    const found = await findLiveContracts(programs!, remotes!);
    expect(found.map(({ slice, version }) => `${slice} ${version}`)).toEqual(['shell 1.1.0', 'mf-catalog 1.4.0']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
