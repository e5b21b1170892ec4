import { type ProcessReport, processReport, type SliceInstance } from '@rangavalli/contracts/entities/system';
import { z } from 'zod';
import type { Address } from '../upstream/address.js';
import { failureOf } from '../upstream/failures.js';

/** A process that says nothing in this time is told as down, ms. */
const PATIENCE_MS = 1_500;

/** What one process answered: how it is, and what it says besides. */
export interface Answered<T = undefined> {
  instance: SliceInstance;
  says?: T;
  /** Nobody listens at the address, and as far as is known nobody has to. */
  nobody: boolean;
}

/** What the hosts of frontends say of themselves. */
const liveness = z.object({ instance: z.string(), startedAt: z.iso.datetime(), version: z.string() }).partial();

const reasons = {
  'never-arrived': 'nobody listens there',
  lost: 'the connection broke',
  late: `no answer in ${PATIENCE_MS / 1_000} s`,
  other: 'what it answers is not understood',
} as const;
const STOPPING = 'ends what it has begun and takes nothing new';

/** How a process of a service is, by its own report; by its probe alone where it is of a release that tells no more. */
export async function askService(address: Address, headers: Record<string, string>): Promise<Answered<ProcessReport>> {
  return asking(address, async () => {
    const { status, body } = await get(address, '/health/system', headers);
    if (status === 200) {
      const report = processReport.parse(body);
      return { instance: instanceOf(address.origin, report), says: report };
    }
    const probe = await get(address, '/health/ready');
    return {
      instance: {
        name: address.origin,
        state: probe.status === 200 ? 'ready' : 'unready',
        ...(probe.status === 200 ? {} : { reason: missing(probe.body) }),
      },
    };
  });
}

/** How the host of a frontend is. What it `says` is what it answers at `path`. */
export async function askFrontend(address: Address, path?: string): Promise<Answered<unknown>> {
  return asking(address, async () => {
    const [live, ready, told] = await Promise.all([
      get(address, '/health/live'),
      get(address, '/health/ready'),
      path ? get(address, path) : undefined,
    ]);
    const { instance, startedAt, version } = liveness.catch({}).parse(live.body);
    const facts = {
      name: address.origin,
      ...(instance ? { instance } : {}),
      ...(startedAt ? { startedAt } : {}),
      ...(version ? { version } : {}),
    };
    const says = told?.status === 200 ? { says: told.body } : {};
    if (ready.status === 200) return { instance: { ...facts, state: ready.closing ? 'stopping' : 'ready' }, ...says };
    return { instance: { ...facts, state: 'unready', reason: 'its files are missing' }, ...says };
  });
}

/** A report as a line of the screen. */
export function instanceOf(
  name: string,
  { instance, version, startedAt, stopping, nats, database }: ProcessReport,
): SliceInstance {
  const facts = { name, instance, startedAt, nats, ...(version ? { version } : {}), ...(database ? { database } : {}) };
  if (stopping) return { ...facts, state: 'stopping', reason: STOPPING };
  const silent = [...(nats.ok ? [] : ['NATS']), ...(database && !database.ok ? ['the database'] : [])];
  return silent.length === 0
    ? { ...facts, state: 'ready' }
    : { ...facts, state: 'unready', reason: `it does not reach ${silent.join(' and ')}` };
}

async function asking<T>(
  address: Address,
  ask: () => Promise<{ instance: SliceInstance; says?: T }>,
): Promise<Answered<T>> {
  try {
    return { ...(await ask()), nobody: false };
  } catch (error) {
    const failure = failureOf(error);
    if (failure !== 'other') address.failed(error, failure);
    const reason = (error as { code?: string }).code === 'ENOTFOUND' ? 'nobody has this name' : reasons[failure];
    return {
      instance: { name: address.origin, state: 'down', reason },
      nobody: failure === 'never-arrived' && !address.expected,
    };
  }
}

async function get(
  address: Address,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: unknown; closing: boolean }> {
  const answer = await address.request({ method: 'GET', path, headers, signal: AbortSignal.timeout(PATIENCE_MS) });
  const text = await answer.body.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  return { status: answer.statusCode, body, closing: answer.headers.connection === 'close' };
}

const missing = (body: unknown): string => {
  const parsed = z.object({ missing: z.array(z.string()) }).safeParse(body);
  return parsed.success && parsed.data.missing.length > 0
    ? `missing: ${parsed.data.missing.join(', ')}`
    : 'it says that it is not ready';
};
