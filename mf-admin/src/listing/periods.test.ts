import { usualPeriods } from './periods.js';

test('periods are days in IST', () => {
  // 1 March 2026, 00:30 in India, is 28 February in UTC.
  expect(usualPeriods(new Date('2026-02-28T19:00:00Z'))).toEqual({
    today: { from: '2026-03-01', to: '2026-03-01' },
    yesterday: { from: '2026-02-28', to: '2026-02-28' },
    week: { from: '2026-02-23', to: '2026-03-01' },
    month: { from: '2026-01-31', to: '2026-03-01' },
    thisMonth: { from: '2026-03-01', to: '2026-03-01' },
  });
});
