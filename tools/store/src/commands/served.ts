import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '@rangavalli/build-kit/command/report';
import type { Live } from '@rangavalli/build-kit/serve/release-file';
import { z } from 'zod';

/** A host of a bucket polls every second, and the shell reads the hosts every two seconds. */
const SERVED_TIMEOUT_MS = 8_000;
const POLL_MS = 100;
const REQUEST_TIMEOUT_MS = 2_000;

const health = z.object({ version: z.string() });
const registry = z.object({ remotes: z.record(z.string(), health) });

interface Addresses {
  host: string;
  shell?: string | undefined;
}

/**
 * Waits until the host of a remote serves its live release, and the shell has it, or the canary, in its registry.
 * @throws Refusal that names what serves another version
 */
export async function waitUntilServed(
  slice: string,
  { live, canary }: Pick<Live, 'live' | 'canary'>,
  { host, shell }: Addresses,
  timeoutMs = SERVED_TIMEOUT_MS,
): Promise<void> {
  const version = canary?.version ?? live;
  const state = `${slice} ${version} is ${canary ? 'a canary' : 'live'}`;
  const deadline = Date.now() + timeoutMs;
  const ofHost = await poll(`${host}/health/ready`, live, (body) => health.parse(body).version, deadline);
  if (ofHost !== undefined)
    throw new Refusal(`${state}, but its host ${ofHost}. Its log has the reason: logs/${slice}.log.`);
  if (!shell) return;
  // The query selects the canary for this request, which the shell would otherwise give to its share of visitors.
  const url = `${shell}/registry.json${canary ? `?${slice}=${version}` : ''}`;
  const remote = slice.replaceAll('-', '_');
  const ofShell = await poll(url, version, (body) => registry.parse(body).remotes[remote]?.version, deadline);
  if (ofShell !== undefined)
    throw new Refusal(
      `${state}, but the shell ${ofShell}, so new pages do not have it. The shell refuses releases that are not signed
with a key that it had when it started: see logs/shell.log. Start the store again, or return to the release before:
npm run rollback -- ${slice}`,
    );
}

/** Returns undefined once `versionOf` the response is `wanted`, else what was found at the deadline. */
async function poll(
  url: string,
  wanted: string,
  versionOf: (body: unknown) => string | undefined,
  deadline: number,
): Promise<string | undefined> {
  for (;;) {
    const found = await read(url, versionOf);
    if (found === `serves ${wanted}`) return undefined;
    if (Date.now() > deadline) return found;
    await sleep(POLL_MS);
  }
}

async function read(url: string, versionOf: (body: unknown) => string | undefined): Promise<string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
    if (!response.ok) return `responds with ${response.status}`;
    return `serves ${versionOf(await response.json()) ?? 'no release'}`;
  } catch (error) {
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    return `can't be read (${reason})`;
  }
}
