import type { ProcessDefinition } from '../processes.js';

const POLL_MS = 100;
const ANSWER_MS = 5_000;

/** Why a process isn't ready: what its health path answered last. */
export interface Attempt {
  ready: boolean;
  answer: string;
}

async function ask(url: string): Promise<Attempt> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
    const body = (await response.text()).slice(0, 500);
    return { ready: response.ok, answer: `${response.status} ${body}` };
  } catch (error) {
    return { ready: false, answer: error instanceof Error ? String(error.cause ?? error.message) : String(error) };
  }
}

/**
 * Resolves true when the health path answers 200 and false when the signal ends the wait. `onAttempt` is told
 * each answer.
 */
export async function waitForHealth(
  { ready, port }: Pick<ProcessDefinition, 'ready' | 'port'>,
  signal: AbortSignal,
  onAttempt: (answer: string) => void,
): Promise<boolean> {
  if (!('path' in ready)) return false;
  const url = `http://127.0.0.1:${port}${ready.path}`;
  while (!signal.aborted) {
    const attempt = await ask(url);
    if (signal.aborted) return false;
    if (attempt.ready) return true;
    onAttempt(attempt.answer);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return false;
}
