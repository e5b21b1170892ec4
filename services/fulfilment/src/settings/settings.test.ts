import { randomBytes } from 'node:crypto';
import { findPinPlace } from '@rangavalli/pin-codes/pin-codes';
import { buildIdentity } from '@rangavalli/service-kit/testing/test-identity';
import { eventually, testMongoUri } from '@rangavalli/service-kit/testing/test-service';
import mongoose from 'mongoose';
import { type FulfilmentFixture, packer, startFulfilment } from '../testing/start-fulfilment.js';
import { defaultSettings } from './default-settings.js';

const uri = new URL(testMongoUri());
uri.pathname = `/test_delivery_${randomBytes(6).toString('hex')}`;
let first: FulfilmentFixture;
let second: FulfilmentFixture;
beforeAll(async () => {
  first = await startFulfilment({ MONGODB_URI: uri.toString() });
  second = await startFulfilment({ MONGODB_URI: uri.toString() }, first);
});
afterAll(async () => {
  await second.stop();
  await first.stop();
  const cleaner = await mongoose.createConnection(uri.toString()).asPromise();
  await cleaner.dropDatabase().finally(() => cleaner.close());
});

const get = async (shop = first) => (await shop.call('GET /delivery/settings', {}, packer)).body;
const put = (body: Awaited<ReturnType<typeof get>>) => first.call('PUT /delivery/settings', { body }, packer);
const importCsv = (csv: string) => first.call('POST /delivery/pins/import', { body: { csv } }, packer);
const pinsOf = async (query: { q?: string; limit?: number; cursor?: string } = {}, shop = first) =>
  (await shop.call('GET /delivery/pins', { query }, packer)).body;

test('staff edit the settings, which every process uses at once; the audit log shows what changed', async () => {
  const before = await get();
  expect(before).toMatchObject({ revision: 0, settings: { shopPincode: '500092', cutoffHour: 14 } });
  await get(second);
  const zones = before.settings.zones.map((zone, index) =>
    index === 0 ? { ...zone, cod: false, shipping: { charge: 49, freeFrom: 999.5 } } : zone,
  );
  const holidays = [
    { date: '2027-01-14', name: 'Sankranti' },
    { date: '2026-12-25', name: 'Christmas' },
  ];
  const saved = await put({ ...before, settings: { ...before.settings, zones, holidays, cutoffHour: 16 } });
  expect(saved.body).toMatchObject({ revision: 1, settings: { cutoffHour: 16 } });
  expect(saved.body.settings.holidays.map(({ date }) => date)).toEqual(['2026-12-25', '2027-01-14']);
  await eventually(async () => expect((await get(second)).settings).toEqual(saved.body.settings));

  // Sent again, as after a lost response.
  expect((await put({ ...before, settings: saved.body.settings })).body.revision).toBe(1);
  expect((await put(before)).body).toMatchObject({ code: 'SETTINGS_CHANGED' });
  await eventually(async () => expect(await first.events('audit.fulfilment.recorded')).toHaveLength(1));
  const [audit] = await first.events('audit.fulfilment.recorded');
  expect(audit?.data).toMatchObject({ action: 'shipping.settings.changed', actor: { name: 'Ravi' } });
  expect(audit?.data.changes).toContainEqual({
    field: 'zone Hyderabad',
    from: '1–2 days, free, PIN 500, COD',
    to: '1–2 days, ₹49, free from ₹999.50, PIN 500, no COD',
  });
  expect(audit?.data.changes).toContainEqual({ field: 'holiday 2027-10-29', from: 'Diwali' });
});

test('two people who edit at the same time do not overwrite each other', async () => {
  const { settings, revision } = await get();
  const results = await Promise.all(
    [9, 10].map((cutoffHour) => put({ success: true, settings: { ...settings, cutoffHour }, revision })),
  );
  expect(results.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('wrong settings are refused with the field', async () => {
  const { settings, revision } = await get();
  const [zone] = defaultSettings.zones;
  if (!zone) throw new Error('no zones');
  const wrong: Partial<typeof settings>[] = [
    { zones: [] },
    { zones: [zone, { ...zone, name: 'Twice' }] },
    { zones: [{ ...zone, pinPrefixes: [] }] },
    { zones: [{ ...zone, days: { from: 3, to: 2 } }] },
    { zones: [{ ...zone, shipping: { charge: -1 } }] },
    { holidays: [{ date: '2027-02-30', name: 'None' }] },
    { cutoffHour: 25 },
    { handlingDays: { ...settings.handlingDays, saree: 1.5 } },
  ];
  for (const change of wrong)
    expect((await put({ success: true, settings: { ...settings, ...change }, revision })).body).toMatchObject({
      code: 'VALIDATION_FAILED',
    });
  const customer = buildIdentity({ id: 'b'.repeat(24) });
  expect((await first.call('GET /delivery/settings', {}, customer)).status).toBe(403);
});

test('single PIN codes are set, listed by their first digits and removed', async () => {
  const set = (pincode: string, body: object) =>
    first.call('PUT /delivery/pins/{pincode}', { params: { pincode }, body: body as never }, packer);
  for (const pincode of ['500092', '110001', '500001'])
    expect((await set(pincode, { isServed: true, cod: false, from: 2, to: 4 })).status).toBe(200);
  expect((await set('999999', { isServed: false })).body).toMatchObject({ code: 'PIN_NOT_FOUND' });
  for (const body of [{ isServed: true, from: 2 }, { isServed: true, from: 4, to: 2 }, {}])
    expect((await set('500001', body)).body).toMatchObject({ code: 'VALIDATION_FAILED' });

  const page = await pinsOf({ limit: 2 });
  expect([page.total, page.pins.map(({ pincode }) => pincode)]).toEqual([3, ['110001', '500001']]);
  const next = await pinsOf({ limit: 2, cursor: page.nextCursor ?? '' });
  expect(next.pins).toEqual([{ pincode: '500092', isServed: true, cod: false, from: 2, to: 4 }]);
  expect((await pinsOf({ q: '50' })).total).toBe(2);
  const { nextCursor: ofOtherList = 'missing' } = await pinsOf({ q: '50', limit: 1 });
  expect((await pinsOf({ q: '50', cursor: ofOtherList })).pins.map(({ pincode }) => pincode)).toEqual(['500092']);
  const content = Buffer.from(page.nextCursor ?? '', 'base64url').toString();
  const changed = Buffer.from(content.replace('500001', '110001')).toString('base64url');
  for (const cursor of ['zzz', '500001', changed, ofOtherList])
    expect(await first.call('GET /delivery/pins', { query: { cursor } }, packer)).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED' },
    });
  await eventually(async () => expect((await pinsOf({}, second)).total).toBe(3));
  const remove = () => first.call('DELETE /delivery/pins/{pincode}', { params: { pincode: '110001' } }, packer);
  expect([(await remove()).status, (await remove()).body.code]).toEqual([200, 'NOT_FOUND']);
});

test('a CSV file sets all its PIN codes or none, and names the wrong rows', async () => {
  const before = (await pinsOf()).pins;
  const wrong = await importCsv(
    'pincode,served,cod,from,to\n744101,no,,,\n999999,yes,,,\n500001,maybe,,,\n500002,yes,,5,3\n744101,yes,,,\n50,yes,,,',
  );
  expect(wrong.body.code).toBe('CSV_INVALID');
  expect(wrong.body.details).toMatchObject({ invalid: 5 });
  expect(wrong.body.details?.['rows']).toEqual([
    { row: 3, message: '999999 is not a PIN code in India.' },
    { row: 4, message: 'Column “served”: enter yes or no.' },
    { row: 5, message: 'Column “to”: Enter at least the first number of days.' },
    { row: 6, message: '744101 is in row 2 too.' },
    { row: 7, message: 'Column “pincode”: Enter a 6-digit PIN code, such as 500092.' },
  ]);
  expect((await pinsOf()).pins).toEqual(before);
  expect((await importCsv('pin,yes\n1,2')).body.details?.['rows']).toEqual([
    { row: 1, message: 'Column missing: pincode, served.' },
  ]);

  // As spreadsheets write it: byte order mark, other order of columns, Windows line ends, quotes.
  const imported = await importCsv('\uFEFFServed,Pincode,To,From,COD\r\n"Yes","744 101",12,8,no\r\nNO,682001,,,\r\n');
  expect(imported.body).toMatchObject({ success: true, imported: 2 });
  expect((await pinsOf({ q: '744' })).pins).toEqual([
    { pincode: '744101', isServed: true, cod: false, from: 8, to: 12 },
  ]);
  expect((await pinsOf({ q: '682' })).pins).toEqual([{ pincode: '682001', isServed: false }]);
  expect((await pinsOf()).pins).toHaveLength(before.length + 2);
});

test('every PIN code of India is imported in one file', async () => {
  const pins = Array.from({ length: 790_000 }, (_none, index) => String(110_000 + index)).filter(findPinPlace);
  expect(pins.length).toBeGreaterThan(19_000);
  const csv = ['pincode,served,cod,from,to', ...pins.map((pincode) => `${pincode},yes,yes,3,5`)].join('\r\n');
  expect((await importCsv(csv)).body).toMatchObject({ imported: pins.length });
  expect((await pinsOf({ q: '5000', limit: 1 })).pins).toEqual([
    { pincode: '500001', isServed: true, cod: true, from: 3, to: 5 },
  ]);
});
