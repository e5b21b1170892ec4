import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { integrityOfFiles } from '@rangavalli/build-kit/serve/release-signature';
import { storedProgramHash } from '../program.js';
import { goLive } from './change.js';
import { FolderStore } from './folder-store.js';
import { findDamaged, requireIntactLive } from './intact-releases.js';

const nothing = { fragments: {}, calls: {}, commands: {}, events: {}, windowEvents: {}, packages: {} };

describe('the files of releases', () => {
  let folder: string;
  let store: FolderStore;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'intact-'));
    store = new FolderStore(path.join(folder, 'store'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const put = async (slice: string, version: string, files: Record<string, string | Buffer>): Promise<void> => {
    const built = mkdtempSync(path.join(folder, 'built-'));
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(built, name)), { recursive: true });
      writeFileSync(path.join(built, name), content);
    }
    const isRemote = slice.startsWith('mf-');
    const release = {
      slice,
      version,
      build: storedProgramHash(built),
      at: '2026-01-15T09:30:00.000Z',
      ...(isRemote ? { integrity: integrityOfFiles(path.join(built, 'client')) } : {}),
    };
    const names = [...new Set(Object.keys(files).map((name) => name.split('/')[0] ?? ''))];
    const parts = Object.fromEntries(names.map((name) => [name, path.join(built, name)]));
    await store.put(release, { slice, version, offers: nothing, needs: nothing }, parts);
    const lock = await store.lock(slice);
    await goLive(store, lock, version);
    await lock.free();
  };
  const change = (file: string, content: string | Buffer = 'changed'): void =>
    writeFileSync(path.join(store.root, file), content);

  it('of services and the shell are found when one was changed, and each release is named', async () => {
    for (const version of ['1.0.0', '1.1.0']) await put('order', version, { 'server/main.cjs': version });
    const page = '<!doctype html>';
    const shell = { 'client/index.html': page, 'client/index.html.br': brotliCompressSync(page) };
    await put('shell', '1.0.0', { 'server/main.cjs': '', ...shell });
    expect(await findDamaged(store, ['order', 'shell'])).toEqual([]);
    change('order/1.0.0/server/main.cjs');
    expect(await findDamaged(store, ['order', 'shell'])).toEqual(['order 1.0.0']);
    change('shell/1.0.0/client/index.html.br', brotliCompressSync('another page'));
    expect(await findDamaged(store, ['order', 'shell'])).toEqual(['order 1.0.0', 'shell 1.0.0']);
  });

  it.each([
    ['changed', () => change('mf-catalog/1.0.0/client/a.js')],
    ['changed in its compressed copy', () => change('mf-catalog/1.0.0/client/a.js.br')],
    ['added', () => change('mf-catalog/1.0.0/client/b.js')],
    ['removed', () => rmSync(path.join(store.root, 'mf-catalog/1.0.0/client/a.css'))],
  ])('of a live remote are refused when one was %s', async (_how, damage) => {
    const script = 'export {};';
    await put('mf-catalog', '1.0.0', {
      'client/a.js': script,
      'client/a.js.br': brotliCompressSync(script),
      'client/a.css': '',
    });
    await requireIntactLive(store, ['mf-catalog', 'mf-never-released']);
    damage();
    await expect(requireIntactLive(store, ['mf-catalog'])).rejects.toThrow(
      'The files of mf-catalog 1.0.0 in the release store have changed since its release.',
    );
  });
});
