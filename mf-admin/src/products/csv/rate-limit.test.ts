import { ApiError } from '@rangavalli/web-kit/data/api-error';
import { withinRateLimit } from './rate-limit.js';

const refusal = (retryAfterMs?: number) =>
  new ApiError('RATE_LIMITED', 'Too many requests.', 429, undefined, undefined, retryAfterMs);

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test.each([
  ['the delay that the server names', 3_000, 3_000],
  ['ten seconds when it names none', undefined, 10_000],
  ['at most a minute', 3_600_000, 60_000],
])('a refused call is repeated after %s', async (_what, retryAfterMs, delayMs) => {
  const makeCall = jest
    .fn<Promise<string>, []>()
    .mockRejectedValueOnce(refusal(retryAfterMs))
    .mockResolvedValue('done');
  const result = withinRateLimit(makeCall);
  await jest.advanceTimersByTimeAsync(delayMs - 1);
  expect(makeCall).toHaveBeenCalledTimes(1);
  await jest.advanceTimersByTimeAsync(1);
  expect(await result).toBe('done');
});

test('other errors are not repeated', async () => {
  const makeCall = jest.fn(() => Promise.reject(new ApiError('NOT_FOUND', 'Not found.', 404)));
  await expect(withinRateLimit(makeCall)).rejects.toThrow('Not found.');
  expect(makeCall).toHaveBeenCalledTimes(1);
});
