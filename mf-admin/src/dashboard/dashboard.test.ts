import { stockTone } from '../products/stock.js';
import { formatChartDay, ticksUpTo } from './RevenueChart.js';

it('colours stock as documented', () => {
  expect([0, 1, 4, 5].map(stockTone)).toEqual(['red', 'yellow', 'yellow', 'green']);
});

it('scales the chart in round steps up to the highest day', () => {
  expect(ticksUpTo(0)).toEqual([0]);
  expect(ticksUpTo(7900)).toEqual([0, 2000, 4000, 6000, 8000]);
  expect(ticksUpTo(100_000)).toEqual([0, 50_000, 100_000]);
  expect(ticksUpTo(42)).toEqual([0, 20, 40, 60]);
});

it('formats a calendar day without a shift of time zone', () => {
  expect(formatChartDay('2026-01-01')).toBe('1 Jan');
});
