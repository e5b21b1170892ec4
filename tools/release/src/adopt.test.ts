import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { adoptAll } from './adopt.js';
import { live, released, Scratch } from './testing/releases.js';

let scratch: Scratch;
beforeEach(() => (scratch = new Scratch()));
afterEach(() => scratch.remove());
const OWN = ['order', 'payment'];

test('the contracts of what is started from the checkout are live, and put in once', async () => {
  expect(await adoptAll(scratch.store, OWN)).toEqual(['order 0.1.0', 'payment 0.1.0']);
  expect((await scratch.store.liveContracts()).map(({ slice, version }) => `${slice} ${version}`).toSorted()).toEqual(['order 0.1.0', 'payment 0.1.0']);
  expect(await adoptAll(scratch.store, OWN)).toEqual([]);
});

test('a service that is started from the checkout again is live as what the checkout is', async () => {
  await adoptAll(scratch.store, OWN);
  await released(scratch.store, 'order', '0.1.1');
  expect(await adoptAll(scratch.store, OWN)).toEqual(['order 0.1.0']);
  await live(scratch.store, 'payment', '0.1.0');
  expect(await adoptAll(scratch.store, OWN)).toEqual([]);
});

test('a store that cannot be understood is named, and no slice stays held', async () => {
  await adoptAll(scratch.store, OWN);
  writeFileSync(path.join(scratch.store.root, 'order/live.json'), 'half');
  await expect(adoptAll(scratch.store, OWN)).rejects.toThrow(/order\/live\.json is damaged/);
  await (await scratch.store.lock('order')).free();
});
