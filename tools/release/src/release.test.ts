import { isIdentical } from './release.js';
import { contractFor, live, releaseOf, Scratch } from './testing/releases.js';

let scratch: Scratch;
beforeEach(async () => {
  scratch = new Scratch();
  await scratch.store.put(
    releaseOf('mf-cart', '1.0.0', 'build'),
    contractFor('mf-cart', '1.0.0', { needs: '^19.0.0' }),
  );
  await live(scratch.store, 'mf-cart', '1.0.0');
});
afterEach(() => scratch.remove());

const next = contractFor('mf-cart', '1.0.1', { needs: '^19.0.0' });

describe('a release with the build and the contract of the live one', () => {
  it('is refused', async () => {
    await expect(isIdentical(scratch.store, next, 'build')).rejects.toThrow(
      'mf-cart 1.0.0 is live and identical; there is nothing to release.',
    );
  });

  it('is left out with --if-changed, as pipelines also run for other changes', async () => {
    expect(await isIdentical(scratch.store, next, 'build', true)).toBe(true);
  });
});

it('another build, another contract and a first release are not identical', async () => {
  expect(await isIdentical(scratch.store, next, 'another build')).toBe(false);
  expect(await isIdentical(scratch.store, contractFor('mf-cart', '1.0.1', { needs: '^20.0.0' }), 'build')).toBe(false);
  expect(await isIdentical(scratch.store, contractFor('mf-new', '1.0.0'), 'build')).toBe(false);
});
