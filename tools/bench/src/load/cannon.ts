import autocannon from 'autocannon';
import type { CpuMeter } from './processes.js';

/** Connections at once, each of which asks again as soon as it is answered. */
export const CONNECTIONS = 32;

export interface Shot {
  origin: string;
  /** Asked in turn by every connection; one that is made anew for each request counts up from 0. */
  paths: readonly string[] | ((count: number) => string);
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  seconds: number;
}

export interface Hits {
  perSecond: number;
  requests: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Answers of another status than wanted, and those that did not come. */
  failed: number;
  /** CPU seconds by process, where a meter was given. */
  cpu: Record<string, number>;
}

let made = 0;

/** Asks with all connections for so many seconds. */
export async function fire(
  { origin, paths, method = 'GET', headers = {}, body, seconds }: Shot,
  meter?: () => CpuMeter,
): Promise<Hits> {
  const common = { method, headers, ...(body === undefined ? {} : { body }) };
  const requests: autocannon.Request[] =
    typeof paths === 'function'
      ? [{ ...common, setupRequest: (request) => ({ ...request, path: paths(made++) }) }]
      : paths.map((path) => ({ ...common, path }));
  const read = meter?.();
  const result = await autocannon({ url: origin, connections: CONNECTIONS, duration: seconds, timeout: 10, requests });
  const good = result['2xx'] + (result.statusCodeStats?.['304']?.count ?? 0);
  return {
    perSecond: result.requests.total / result.duration,
    requests: result.requests.total,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.errors + result.timeouts + Math.max(0, result.requests.total - good),
    cpu: read?.read() ?? {},
  };
}
