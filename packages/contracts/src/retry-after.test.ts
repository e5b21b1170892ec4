import { parseRetryAfter } from './retry-after.js';

test('Retry-After is read as seconds and as a date', () => {
  expect(parseRetryAfter('2')).toBe(2_000);
  expect(parseRetryAfter('Thu, 01 Jan 1970 00:00:05 GMT', 1_000)).toBe(4_000);
  expect([parseRetryAfter(null), parseRetryAfter('soon')]).toEqual([undefined, undefined]);
});
