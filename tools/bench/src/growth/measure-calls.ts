import { CpuMeter } from '../load/processes.js';
import { send } from '../shop/http.js';
import { pidsOf, type Shop } from '../shop/shop.js';
import { mapValues, type Times, summarize } from '../statistics.js';
import type { CallCase } from './call-cases.js';

export interface CallFigures {
  name: string;
  times: Times;
  failed: number;
  /** CPU of the store's processes, ms per request; those that used some. */
  cpuMs: Record<string, number>;
}

interface Measurement {
  clients: number;
  seconds: number;
  signal: AbortSignal;
}

const WARM_UP_REQUESTS = 100;
const MIN_REQUESTS = 100;
/** Slow calls get this many times the seconds for their least number of requests. */
const MAX_OVERTIME = 5;
/** Processes that use less CPU for a request are left out, ms. */
const MIN_CPU_MS = 0.5;

/** Sends each kind of request through the gateway; each client sends its next request after the response. */
export async function measureCalls(
  shop: Shop,
  cases: readonly CallCase[],
  measurement: Measurement,
): Promise<CallFigures[]> {
  const figures: CallFigures[] = [];
  for (const one of cases) figures.push(await measureCall(shop, one, measurement));
  return figures;
}

async function measureCall(
  shop: Shop,
  { name, method = 'GET', path, body, token, content = '' }: CallCase,
  { clients, seconds, signal }: Measurement,
): Promise<CallFigures> {
  const isSuccessful = async (count: number): Promise<boolean> => {
    const url = shop.origin + path(count);
    const { status, text } = await send(method, url, { body: body?.(count), token: token?.(count) });
    return status < 300 && text.includes(content);
  };
  let sent = 0;
  const warmUp = stopwatch();
  while (sent < WARM_UP_REQUESTS && warmUp() < seconds) await isSuccessful(sent++);
  const meter = new CpuMeter(pidsOf(shop.run()));
  const durations: number[] = [];
  let failed = 0;
  const elapsed = stopwatch();
  const runClient = async (): Promise<void> => {
    while (elapsed() < seconds || (durations.length < MIN_REQUESTS && elapsed() < MAX_OVERTIME * seconds)) {
      signal.throwIfAborted();
      const sentAt = performance.now();
      if (!(await isSuccessful(sent++))) failed += 1;
      durations.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: clients }, runClient));
  const cpuMs = mapValues(meter.read(), (used) => (used * 1_000) / durations.length);
  return {
    name,
    times: summarize(durations),
    failed,
    cpuMs: Object.fromEntries(Object.entries(cpuMs).filter(([, ms]) => ms >= MIN_CPU_MS)),
  };
}

/** Returns a function that returns the seconds since now. */
function stopwatch(): () => number {
  const startedAt = performance.now();
  return () => (performance.now() - startedAt) / 1_000;
}
