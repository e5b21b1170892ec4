import { type FulfilmentFixture, startFulfilment } from '../testing/start-fulfilment.js';
import { deliveryDates } from './delivery-dates.js';
import { festivalDate, maxHandlingDays, nextFestival } from './festivals.js';

const calendar = { cutoffHour: 14, holidays: new Set(['2027-01-14']) };
const festivals = [
  { date: '2027-03-22', name: 'Holi' },
  { date: '2027-01-14', name: 'Sankranti' },
];

describe('the longest handling before a festival', () => {
  const longest = (orderedAt: string, to: number) =>
    maxHandlingDays('2027-01-14', { orderedAt: new Date(orderedAt), courierDays: { from: 1, to } }, calendar);

  it.each([
    // Thursday 7 January, 10 am in India: 8, 9, 11, 12 and 13 January remain, Sunday does not count.
    ['two courier days leave three', '2027-01-07T04:30:00Z', 2, 3],
    ['the cut-off takes one of them', '2027-01-07T08:30:00Z', 2, 2],
    ['all days for the courier leave none', '2027-01-07T04:30:00Z', 5, 0],
    ['a slower courier is too late', '2027-01-07T04:30:00Z', 6, -1],
  ])('%s', (_what, orderedAt, to, expected) => {
    expect(longest(orderedAt, to)).toBe(expected);
  });

  it('is the last number of days whose promise is before the day', () => {
    for (const hour of [3, 9, 20]) {
      const orderedAt = new Date(Date.UTC(2026, 11, 28, hour));
      const days = maxHandlingDays('2027-01-14', { orderedAt, courierDays: { from: 2, to: 4 } }, calendar);
      const arrives = (handlingDays: number) =>
        deliveryDates({ orderedAt, handlingDays, courierDays: { from: 2, to: 4 } }, calendar).to < '2027-01-14';
      expect([arrives(days), arrives(days + 1)]).toEqual([true, false]);
    }
  });
});

it('finds festivals by name or date, and the next one within 60 days', () => {
  expect(festivalDate(festivals, '2026-11-25', 'sankranti')).toBe('2027-01-14');
  expect(festivalDate(festivals, '2027-01-14', 'Sankranti')).toBeUndefined();
  expect(festivalDate(festivals, '2026-11-25', '2027-02-01')).toBe('2027-02-01');
  expect(festivalDate(festivals, '2026-11-25', '2027-13-01')).toBeUndefined();
  expect(nextFestival(festivals, '2026-11-25')?.name).toBe('Sankranti');
  expect(nextFestival(festivals, '2026-11-14')).toBeUndefined();
});

describe('the terms of delivery', () => {
  let shop: FulfilmentFixture;
  beforeAll(async () => {
    shop = await startFulfilment();
  });
  afterAll(() => shop.stop());

  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const setFestival = (date: string) =>
    shop.edit((settings) => ({ ...settings, festivals: [{ date, name: 'Sankranti' }] }));
  const termsOf = async (pincode?: string) =>
    (await shop.call('GET /delivery/terms', { query: pincode ? { pincode } : {} })).body.terms;
  const arrival = (before: string, pincode?: string) =>
    shop.request('rpc.fulfilment.arrival.get', { before, ...(pincode ? { pincode } : {}) });

  it('differ by PIN code, and agree with what lists are filtered by', async () => {
    await setFestival(inDays(30));
    const [near, far] = [await termsOf(), await termsOf('190001')];
    expect(near.festival?.maxHandlingDays).toBeGreaterThan(far.festival?.maxHandlingDays ?? 60);
    expect(near.india).toEqual({ courierDays: { from: 1, to: 12 }, charge: 0 });
    expect(await arrival('SANKRANTI', '190001')).toMatchObject({
      outcome: 'known',
      maxHandlingDays: far.festival?.maxHandlingDays,
      byCategory: { accessories: 1 },
    });
  });

  it('name no festival that nothing arrives before, and refuse unknown PIN codes', async () => {
    await setFestival(inDays(1));
    expect((await termsOf('190001')).festival).toBeUndefined();
    expect(await arrival(inDays(1), '190001')).toMatchObject({ maxHandlingDays: -1 });
    expect(await arrival('Pongal')).toEqual({ outcome: 'unknown_festival' });
    expect(await arrival('sankranti', '999999')).toEqual({ outcome: 'unknown_pin' });
    expect((await shop.call('GET /delivery/terms', { query: { pincode: '999999' } })).body.code).toBe('PIN_NOT_FOUND');
  });
});
