import { median } from '../statistics.js';
import { isMet } from './aims.js';
import { blockingTime, layoutShift } from './figures.js';

test('blocking time is the excess of long tasks over 50 ms each, after the first paint', () => {
  const longTasks = [
    { at: 0, ms: 300 }, // before the first paint
    { at: 350, ms: 200 }, // half of it after the first paint
    { at: 600, ms: 80 },
  ];
  expect(blockingTime({ fcp: 400, longTasks })).toBe(200 - 50 - 50 + 30);
});

test('layout shift is that of the worst window, which ends after 1 s without shifts or after 5 s', () => {
  const shift = (at: number, score: number) => ({ at, score, what: '' });
  expect(layoutShift([])).toBe(0);
  expect(layoutShift([shift(0, 0.1), shift(900, 0.1), shift(2_000, 0.15)])).toBeCloseTo(0.2);
  expect(layoutShift([0, 900, 1_800, 2_700, 3_600, 4_500, 5_400].map((at) => shift(at, 0.1)))).toBeCloseTo(0.6);
});

test('the median of an even number of values is the higher of the middle two', () => {
  expect(median([4, 1, 3, 2])).toBe(3);
  expect(median([5])).toBe(5);
});

test('figures up to the aim meet it, missing ones do not', () => {
  expect(isMet(200, 200, 'tapResponse')).toBe(true);
  expect(isMet(200, undefined, 'tapResponse')).toBe(false);
  expect(isMet(0, 0.000_1, 'cls')).toBe(true);
  expect(isMet(0, 0.01, 'cls')).toBe(false);
  expect(isMet(undefined, 10, 'fcp')).toBeUndefined();
});
