import { getModelToken } from '@nestjs/mongoose';
import { buildIdentity } from '@rangavalli/service-kit/testing/test-identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import type { Model } from 'mongoose';
import { type FulfilmentFixture, packer, startFulfilment } from '../testing/start-fulfilment.js';
import { WaitlistSweep } from './waitlist-sweep.service.js';
import { WAITLIST, type WaitlistRecord } from './waitlist.schema.js';

let shop: FulfilmentFixture;
beforeAll(async () => {
  shop = await startFulfilment();
  const csv = 'pincode,served\n744101,no\n744102,no\n682001,no';
  await shop.call('POST /delivery/pins/import', { body: { csv } }, packer);
});
afterAll(() => shop.stop());

const join = (pincode: string, email?: string, as = undefined as ReturnType<typeof buildIdentity> | undefined) =>
  shop.call('POST /delivery/waitlist', { body: { pincode, ...(email ? { email } : {}) } }, as);
const list = async (q?: string) =>
  (await shop.call('GET /delivery/waitlist', { query: q ? { q } : {} }, packer)).body.entries;

test('shoppers leave an address once per PIN code; staff see, filter and delete entries', async () => {
  const meena = buildIdentity({ id: 'c'.repeat(24), email: 'meena@example.com' });
  expect((await join('744101', 'Asha@Example.com')).body).toMatchObject({ success: true });
  expect((await join('744101', 'asha@example.com')).status).toBe(200);
  expect((await join('682001', undefined, meena)).status).toBe(200);
  expect((await list()).map(({ pincode, email }) => [pincode, email])).toEqual([
    ['682001', 'meena@example.com'],
    ['744101', 'asha@example.com'],
  ]);
  const [entry] = await list('744');
  expect(entry?.email).toBe('asha@example.com');
  const remove = () => shop.call('DELETE /delivery/waitlist/{id}', { params: { id: entry?._id ?? '' } }, packer);
  expect([(await remove()).status, (await remove()).body.code]).toEqual([200, 'NOT_FOUND']);
  expect(await list()).toMatchObject([{ email: 'meena@example.com' }]);
  const model = shop.app.get<Model<WaitlistRecord>>(getModelToken(WAITLIST));
  expect(await model.exists({ email: 'asha@example.com' })).toBeNull();
  const sweep = shop.app.get(WaitlistSweep);
  await eventually(async () => {
    await sweep.sweep();
    expect(await model.countDocuments()).toBe(1);
  });
  const audited = (await shop.events('audit.fulfilment.recorded')).map(({ data }) => data);
  expect(audited.filter(({ action }) => action === 'shipping.waitlist.deleted')).toMatchObject([
    { actor: { name: 'Ravi' }, label: 'PIN 744101', changes: [{ field: 'entry', from: entry?._id }] },
  ]);

  await join('744101', 'meena.before@example.com');
  await shop.publish('user.deleted', {
    userId: meena.id,
    email: meena.email,
    pastEmails: ['meena.before@example.com'],
    deletedAt: new Date().toISOString(),
  });
  await eventually(async () => expect(await list()).toEqual([]));
});

test('the entries of an address are exported', async () => {
  const email = 'latha@example.com';
  await join('744101', email);
  await join('682001', email);
  const { waitlist } = await shop.request('rpc.fulfilment.customer.export', { email });
  expect(waitlist.map(({ pincode }) => pincode).toSorted()).toEqual(['682001', '744101']);
  for (const { _id } of (await list()).filter((entry) => entry.email === email))
    await shop.call('DELETE /delivery/waitlist/{id}', { params: { id: _id } }, packer);
  expect(await shop.request('rpc.fulfilment.customer.export', { email })).toEqual({ waitlist: [] });
});

test('refuses what makes no sense', async () => {
  expect((await join('744101')).body).toMatchObject({
    code: 'VALIDATION_FAILED',
    details: { fields: { email: expect.any(String) } },
  });
  expect((await join('744101', 'no address')).body).toMatchObject({ code: 'VALIDATION_FAILED' });
  expect((await join('999999', 'a@example.com')).body).toMatchObject({ code: 'PIN_NOT_FOUND' });
  expect((await join('500001', 'a@example.com')).body).toMatchObject({ code: 'PIN_SERVED' });
});

test('a PIN code that is served now has one event per waiting address, and ends their entries', async () => {
  await join('744102', 'one@example.com');
  await join('744102', 'two@example.com');
  await join('744101', 'elsewhere@example.com');
  const sweep = shop.app.get(WaitlistSweep);
  await sweep.sweep();
  expect(await shop.publishedCount('fulfilment.pin.served')).toBe(0);
  await shop.call('POST /delivery/pins/import', { body: { csv: 'pincode,served\n744102,yes' } }, packer);
  await Promise.all([sweep.sweep(), sweep.sweep()]);
  await eventually(async () => {
    await sweep.sweep();
    expect(await list('744')).toMatchObject([{ pincode: '744101' }]);
  });
  const served = await shop.events('fulfilment.pin.served');
  expect(served.map(({ data }) => [data.pincode, data.email]).toSorted()).toEqual([
    ['744102', 'one@example.com'],
    ['744102', 'two@example.com'],
  ]);
});
