import type { Identity } from '@rangavalli/service-kit/http/identity';
import { anAddress, startUserBench, type UserBench } from '../testing/user-bench.js';

let shop: UserBench;
let meera: Identity;
beforeAll(async () => {
  shop = await startUserBench();
});
afterAll(() => shop.stop());
beforeEach(async () => {
  meera = await shop.shopper();
});

const add = async (changes: Parameters<typeof anAddress>[0] = {}, as = meera) =>
  (await shop.call('POST /address', { body: anAddress(changes) }, as)).body.address;
const list = async (as = meera) => (await shop.call('GET /address', {}, as)).body.addresses;
const defaults = async () => (await list()).filter(({ isDefault }) => isDefault);

test('the first address becomes the default and carries both names of each field', async () => {
  expect(await list()).toEqual([]);
  const answer = await shop.call('POST /address', { body: anAddress() }, meera);
  expect(answer).toMatchObject({ status: 201, body: { success: true, message: 'Address added' } });
  expect(answer.body.address).toMatchObject({
    ...anAddress(),
    address: '12 Uppal Road',
    email: meera.email,
    country: 'India',
    default: true,
    isDefault: true,
  });
  expect(await list()).toEqual([answer.body.address]);
});

test('a second one becomes the default only when asked, and then alone', async () => {
  const first = await add();
  const second = await add({ city: 'Warangal' });
  expect((await defaults()).map(({ _id }) => _id)).toEqual([first._id]);
  const third = await add({ city: 'Guntur', isDefault: true });
  expect((await list()).map(({ _id }) => _id)).toEqual([third._id, second._id, first._id]);
  expect(await defaults()).toHaveLength(1);
});

test('the default is moved, and stays when its own form comes without the mark', async () => {
  const first = await add();
  const second = await add({ city: 'Warangal' });
  const moved = await shop.call('PATCH /address/default/{id}', { params: { id: second._id } }, meera);
  expect(moved).toMatchObject({
    status: 200,
    body: { message: 'Default address updated', address: { _id: second._id, isDefault: true } },
  });
  const changed = await shop.call(
    'PUT /address/{id}',
    { params: { id: second._id }, body: anAddress({ city: 'Nizamabad', isDefault: false }) },
    meera,
  );
  expect(changed).toMatchObject({
    status: 200,
    body: { message: 'Address updated', address: { city: 'Nizamabad', isDefault: true } },
  });
  await shop.call('PUT /address/{id}', { params: { id: first._id }, body: anAddress({ isDefault: true }) }, meera);
  expect((await defaults()).map(({ _id }) => _id)).toEqual([first._id]);
});

test('when the default is deleted the newest other one becomes it', async () => {
  const first = await add();
  const second = await add();
  const third = await add();
  await shop.call('DELETE /address/{id}', { params: { id: first._id } }, meera);
  expect((await defaults()).map(({ _id }) => _id)).toEqual([third._id]);
  await shop.call('DELETE /address/{id}', { params: { id: third._id } }, meera);
  expect((await defaults()).map(({ _id }) => _id)).toEqual([second._id]);
  expect((await shop.call('DELETE /address/{id}', { params: { id: second._id } }, meera)).body).toMatchObject({
    success: true,
    message: 'Address deleted',
  });
  expect(await list()).toEqual([]);
});

test("another customer's address is not there", async () => {
  const mine = await add();
  const other = await shop.shopper('Kiran');
  const params = { id: mine._id };
  for (const answer of [
    await shop.call('PUT /address/{id}', { params, body: anAddress() }, other),
    await shop.call('DELETE /address/{id}', { params }, other),
    await shop.call('PATCH /address/default/{id}', { params }, other),
  ])
    expect(answer).toMatchObject({ status: 404, body: { code: 'ADDRESS_NOT_FOUND' } });
  expect(await list(other)).toEqual([]);
  expect(await list()).toHaveLength(1);
});

test('eight at once are all kept, with exactly one default', async () => {
  await Promise.all(
    Array.from({ length: 8 }, (_unused, index) => add({ city: `City ${index}`, isDefault: index % 2 === 0 })),
  );
  expect(await list()).toHaveLength(8);
  expect(await defaults()).toHaveLength(1);
});

test('there are at most fifty', async () => {
  for (let count = 0; count < 50; count += 1) await add();
  expect(await shop.call('POST /address', { body: anAddress() }, meera)).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION_FAILED' },
  });
});

test('a form with faults is answered field by field', async () => {
  const { status, body } = await shop.call('POST /address', { body: anAddress({ phone: 'none', city: '' }) }, meera);
  expect(status).toBe(400);
  expect(body.details).toMatchObject({ fields: { phone: expect.any(String), city: 'required' } });
});
