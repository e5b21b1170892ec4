import { formatDay } from './dates.js';
import { imageSource } from './images.js';
import { formatRupees } from './money.js';

test('groups rupees in lakhs and shows paise only when there are any', () => {
  expect(formatRupees(125_000)).toBe('₹1,25,000');
  expect(formatRupees(99.5)).toBe('₹99.50');
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
