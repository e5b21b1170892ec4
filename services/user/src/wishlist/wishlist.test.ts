import type { Identity } from '@rangavalli/service-kit/http/identity';
import { startTestUserService, type TestUserService } from '../testing/test-user-service.js';
import { MAX_WISHES } from './wishlist.service.js';

let service: TestUserService;
let customer: Identity;
beforeAll(async () => {
  service = await startTestUserService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  customer = await service.addCustomer();
});

const product = (number: number) => number.toString(16).padStart(24, '0');
const wish = async (number: number) =>
  (await service.call('PUT /wishlist/{id}', { params: { id: product(number) } }, customer)).body.productIds;

test('lists products newest first, each once', async () => {
  await wish(1);
  await wish(2);
  expect(await wish(1)).toEqual([product(2), product(1)]);
  const { body } = await service.call('DELETE /wishlist/{id}', { params: { id: product(2) } }, customer);
  expect(body.productIds).toEqual([product(1)]);
  expect((await service.call('GET /wishlist', {}, customer)).body.productIds).toEqual([product(1)]);
});

test('stores a product once for ten simultaneous requests', async () => {
  await Promise.all(Array.from({ length: 10 }, () => wish(7)));
  expect((await service.call('GET /wishlist', {}, customer)).body.productIds).toEqual([product(7)]);
});

test(`removes the oldest of more than ${MAX_WISHES}`, async () => {
  for (let number = 0; number <= MAX_WISHES; number += 1) await wish(number);
  const { body } = await service.call('GET /wishlist', {}, customer);
  expect(body.productIds).toHaveLength(MAX_WISHES);
  expect(body.productIds).not.toContain(product(0));
});
