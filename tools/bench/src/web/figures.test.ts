import { holds } from './aims.js';
import { blockingTime, layoutShift, median } from './figures.js';

test('blocking time is what long tasks take beyond 50 ms each, from the first paint on', () => {
  const longTasks = [
    { at: 0, ms: 300 }, // before anything was painted
    { at: 350, ms: 200 }, // half of it after the first paint at 400
    { at: 600, ms: 80 },
  ];
  expect(blockingTime({ fcp: 400, longTasks })).toBe(200 - 50 - 50 + 30);
});

test('layout shift is the worst of the windows, which end after a second of stillness or five of movement', () => {
  const shift = (at: number, score: number) => ({ at, score, what: '' });
  expect(layoutShift([])).toBe(0);
  expect(layoutShift([shift(0, 0.1), shift(900, 0.1), shift(2_000, 0.15)])).toBeCloseTo(0.2);
  expect(layoutShift([0, 900, 1_800, 2_700, 3_600, 4_500, 5_400].map((at) => shift(at, 0.1)))).toBeCloseTo(0.6);
});

test('the median of an even number of visits is the worse of the two in the middle', () => {
  expect(median([4, 1, 3, 2])).toBe(3);
  expect(median([5])).toBe(5);
});

test('an aim is held by what is no more, and never by what did not come', () => {
  expect(holds(200, 200, 'answer')).toBe(true);
  expect(holds(200, undefined, 'answer')).toBe(false);
  expect(holds(0, 0.000_1, 'cls')).toBe(true);
  expect(holds(0, 0.01, 'cls')).toBe(false);
  expect(holds(undefined, 10, 'fcp')).toBeUndefined();
});
