import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FolderStore } from '@rangavalli/release/store/folder-store';
import { findRelease, storeBuild } from './service-releases.js';

const nothing = { fragments: {}, calls: {}, commands: {}, events: {}, windowEvents: {}, packages: {} };
const contractOf = (version: string) => ({ slice: 'order', version, offers: nothing, needs: nothing });

describe('the releases of a service', () => {
  let folder: string;
  let checkout: string;
  let store: FolderStore;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'releases-'));
    checkout = mkdtempSync(path.join(tmpdir(), 'checkout-'));
    store = new FolderStore(folder);
    mkdirSync(path.join(checkout, 'services/order/dist'), { recursive: true });
    mkdirSync(path.join(checkout, 'node_modules/compiled'), { recursive: true });
    const built = {
      'main.cjs': "console.log('order on', require('compiled'));",
      'main.cjs.map': '{}',
      'main.js': '',
    };
    for (const [name, text] of Object.entries(built))
      writeFileSync(path.join(checkout, 'services/order/dist', name), text);
    writeFileSync(path.join(checkout, 'node_modules/compiled/index.js'), "module.exports = 'native code';");
  });
  afterEach(() => [folder, checkout].forEach((one) => rmSync(one, { recursive: true })));
  const keep = (version: string) => storeBuild(store, contractOf(version), checkout);

  it('never change and keep their contract', async () => {
    const { program } = await keep('1.0.0');
    const before = readFileSync(program);
    await expect(keep('1.0.0')).rejects.toThrow('order 1.0.0 is in the release store already');
    expect(readFileSync(program)).toEqual(before);
    expect(await store.contract('order', '1.0.0')).toEqual(contractOf('1.0.0'));
  });

  it('run independently of later builds, with the installed native modules', async () => {
    const { program } = await keep('1.0.0');
    writeFileSync(path.join(checkout, 'services/order/dist/main.cjs'), "throw new Error('of another build')");
    expect(readdirSync(path.dirname(program)).toSorted()).toEqual(['main.cjs', 'main.cjs.map', 'node_modules']);
    expect(spawnSync(process.execPath, [program], { encoding: 'utf8' }).stdout).toBe('order on native code\n');
  });

  it("are found by version, the newest contract without a program as the checkout's code", async () => {
    await expect(findRelease(store, 'order', '1.0.0')).rejects.toThrow('There is no order 1.0.0. There are: none');
    for (const version of ['0.1.0', '0.2.0'])
      await store.put({ slice: 'order', version, build: '', at: '' }, contractOf(version));
    const release = await keep('1.0.0');
    expect(await findRelease(store, 'order', '1.0.0')).toEqual(release);
    expect(await findRelease(store, 'order', '0.2.0')).toBeNull();
    await expect(findRelease(store, 'order', '0.1.0')).rejects.toThrow('There is no order 0.1.0. There are: 1.0.0');
    await expect(findRelease(store, 'order', '../1.0.0')).rejects.toThrow('There is no');
  });
});
