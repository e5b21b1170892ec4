import { asApiError } from '@rangavalli/web-kit/data/api-error';

/** Before a retry, when the server names no delay: limits are per minute. */
const RETRY_DELAY_MS = 10_000;
const MAX_DELAY_MS = 60_000;
const MAX_ATTEMPTS = 8;

/** Makes a call, and again while the rate limit refuses it. @throws ApiError */
export async function withinRateLimit<T>(makeCall: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await makeCall();
    } catch (thrown) {
      const { code, retryAfterMs = RETRY_DELAY_MS } = asApiError(thrown);
      if (code !== 'RATE_LIMITED' || attempt === MAX_ATTEMPTS) throw thrown;
      await new Promise((resolve) => setTimeout(resolve, Math.min(retryAfterMs, MAX_DELAY_MS)));
    }
  }
}
