import { setTimeout as sleep } from 'node:timers/promises';

/** `retryAfterMs`: the delay that the server named. */
export class TemporaryError extends Error {
  constructor(
    message: string,
    readonly retryAfterMs?: number,
  ) {
    super(message);
  }
}

const ATTEMPTS = 8;
const FIRST_DELAY_MS = 300;
const MAX_DELAY_MS = 15_000;

export async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof TemporaryError) || attempt === ATTEMPTS) throw error;
      await sleep(Math.min(MAX_DELAY_MS, error.retryAfterMs ?? FIRST_DELAY_MS * 2 ** (attempt - 1)));
    }
  }
}
