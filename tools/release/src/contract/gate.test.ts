import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { contractFor, released, Scratch } from '../testing/releases.js';
import { checkNeighbours, recordContract } from './gate.js';

let scratch: Scratch;
beforeEach(() => (scratch = new Scratch()));
afterEach(() => scratch.remove());

describe('the contract check', () => {
  it('fails where no neighbour is live, except before the first release', async () => {
    const order = contractFor('order', '1.0.0');
    await released(scratch.store, 'order', '0.9.0'); // itself is no neighbour
    expect(await checkNeighbours(order, scratch.store)).toMatchObject({
      mayGoLive: false,
      text: expect.stringContaining('there are no live contracts. Set RELEASE_STORE') as string,
    });
    expect(await checkNeighbours(order, scratch.store, { isFirst: true })).toMatchObject({ mayGoLive: true });
  });

  it('compares with what is live', async () => {
    await recordContract(contractFor('mf-cart', '1.0.0', { needs: '^19.0.0' }), scratch.store);
    const shell = (lends: string) => checkNeighbours(contractFor('shell', '2.0.0', { lends }), scratch.store);
    expect(await shell('19.3.1')).toEqual({
      mayGoLive: true,
      text: 'shell 2.0.0 beside what is live:\n  mf-cart 1.0.0  fits\nmay go live',
    });
    expect((await shell('20.0.0')).mayGoLive).toBe(false);
  });
});

describe('the contract check of a change in several slices', () => {
  it('compares with the slices that are released before, in place of their live releases', async () => {
    await recordContract(contractFor('shell', '1.0.0', { lends: '19.3.1' }), scratch.store);
    const remote = contractFor('mf-cart', '2.0.0', { needs: '^20.0.0' });
    expect((await checkNeighbours(remote, scratch.store)).mayGoLive).toBe(false);
    const earlier = [contractFor('shell', 'of this checkout', { lends: '20.1.0' })];
    expect(await checkNeighbours(remote, scratch.store, { earlier })).toEqual({
      mayGoLive: true,
      text: 'mf-cart 2.0.0 beside what is live:\n  shell of this checkout  fits\nmay go live',
    });
  });

  it('still fails where nothing is live', async () => {
    const earlier = [contractFor('shell', 'of this checkout')];
    expect((await checkNeighbours(contractFor('mf-cart', '1.0.0'), scratch.store, { earlier })).mayGoLive).toBe(false);
  });
});

describe('a recorded contract', () => {
  it('is live, once, and replaces the one before', async () => {
    await recordContract(contractFor('order', '1.0.1'), scratch.store);
    await recordContract(contractFor('order', '1.0.2'), scratch.store);
    await recordContract(contractFor('order', '1.0.2'), scratch.store);
    expect(await scratch.store.liveContracts()).toEqual([contractFor('order', '1.0.2')]);
    expect((await scratch.store.live('order'))?.history.map(({ version }) => version)).toEqual(['1.0.1', '1.0.2']);
  });

  it('completes the release of a shell whose files for browsers are in the store', async () => {
    const folder = path.join(scratch.store.root, 'shell/0.1.7');
    mkdirSync(path.join(folder, 'client'), { recursive: true });
    writeFileSync(path.join(folder, 'client/main.js'), 'of the image');
    await recordContract(contractFor('shell', '0.1.7'), scratch.store);
    expect(await scratch.store.liveContracts()).toEqual([contractFor('shell', '0.1.7')]);
    expect(readFileSync(path.join(folder, 'client/main.js'), 'utf8')).toBe('of the image');
    expect(readdirSync(path.dirname(folder)).toSorted()).toEqual(['0.1.7', 'live.json']);
  });

  it('never changes', async () => {
    await recordContract(contractFor('shell', '1.0.1', { lends: '19.3.1' }), scratch.store);
    const other = contractFor('shell', '1.0.1', { lends: '20.0.0' });
    await expect(recordContract(other, scratch.store)).rejects.toThrow('with another contract');
  });
});
