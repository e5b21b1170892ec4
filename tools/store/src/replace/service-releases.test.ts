import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { liveContracts } from '@rangavalli/release/contract/live-contracts';
import { ServiceReleases } from './service-releases.js';

const nothing = { fragments: {}, calls: {}, commands: {}, events: {}, windowEvents: {}, packages: {} };
const contract = { slice: 'order', version: '1.0.0', offers: nothing, needs: nothing };

describe('the releases of a service', () => {
  let store: string;
  let order: ServiceReleases;
  beforeEach(() => {
    store = mkdtempSync(path.join(tmpdir(), 'releases-'));
    order = new ServiceReleases(store, 'order');
  });
  afterEach(() => rmSync(store, { recursive: true }));
  const keep = (version: string) => order.keep(version, contract);

  it('are numbered on from what package.json says', () => {
    expect(order.nextVersion()).toBe(order.ownVersion);
    keep('1.9.0');
    keep('1.10.9');
    expect(order.versions).toEqual(['1.9.0', '1.10.9']);
    expect(order.nextVersion()).toBe('1.10.10');
  });

  it('are never changed', () => {
    const { program } = keep('1.0.0');
    const before = readFileSync(program);
    expect(() => keep('1.0.0')).toThrow(/1\.0\.0 is released already.*1\.0\.1/);
    expect(() => keep('newest')).toThrow('no version');
    expect(readFileSync(program)).toEqual(before);
  });

  it('keep their contract for later neighbours', () => {
    keep('1.0.0');
    order.note('released', '1.0.0');
    expect(liveContracts(store)).toEqual([contract]);
    order.note('rolled back', undefined);
    expect(liveContracts(store)).toEqual([]);
  });

  it('run by themselves, on the packages that were kept with them', () => {
    const { program } = keep('1.0.0');
    // It gets as far as its configuration, of which there is none here.
    const { stderr } = spawnSync(process.execPath, [program], { env: { PATH: process.env['PATH'] }, encoding: 'utf8' });
    expect(stderr).toMatch(/The configuration is not right/);
    const kept = path.join(path.dirname(program), 'node_modules/@rangavalli/service-kit/dist/service.js');
    const question = `import { createRequire } from 'node:module'; console.log(createRequire(${JSON.stringify(program)}).resolve('@rangavalli/service-kit/service'))`;
    expect(spawnSync(process.execPath, ['--input-type=module', '-e', question], { encoding: 'utf8' }).stdout.trim()).toBe(kept);
    expect(existsSync(path.join(path.dirname(program), 'orders/orders.test.js'))).toBe(false);
  });

  it('stand beside the checkout’s own code, of which the store has the contract', () => {
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

  it('know which one ran before', () => {
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
