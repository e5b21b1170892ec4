import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { liveContracts } from '@rangavalli/release/contract/live-contracts';
import { ServiceReleases } from './service-releases.js';

const nothing = { fragments: {}, calls: {}, commands: {}, events: {}, windowEvents: {}, packages: {} };
const contract = { slice: 'order', version: '1.0.0', offers: nothing, needs: nothing };

describe('the releases of a service', () => {
  let store: string;
  let checkout: string;
  let order: ServiceReleases;
  beforeEach(() => {
    store = mkdtempSync(path.join(tmpdir(), 'releases-'));
    checkout = mkdtempSync(path.join(tmpdir(), 'checkout-'));
    mkdirSync(path.join(checkout, 'services/order/dist'), { recursive: true });
    mkdirSync(path.join(checkout, 'node_modules/compiled'), { recursive: true });
    const written = {
      'package.json': '{"version": "0.3.0", "type": "module"}',
      'dist/main.cjs': "console.log('order on', require('compiled'));",
      'dist/main.cjs.map': '{}',
      'dist/main.js': '',
    };
    for (const [name, text] of Object.entries(written))
      writeFileSync(path.join(checkout, 'services/order', name), text);
    writeFileSync(path.join(checkout, 'node_modules/compiled/index.js'), "module.exports = 'native code';");
    order = new ServiceReleases(store, 'order', checkout);
  });
  afterEach(() => [store, checkout].forEach((folder) => rmSync(folder, { recursive: true })));
  const keep = (version: string) => order.keep(version, contract);

  it('are numbered upwards from the version of package.json', () => {
    expect(order.nextVersion()).toBe(order.ownVersion);
    keep('1.9.0');
    keep('1.10.9');
    expect(order.versions).toEqual(['1.9.0', '1.10.9']);
    expect(order.nextVersion()).toBe('1.10.10');
  });

  it('never change', () => {
    const { program } = keep('1.0.0');
    const before = readFileSync(program);
    expect(() => keep('1.0.0')).toThrow(/1\.0\.0 is released already.*1\.0\.1/);
    expect(() => keep('newest')).toThrow('not a version');
    expect(readFileSync(program)).toEqual(before);
  });

  it('keep their contract for later releases of neighbours', () => {
    keep('1.0.0');
    order.note('released', '1.0.0');
    expect(liveContracts(store)).toEqual([contract]);
    order.note('rolled back', undefined);
    expect(liveContracts(store)).toEqual([]);
  });

  it('run independently of later builds, with the installed native modules', () => {
    const { program } = keep('1.0.0');
    writeFileSync(path.join(checkout, 'services/order/dist/main.cjs'), "throw new Error('of another build')");
    expect(readdirSync(path.dirname(program)).toSorted()).toEqual(['main.cjs', 'main.cjs.map']);
    expect(spawnSync(process.execPath, [program], { encoding: 'utf8' }).stdout).toBe('order on native code\n');
  });

  it('are separate from the checkout’s code, of which the store has only the contract', () => {
    mkdirSync(path.join(store, 'order/0.1.0'), { recursive: true });
    writeFileSync(path.join(store, 'order/0.1.0/contract.json'), JSON.stringify({ ...contract, version: '0.1.0' }));
    writeFileSync(path.join(store, 'order/live.json'), JSON.stringify({ live: '0.1.0', history: [] }));
    expect(order.nextVersion()).toBe('0.1.1');
    keep('0.1.1');
    order.note('released', '0.1.1');
    expect(order.previous()).toBeUndefined();
    order.note('rolled back', undefined);
    expect(order.live).toMatchObject({ live: '0.1.0' });
    expect(liveContracts(store)).toEqual([{ ...contract, version: '0.1.0' }]);
    expect(() => order.find('0.1.0')).toThrow('There is no order 0.1.0. There are: 0.1.1');
  });

  it('record which one ran before', () => {
    expect(order.live).toBeUndefined();
    order.note('released', '1.0.0');
    expect(order.previous()).toBeUndefined();
    order.note('released', '1.0.1');
    order.note('released', '1.0.2');
    expect(order.previous()).toBe('1.0.1');
    order.note('rolled back', '1.0.1');
    expect(order.live).toMatchObject({ live: '1.0.1' });
    expect(order.previous()).toBe('1.0.0');
    order.note('rolled back', undefined);
    expect(order.live?.live).toBeUndefined();
    expect(order.live?.history.at(-1)).toMatchObject({ what: 'rolled back', version: order.ownVersion, from: '1.0.1' });
    expect(() => order.find('1.0.0')).toThrow(/There is no order 1\.0\.0\. There are: none/);
  });
});
