import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { goLive } from '@rangavalli/release/store/change';
import { FolderStore } from '@rangavalli/release/store/folder-store';
import { requireIntactLive } from '@rangavalli/release/store/intact-releases';
import { findLiveReleases, findRelease, storeBuild } from './process-releases.js';

const sha256 = (file: string): string => hash('sha256', readFileSync(file));
const nothing = { fragments: {}, calls: {}, commands: {}, events: {}, windowEvents: {}, packages: {} };
const contractOf = (slice: string, version: string) => ({ slice, version, offers: nothing, needs: nothing });

describe('the releases of a process', () => {
  let folder: string;
  let checkout: string;
  let store: FolderStore;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'releases-'));
    checkout = mkdtempSync(path.join(tmpdir(), 'checkout-'));
    store = new FolderStore(folder);
    const built = {
      'services/order/dist/main.cjs': "console.log('order on', require('compiled'));",
      'services/order/dist/main.cjs.map': '{}',
      'services/order/dist/main.js': '',
      'shell/dist/server/main.cjs': "console.log(require('../page/page.cjs'));",
      'shell/dist/server/main.cjs.map': '{}',
      'shell/dist/page/page.cjs': "module.exports = 'a page';",
      'shell/dist/client/index.html': '<!doctype html>',
      'node_modules/compiled/index.js': "module.exports = 'native code';",
    };
    for (const [name, text] of Object.entries(built)) {
      mkdirSync(path.dirname(path.join(checkout, name)), { recursive: true });
      writeFileSync(path.join(checkout, name), text);
    }
  });
  afterEach(() => [folder, checkout].forEach((one) => rmSync(one, { recursive: true })));
  const keep = async (version: string, slice = 'order'): Promise<string> => {
    await storeBuild(store, contractOf(slice, version), checkout);
    return (await findRelease(store, slice, version)).program;
  };
  const outputOf = (program: string): string =>
    spawnSync(process.execPath, [program], {
      encoding: 'utf8',
      env: { NODE_PATH: path.join(checkout, 'node_modules') },
    }).stdout;

  it('never change and keep their contract', async () => {
    const program = await keep('1.0.0');
    const before = readFileSync(program);
    await expect(keep('1.0.0')).rejects.toThrow('order 1.0.0 is in the release store already');
    expect(readFileSync(program)).toEqual(before);
    expect(await store.contract('order', '1.0.0')).toEqual(contractOf('order', '1.0.0'));
  });

  it('run independently of later builds, with the installed native modules', async () => {
    const program = await keep('1.0.0');
    writeFileSync(path.join(checkout, 'services/order/dist/main.cjs'), "throw new Error('of another build')");
    expect(readdirSync(path.dirname(program)).toSorted()).toEqual(['main.cjs', 'main.cjs.map']);
    expect(outputOf(program)).toBe('order on native code\n');
  });

  it('have the pages and browser files of the shell beside its server', async () => {
    const program = await keep('1.0.0', 'shell');
    rmSync(path.join(checkout, 'shell/dist'), { recursive: true });
    expect(outputOf(program)).toBe('a page\n');
    expect(readdirSync(path.join(folder, 'shell/1.0.0')).toSorted()).toEqual([
      'client',
      'contract.json',
      'page',
      'release.json',
      'server',
    ]);
  });

  it('are found by version, and not without a program', async () => {
    await expect(findRelease(store, 'order', '1.0.0')).rejects.toThrow('There is no order 1.0.0. There are: none');
    await store.put({ slice: 'order', version: '0.1.0', build: '', at: '' }, contractOf('order', '0.1.0'));
    const program = await keep('1.0.0');
    expect(await findRelease(store, 'order', '1.0.0')).toEqual({ program, version: '1.0.0', build: sha256(program) });
    await expect(findRelease(store, 'order', '0.1.0')).rejects.toThrow('There is no order 0.1.0. There are: 1.0.0');
    await expect(findRelease(store, 'order', '../1.0.0')).rejects.toThrow('There is no');
  });

  it('are refused when their files were changed', async () => {
    appendFileSync(await keep('1.0.0'), '// another program');
    await expect(findRelease(store, 'order', '1.0.0')).rejects.toThrow(
      'The files of order 1.0.0 in the release store have changed since its release.',
    );
    await keep('1.0.0', 'shell');
    writeFileSync(path.join(folder, 'shell/1.0.0/client/index.html'), 'another page');
    await expect(findRelease(store, 'shell', '1.0.0')).rejects.toThrow('The files of shell 1.0.0');
  });

  it('that are live are what a start runs', async () => {
    const first = await keep('1.0.0');
    await keep('1.1.0');
    const lock = await store.lock('order');
    await goLive(store, lock, '1.0.0');
    await lock.free();
    expect(await findLiveReleases(store, ['order'])).toEqual({ order: { program: first, version: '1.0.0' } });
    appendFileSync(first, '// another program');
    await expect(requireIntactLive(store, ['order'])).rejects.toThrow('The files of order 1.0.0 in the release store');
    rmSync(path.join(folder, 'order/1.0.0/server'), { recursive: true });
    await expect(findLiveReleases(store, ['order'])).rejects.toThrow('order 1.0.0 is live, but has no program');
  });
});
