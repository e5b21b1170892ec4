import type { DeliveryZone } from '@rangavalli/contracts/entities/delivery';
import { findPinPlace } from '@rangavalli/pin-codes/pin-codes';
import { initialSettings } from '../settings/stored-settings.js';
import { defaultSettings } from '../settings/default-settings.js';
import { type FulfilmentFixture, packer, startFulfilment } from '../testing/start-fulfilment.js';
import { deliveryDates } from './delivery-dates.js';
import { findZone } from './zones.js';

let shop: FulfilmentFixture;
beforeAll(async () => {
  shop = await startFulfilment({ PRODUCT_CACHE_MS: '1', CASH_RULES_CACHE_MS: '0' });
});
afterAll(() => shop.stop());

const promiseOf = async (query: Record<string, string>) => {
  const { body, status } = await shop.call('GET /delivery/promise', { query } as never);
  return { status, code: body.code, ...body.promise };
};
/** By the pure rule, which has its own examples. */
const expected = (handlingDays: number, from: number, to: number) =>
  deliveryDates(
    { orderedAt: new Date(), handlingDays, courierDays: { from, to } },
    { cutoffHour: 14, holidays: new Set(defaultSettings.holidays.map(({ date }) => date)) },
  );

describe('the default zones', () => {
  it.each([
    ['500092', 'Hyderabad'],
    ['501301', 'Telangana and Andhra Pradesh'],
    ['520001', 'Telangana and Andhra Pradesh'],
    ['560001', 'South and West'],
    ['110001', 'North, Central and East'],
    ['194101', 'North-East, Jammu, Kashmir and Ladakh'],
    ['744101', 'Islands and army post offices'],
    ['914001', 'Islands and army post offices'],
  ])('%s is in %s', (pincode, zone) => {
    const place = findPinPlace(pincode);
    expect(place && findZone(initialSettings.zones, pincode, place)?.name).toBe(zone);
  });

  it('cover every PIN code of the table', () => {
    const missed = Array.from({ length: 800_000 }, (_, index) => String(100_000 + index)).filter((pincode) => {
      const place = findPinPlace(pincode);
      return place && !findZone(initialSettings.zones, pincode, place);
    });
    expect(missed).toEqual([]);
  });
});

describe('the promise', () => {
  it('adds handling, personalisation and courier days, and the slowest item decides', async () => {
    const saree = shop.addProduct();
    const quick = shop.addProduct({ category: 'accessories' });
    const made = shop.addProduct({ handlingDays: 6 });
    expect(await promiseOf({ pincode: '500001', productId: saree })).toMatchObject({
      pincode: '500001',
      city: 'Hyderabad',
      serviceable: true,
      cod: true,
      ...expected(2, 1, 2),
      shipping: { charge: 0 },
    });
    expect(await promiseOf({ pincode: '110001', productId: quick })).toMatchObject(expected(1, 4, 6));
    const both = { pincode: '110001', productId: `${quick},${made}`, quantity: '1,2', extraDays: '0,3' };
    expect(await promiseOf(both)).toMatchObject(expected(9, 4, 6));
    expect(await promiseOf({ pincode: '744101', productId: quick })).toMatchObject({ cod: false });
    // Without a PIN code: to the shop's own.
    const { pincode, ...own } = await promiseOf({ productId: saree });
    expect([pincode, own.city, own.to]).toEqual([undefined, 'Hyderabad', expected(2, 1, 2).to]);
  });

  it('has cash on delivery where the rules of the order service allow it for these goods', async () => {
    const saree = shop.addProduct({ pricePaise: 1_000_000 });
    const dearer = shop.addProduct({ pricePaise: 1_000_001 });
    const cheap = shop.addProduct({ pricePaise: 20_000 });
    const codOf = async (productId: string, query: Record<string, string> = {}) => {
      const { serviceable, cod } = await promiseOf({ pincode: '560001', productId, ...query });
      expect(serviceable).toBe(true);
      return cod;
    };
    expect([await codOf(saree), await codOf(dearer), await codOf(saree, { quantity: '2' })]).toEqual([
      true,
      false,
      false,
    ]);
    // Below the minimum: with other products, the order may reach it.
    expect([await codOf(cheap), await codOf(cheap, { quantity: '2' }), await codOf(cheap, { quantity: '3' })]).toEqual([
      true,
      false,
      true,
    ]);
    const personalised = { extraDays: '2' };
    expect(await codOf(saree, personalised)).toBe(false);
    try {
      shop.setCashRules({ allowsPersonalised: true, blockedPins: ['560001', '11'] });
      expect([await codOf(saree), await codOf(saree, { pincode: '110001' })]).toEqual([false, false]);
      expect(await codOf(saree, { pincode: '560002', ...personalised })).toBe(true);
      shop.setCashRules({ isEnabled: false });
      expect(await codOf(saree)).toBe(false);
      const request = { pincode: '560001', lines: [{ productId: saree, quantity: 1 }] };
      expect(await shop.request('rpc.fulfilment.promise.get', request)).toMatchObject({ cod: true });
    } finally {
      shop.setCashRules({});
    }
  });

  it('explains what it cannot promise', async () => {
    const productId = shop.addProduct();
    expect(await promiseOf({ pincode: '999999', productId })).toMatchObject({ code: 'PIN_NOT_FOUND' });
    expect(await promiseOf({ pincode: '5000', productId })).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(await promiseOf({ pincode: '500001' })).toMatchObject({ code: 'VALIDATION_FAILED' });
    const twoNumbers = { pincode: '500001', productId, quantity: '1,2' };
    expect(await promiseOf(twoNumbers)).toMatchObject({ code: 'VALIDATION_FAILED' });
    const unknown = { pincode: '500001', productId: 'a'.repeat(24) };
    expect(await promiseOf(unknown)).toMatchObject({ status: 404, code: 'PRODUCT_NOT_FOUND' });
  });

  it('still covers known products while the catalog is away', async () => {
    const [known, unknown] = [shop.addProduct(), shop.addProduct()];
    await promiseOf({ pincode: '500001', productId: known });
    shop.setCatalogAvailable(false);
    try {
      expect(await promiseOf({ pincode: '500001', productId: known })).toMatchObject({ serviceable: true });
      expect(await promiseOf({ pincode: '500001', productId: unknown })).toMatchObject({ code: 'UNAVAILABLE' });
    } finally {
      shop.setCatalogAvailable(true);
    }
  });

  it('charges by zone, value and weight, and names the sum from which delivery is free', async () => {
    const light = shop.addProduct({ pricePaise: 40_000, weightGrams: 300 });
    const heavy = shop.addProduct({ pricePaise: 90_000, weightGrams: 1_200 });
    const shipping = { charge: 80, freeFrom: 999, perExtraKg: 40.5 };
    const charged = (zone: DeliveryZone) => (zone.name === 'South and West' ? { ...zone, shipping } : zone);
    await shop.edit((settings) => ({ ...settings, zones: settings.zones.map(charged) }));
    const chargeOf = async (query: Record<string, string>) => (await promiseOf(query)).shipping;
    expect(await chargeOf({ pincode: '560001', productId: light })).toEqual({ charge: 80, freeFrom: 999 });
    expect(await chargeOf({ pincode: '560001', productId: heavy })).toEqual({ charge: 120.5, freeFrom: 999 });
    // 2 × 400 + 900 rupees.
    const much = { pincode: '560001', productId: `${light},${heavy}`, quantity: '2,1' };
    expect(await chargeOf(much)).toEqual({ charge: 0, freeFrom: 999 });
    expect(await chargeOf({ pincode: '500001', productId: heavy })).toEqual({ charge: 0 });
    const lines = [{ productId: heavy, quantity: 1 }];
    const request = (pincode: string) => shop.request('rpc.fulfilment.promise.get', { pincode, lines });
    expect(await request('560001')).toMatchObject({
      outcome: 'served',
      ...expected(2, 3, 5),
      shipping: { chargePaise: 12_050, freeFromPaise: 99_900 },
    });
    expect(await request('999999')).toEqual({ outcome: 'unknown_pin' });
    await shop.edit((settings) => ({ ...settings, zones: toUnchanged(settings.zones) }));
  });

  it('refuses PIN codes outside all zones, and those that staff exclude', async () => {
    const productId = shop.addProduct();
    const notServed = { serviceable: false, cod: false };
    await shop.edit((settings) => ({ ...settings, zones: settings.zones.slice(0, -1) }));
    expect(await promiseOf({ pincode: '744101', productId })).toEqual({
      status: 200,
      code: undefined,
      pincode: '744101',
      city: 'Port Blair',
      ...notServed,
    });
    await shop.edit((settings) => ({ ...settings, zones: defaultSettings.zones }));
    const rule = { params: { pincode: '744101' }, body: { isServed: false } };
    expect((await shop.call('PUT /delivery/pins/{pincode}', rule, packer)).status).toBe(200);
    expect(await promiseOf({ pincode: '744101', productId })).toMatchObject(notServed);
    const lines = [{ productId, quantity: 1 }];
    expect(await shop.request('rpc.fulfilment.promise.get', { pincode: '744101', lines })).toEqual({
      outcome: 'not_served',
    });
  });

  it('names the next festival that the delivery arrives before', async () => {
    const productId = shop.addProduct();
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const festivals = [{ date: inDays(30), name: 'Sankranti' }];
    await shop.edit((settings) => ({ ...settings, festivals }));
    expect((await promiseOf({ pincode: '500001', productId })).festival).toEqual(festivals[0]);
    const slow = shop.addProduct({ handlingDays: 60 });
    expect((await promiseOf({ pincode: '500001', productId: slow })).festival).toBeUndefined();
  });

  it('keeps the last rules of cash while the order service is away, and has none before its first reply', async () => {
    const productId = shop.addProduct({ pricePaise: 2_000_000 });
    const query = { pincode: '560001', productId };
    shop.setCashRules({ isEnabled: false });
    expect(await promiseOf(query)).toMatchObject({ serviceable: true, cod: false });
    shop.setCashRules(undefined);
    const other = await startFulfilment({}, shop);
    try {
      expect(await promiseOf(query)).toMatchObject({ serviceable: true, cod: false });
      const { body } = await other.call('GET /delivery/promise', { query } as never);
      expect(body.promise).toMatchObject({ serviceable: true, cod: true });
    } finally {
      await other.stop();
      shop.setCashRules({});
    }
  });
});

test('the place of a PIN code is cached by browsers', async () => {
  const find = (pincode: string) => shop.call('GET /delivery/pin/{pincode}', { params: { pincode } });
  const known = await shop.app.inject({ url: '/delivery/pin/110001' });
  expect(known.json()).toEqual({
    success: true,
    place: { pincode: '110001', city: 'New Delhi', district: 'Central Delhi', state: 'Delhi', stateCode: '07' },
  });
  expect(known.headers['cache-control']).toBe('public, max-age=604800');
  expect((await find('999999')).body).toMatchObject({ code: 'PIN_NOT_FOUND' });
  expect((await find('5000')).body).toMatchObject({ code: 'VALIDATION_FAILED' });
  const unknown = await shop.app.inject({ url: '/delivery/pin/999999' });
  expect(unknown.headers['cache-control']).toBeUndefined();
});

const toUnchanged = (zones: DeliveryZone[]) =>
  zones.map((zone, index) => ({ ...zone, shipping: defaultSettings.zones[index]?.shipping ?? zone.shipping }));
