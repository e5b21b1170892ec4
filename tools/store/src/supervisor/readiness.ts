import type { ProcessDefinition } from '../processes.js';

const POLL_MS = 100;
const RESPONSE_TIMEOUT_MS = 5_000;

async function checkHealth(url: string): Promise<{ isReady: boolean; response: string }> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) });
    const body = (await response.text()).slice(0, 500);
    return { isReady: response.ok, response: `${response.status} ${body}` };
  } catch (error) {
    return { isReady: false, response: error instanceof Error ? String(error.cause ?? error.message) : String(error) };
  }
}

/**
 * Polls the health path. Resolves true when it responds with 200 and false when the signal aborts. `onFailure` gets
 * every other response.
 */
export async function waitForHealth(
  { ready, port }: Pick<ProcessDefinition, 'ready' | 'port'>,
  signal: AbortSignal,
  onFailure: (response: string) => void,
): Promise<boolean> {
  if (!('path' in ready)) return false;
  while (!signal.aborted) {
    const { isReady, response } = await checkHealth(`http://127.0.0.1:${port}${ready.path}`);
    if (signal.aborted) return false;
    if (isReady) return true;
    onFailure(response);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return false;
}
