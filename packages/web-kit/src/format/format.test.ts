import { formatDay } from './dates.js';
import { formatPeriodTime, fromIndianTime, toIndianTime } from './india-time.js';
import { imageSource } from './images.js';
import { formatRupees } from './money.js';
import { methodName, methodTitle } from './payment-method.js';
import { describeReturns } from './return-terms.js';

test('groups rupees in lakhs and shows paise only when there are any', () => {
  expect(formatRupees(125_000)).toBe('₹1,25,000');
  expect(formatRupees(99.5)).toBe('₹99.50');
});

test('names payment methods within a sentence and alone', () => {
  expect(['upi', 'card'].map(methodName)).toEqual(['UPI', 'card']);
  expect(['upi', 'card', ''].map(methodTitle)).toEqual(['UPI', 'Card', '']);
});

test('formats a missing or invalid date as N/A', () => {
  expect(formatDay(undefined)).toBe('N/A');
  expect(formatDay('soon')).toBe('N/A');
  expect(formatDay('2026-01-15T09:30:00.000Z')).toMatch(/15 Jan 2026/);
});

test('offers a picture of the image host in several widths', () => {
  const { src, srcSet } = imageSource('https://host/x/image/upload/v1/shop/saree', [320, 640]);
  expect(src).toBe('https://host/x/image/upload/f_auto,q_auto,w_640/v1/shop/saree');
  expect(srcSet).toContain('w_320/v1/shop/saree 320w');
  expect(imageSource('https://other.example/a.png')).toEqual({ src: 'https://other.example/a.png' });
});

test('uses the eco quality for the width that only phones choose', () => {
  const { srcSet = '' } = imageSource('https://host/x/image/upload/v1/shop/saree');
  expect(srcSet.split(', ').filter((one) => one.includes('q_auto:eco'))).toEqual([
    'https://host/x/image/upload/f_auto,q_auto:eco,w_750/v1/shop/saree 750w',
  ]);
  expect(imageSource('https://host/x/image/upload/v1/shop/saree', [480, 640], 'q_auto:eco').src).toContain(
    'q_auto:eco,w_640',
  );
});

test('shows times of the shop in IST on every device, and whole days without their midnight', () => {
  expect(toIndianTime('2026-12-31T18:30:00.000Z')).toBe('2027-01-01T00:00');
  expect(fromIndianTime('2027-01-01T00:00')).toBe('2026-12-31T18:30:00.000Z');
  expect(formatPeriodTime('2026-10-31T18:30:00.000Z', 'start')).toBe('1 Nov 2026');
  expect(formatPeriodTime('2026-12-31T18:30:00.000Z', 'end')).toBe('31 Dec 2026');
  expect(formatPeriodTime('2026-12-31T18:29:59.000Z', 'end')).toBe('31 Dec 2026');
  expect(formatPeriodTime('2026-12-31T12:30:00.000Z', 'end')).toBe('31 Dec 2026, 6:00 pm');
  expect(formatPeriodTime('2026-12-31T18:30:00.000Z', 'start')).toBe('1 Jan 2027');
});

test('shows whether goods can be returned, and until which day of the shop', () => {
  const shop = { returnDays: 7, categoryReturnDays: { pant: 0 }, finalCategories: ['saree'], isSaleCreditOnly: true };
  const terms = (category: string, isOnSale = false, deliveredAt?: string) =>
    describeReturns({ category, isPersonalised: false, isOnSale }, shop, deliveredAt);
  expect(terms('kidswear')).toBe('Return or exchange within 7 days of delivery');
  expect(terms('kidswear', true)).toBe('Exchange or store credit within 7 days of delivery');
  for (const final of ['saree', 'pant']) expect(terms(final)).toMatch(/^No returns, unless/);
  // 00:30 on 1 November in India.
  expect(terms('kidswear', false, '2099-10-31T19:00:00.000Z')).toBe('Return or exchange until 8 Nov 2099');
  expect(terms('kidswear', false, '2025-10-31T19:00:00.000Z')).toBe('The return period ended on 8 Nov 2025');
});
