import type { Identity } from '@rangavalli/service-kit/http/identity';
import { startUserBench, type UserBench } from '../testing/user-bench.js';
import { MAX_WISHES } from './wishlist.schema.js';

let shop: UserBench;
let meera: Identity;
beforeAll(async () => {
  shop = await startUserBench();
});
afterAll(() => shop.stop());
beforeEach(async () => {
  meera = await shop.shopper();
});

const product = (number: number) => number.toString(16).padStart(24, '0');
const wish = async (number: number) =>
  (await shop.call('PUT /wishlist/{id}', { params: { id: product(number) } }, meera)).body.productIds;

test('wishes stand newest first, each once', async () => {
  await wish(1);
  await wish(2);
  expect(await wish(1)).toEqual([product(2), product(1)]);
  const { body } = await shop.call('DELETE /wishlist/{id}', { params: { id: product(2) } }, meera);
  expect(body.productIds).toEqual([product(1)]);
  expect((await shop.call('GET /wishlist', {}, meera)).body.productIds).toEqual([product(1)]);
});

test('the same wish ten times at once is one wish', async () => {
  await Promise.all(Array.from({ length: 10 }, () => wish(7)));
  expect((await shop.call('GET /wishlist', {}, meera)).body.productIds).toEqual([product(7)]);
});

test(`the oldest of more than ${MAX_WISHES} gives way`, async () => {
  for (let number = 0; number <= MAX_WISHES; number += 1) await wish(number);
  const { body } = await shop.call('GET /wishlist', {}, meera);
  expect(body.productIds).toHaveLength(MAX_WISHES);
  expect(body.productIds).not.toContain(product(0));
});
