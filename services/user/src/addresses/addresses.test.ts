import type { Identity } from '@rangavalli/service-kit/http/identity';
import { buildAddress, startTestUserService, type TestUserService } from '../testing/test-user-service.js';

let service: TestUserService;
let customer: Identity;
beforeAll(async () => {
  service = await startTestUserService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  customer = await service.addCustomer();
});

const add = async (changes: Parameters<typeof buildAddress>[0] = {}, as = customer) =>
  (await service.call('POST /address', { body: buildAddress(changes) }, as)).body.address;
const list = async (as = customer) => (await service.call('GET /address', {}, as)).body.addresses;
const defaults = async () => (await list()).filter(({ isDefault }) => isDefault);

test('the first address becomes the default and has both names of each field', async () => {
  expect(await list()).toEqual([]);
  const response = await service.call('POST /address', { body: buildAddress() }, customer);
  expect(response).toMatchObject({ status: 201, body: { success: true, message: 'Address added' } });
  expect(response.body.address).toMatchObject({
    ...buildAddress(),
    address: '12 Uppal Road',
    email: customer.email,
    country: 'India',
    default: true,
    isDefault: true,
  });
  expect(await list()).toEqual([response.body.address]);
});

test('a PIN code that does not exist is refused, also in a change; the shopper’s city and state are kept', async () => {
  const body = buildAddress({ pincode: '100001' });
  const { _id } = await add({ city: 'Elsewhere' });
  const refused = {
    status: 400,
    body: {
      code: 'VALIDATION_FAILED',
      details: { fields: { pincode: 'This PIN code does not exist. Please check it.' } },
    },
  };
  expect(await service.call('POST /address', { body }, customer)).toMatchObject(refused);
  expect(await service.call('PUT /address/{id}', { params: { id: _id }, body }, customer)).toMatchObject(refused);
  expect(await list()).toMatchObject([{ _id, city: 'Elsewhere' }]);
});

test('another address becomes the only default when requested', async () => {
  const first = await add();
  const second = await add({ city: 'Warangal' });
  expect((await defaults()).map(({ _id }) => _id)).toEqual([first._id]);
  const third = await add({ city: 'Guntur', isDefault: true });
  expect((await list()).map(({ _id }) => _id)).toEqual([third._id, second._id, first._id]);
  expect(await defaults()).toHaveLength(1);
});

test('the default can be moved, and stays when it is saved without the mark', async () => {
  const first = await add();
  const second = await add({ city: 'Warangal' });
  const moved = await service.call('PATCH /address/default/{id}', { params: { id: second._id } }, customer);
  expect(moved).toMatchObject({
    status: 200,
    body: { message: 'Default address updated', address: { _id: second._id, isDefault: true } },
  });
  const changed = await service.call(
    'PUT /address/{id}',
    { params: { id: second._id }, body: buildAddress({ city: 'Nizamabad', isDefault: false }) },
    customer,
  );
  expect(changed).toMatchObject({
    status: 200,
    body: { message: 'Address updated', address: { city: 'Nizamabad', isDefault: true } },
  });
  await service.call(
    'PUT /address/{id}',
    { params: { id: first._id }, body: buildAddress({ isDefault: true }) },
    customer,
  );
  expect((await defaults()).map(({ _id }) => _id)).toEqual([first._id]);
});

test('the newest other address becomes the default when the default is deleted', async () => {
  const first = await add();
  const second = await add();
  const third = await add();
  await service.call('DELETE /address/{id}', { params: { id: first._id } }, customer);
  expect((await defaults()).map(({ _id }) => _id)).toEqual([third._id]);
  await service.call('DELETE /address/{id}', { params: { id: third._id } }, customer);
  expect((await defaults()).map(({ _id }) => _id)).toEqual([second._id]);
  expect((await service.call('DELETE /address/{id}', { params: { id: second._id } }, customer)).body).toMatchObject({
    success: true,
    message: 'Address deleted',
  });
  expect(await list()).toEqual([]);
});

test("returns 404 for another customer's address", async () => {
  const mine = await add();
  const other = await service.addCustomer('Kiran');
  const params = { id: mine._id };
  for (const response of [
    await service.call('PUT /address/{id}', { params, body: buildAddress() }, other),
    await service.call('DELETE /address/{id}', { params }, other),
    await service.call('PATCH /address/default/{id}', { params }, other),
  ])
    expect(response).toMatchObject({ status: 404, body: { code: 'ADDRESS_NOT_FOUND' } });
  expect(await list(other)).toEqual([]);
  expect(await list()).toHaveLength(1);
});

test('stores eight simultaneous addresses with exactly one default', async () => {
  await Promise.all(
    Array.from({ length: 8 }, (_unused, index) => add({ city: `City ${index}`, isDefault: index % 2 === 0 })),
  );
  expect(await list()).toHaveLength(8);
  expect(await defaults()).toHaveLength(1);
});

test('rejects more than fifty addresses', async () => {
  for (let count = 0; count < 50; count += 1) await add();
  expect(await service.call('POST /address', { body: buildAddress() }, customer)).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION_FAILED' },
  });
});

test('returns errors per field', async () => {
  const { status, body } = await service.call(
    'POST /address',
    { body: buildAddress({ phone: 'none', city: '' }) },
    customer,
  );
  expect(status).toBe(400);
  expect(body.details).toMatchObject({ fields: { phone: expect.any(String), city: 'This field is required.' } });
});
