import { setTimeout as sleep } from 'node:timers/promises';

/** A refusal by the other side that waiting may cure; `waitMs` if it said how long. */
export class Busy extends Error {
  constructor(
    message: string,
    readonly waitMs?: number,
  ) {
    super(message);
  }
}

const TRIES = 8;
const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 15_000;

/** Repeats what ends in `Busy`, waiting as long as it was told, else twice as long each time. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Busy) || attempt === TRIES) throw error;
      await sleep(Math.min(LONGEST_WAIT_MS, error.waitMs ?? FIRST_WAIT_MS * 2 ** (attempt - 1)));
    }
  }
}

/** `Retry-After` in milliseconds: seconds or an HTTP date. */
export function retryAfter(header: string | null, now = Date.now()): number | undefined {
  if (!header) return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
