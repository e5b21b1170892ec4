import { type ProcessReport, processReport, type SliceInstance } from '@rangavalli/contracts/entities/system';
import { z } from 'zod';
import { failureOf, StrangerError } from '../upstream/failures.js';
import type { Instance } from '../upstream/instance.js';

const PROBE_TIMEOUT_MS = 1_500;

export interface Probe<T = undefined> {
  instance: SliceInstance;
  details?: T;
  isVacant: boolean;
}

const processFacts = z
  .object({ instance: z.string(), startedAt: z.iso.datetime(), version: z.string(), build: z.string() })
  .partial();

const reasons = {
  'not-received': 'connection refused',
  'connection-lost': 'connection lost',
  timeout: `no response within ${PROBE_TIMEOUT_MS / 1_000} s`,
  other: 'invalid response',
} as const;

export function probeService(target: Instance, headers: Record<string, string>): Promise<Probe<ProcessReport>> {
  return probe(target, async () => {
    const details = processReport.parse((await get(target, '/health/system', headers)).body);
    return { instance: toInstance(target.origin, details), details };
  });
}

export function probeFrontend(target: Instance, path: string): Promise<Probe<unknown>> {
  return probe(target, async () => {
    const [live, ready, detail] = await Promise.all(
      ['/health/live', '/health/ready', path].map((each) => get(target, each)),
    );
    const { instance, startedAt, version, build } = processFacts.catch({}).parse(live?.body);
    const facts = { name: target.origin, instance, startedAt, version, build };
    const details = detail?.status === 200 ? detail.body : undefined;
    if (ready?.status !== 200) return { instance: { ...facts, state: 'unready', reason: 'missing files' }, details };
    return { instance: { ...facts, state: ready.isClosing ? 'stopping' : 'ready' }, details };
  });
}

export function toInstance(
  name: string,
  { instance, version, build, startedAt, stopping, nats, database }: ProcessReport,
): SliceInstance {
  const facts = { name, instance, startedAt, nats, version, build, database };
  if (stopping) return { ...facts, state: 'stopping', reason: 'finishing requests in flight' };
  const unreachable = [...(nats.ok ? [] : ['NATS']), ...(database && !database.ok ? ['the database'] : [])];
  return unreachable.length === 0
    ? { ...facts, state: 'ready' }
    : { ...facts, state: 'unready', reason: `cannot reach ${unreachable.join(' and ')}` };
}

async function probe<T>(
  target: Instance,
  run: () => Promise<{ instance: SliceInstance; details?: T }>,
): Promise<Probe<T>> {
  try {
    return { ...(await run()), isVacant: false };
  } catch (error) {
    const failure = failureOf(error);
    if (failure !== 'other') target.recordFailure(error, failure);
    const reason =
      error instanceof StrangerError
        ? 'a process of another store or slice'
        : (error as { code?: string }).code === 'ENOTFOUND'
          ? 'host name not found'
          : reasons[failure];
    return {
      instance: { name: target.origin, state: 'down', reason },
      isVacant: failure === 'not-received' && !target.isExpected,
    };
  }
}

async function get(target: Instance, path: string, headers: Record<string, string> = {}) {
  const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
  const response = await target.request({ method: 'GET', path, headers, signal });
  const text = await response.body.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  return { status: response.statusCode, body, isClosing: response.headers.connection === 'close' };
}
