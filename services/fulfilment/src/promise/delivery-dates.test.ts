import { deliveryDates } from './delivery-dates.js';
import { festivalMet } from './festivals.js';
import { chargeParcel } from './shipping.js';

const calendar = { cutoffHour: 14, holidays: new Set(['2027-01-14', '2027-01-26']) };
const promise = (orderedAt: string, handlingDays: number, from: number, to: number, other = calendar) =>
  deliveryDates({ orderedAt: new Date(`${orderedAt}+05:30`), handlingDays, courierDays: { from, to } }, other);

test.each([
  ['Monday before the cut-off', '2026-11-23T13:59', 2, 2, 3, '2026-11-27', '2026-11-28'],
  ['Monday at the cut-off counts from Tuesday', '2026-11-23T14:00', 2, 2, 3, '2026-11-28', '2026-11-30'],
  ['no handling: dispatched today', '2026-11-23T10:00', 0, 1, 1, '2026-11-24', '2026-11-24'],
  ['Sunday counts from Monday', '2026-11-29T09:00', 1, 1, 2, '2026-12-02', '2026-12-03'],
  ['Saturday after the cut-off too', '2026-11-28T20:00', 1, 1, 2, '2026-12-02', '2026-12-03'],
  ['couriers skip Sundays', '2026-11-26T10:00', 1, 1, 2, '2026-11-28', '2026-11-30'],
  ['a holiday and a Sunday', '2027-01-12T10:00', 1, 1, 3, '2027-01-15', '2027-01-18'],
  ['late in India, the day before in UTC', '2026-11-24T02:00', 0, 1, 1, '2026-11-25', '2026-11-25'],
  ['across the year', '2026-12-30T10:00', 2, 2, 4, '2027-01-04', '2027-01-06'],
  ['29 February', '2028-02-26T10:00', 1, 1, 2, '2028-02-29', '2028-03-01'],
])('%s', (_name, orderedAt, handling, from, to, first, last) => {
  expect(promise(orderedAt, handling, from, to)).toEqual({ from: first, to: last });
});

test('a cut-off of 24 never moves an order to the next day', () => {
  expect(promise('2026-11-23T23:59', 0, 1, 1, { ...calendar, cutoffHour: 24 })).toEqual({
    from: '2026-11-24',
    to: '2026-11-24',
  });
});

const festivals = [
  { date: '2027-04-07', name: 'Ugadi' },
  { date: '2027-01-14', name: 'Sankranti' },
];

test.each([
  ['arrives the day before', '2026-12-20', '2027-01-13', 'Sankranti'],
  ['arrives on the day', '2026-12-20', '2027-01-14', undefined],
  ['60 days before', '2026-11-15', '2026-12-05', 'Sankranti'],
  ['61 days before', '2026-11-14', '2026-12-05', undefined],
  ['on the day of the festival', '2027-01-14', '2027-01-18', undefined],
  ['too late for the next one, though in time for a later one', '2027-01-10', '2027-01-20', undefined],
])('a festival: %s', (_name, today, to, expected) => {
  expect(festivalMet(festivals, today, to)?.name).toBe(expected);
});

test.each([
  ['up to 1 kg', 1_000, 8_000],
  ['a part of a further kg', 1_001, 12_000],
  ['two further kg', 3_000, 16_000],
])('shipping: %s', (_name, grams, chargePaise) => {
  const rule = { chargePaise: 8_000, perExtraKgPaise: 4_000, freeFromPaise: 99_900 };
  expect(chargeParcel(rule, grams)).toEqual({ chargePaise, freeFromPaise: 99_900 });
});

test('shipping without a charge names no sum', () => {
  expect(chargeParcel({ chargePaise: 0, perExtraKgPaise: 4_000, freeFromPaise: 99_900 }, 500)).toEqual({
    chargePaise: 0,
  });
});
