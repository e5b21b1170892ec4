import autocannon from 'autocannon';
import type { CpuMeter } from './processes.js';

/** Each connection sends its next request after the response. */
export const CONNECTIONS = 32;

export interface HttpLoad {
  origin: string;
  /** Requested in turn by every connection; a function gets a running number. */
  paths: readonly string[] | ((count: number) => string);
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  seconds: number;
}

export interface LoadResult {
  perSecond: number;
  requests: number;
  p50: number;
  p99: number;
  /** Missing responses, and those that are neither 2xx nor 304. */
  failed: number;
  /** CPU seconds by process, where a meter was given. */
  cpu: Record<string, number>;
}

let requestCount = 0;

export async function generateLoad(
  { origin, paths, method = 'GET', headers = {}, body, seconds }: HttpLoad,
  createMeter?: () => CpuMeter,
): Promise<LoadResult> {
  const common = { method, headers, ...(body === undefined ? {} : { body }) };
  const requests: autocannon.Request[] =
    typeof paths === 'function'
      ? [{ ...common, setupRequest: (request) => ({ ...request, path: paths(requestCount++) }) }]
      : paths.map((path) => ({ ...common, path }));
  const meter = createMeter?.();
  const result = await autocannon({ url: origin, connections: CONNECTIONS, duration: seconds, timeout: 10, requests });
  const successful = result['2xx'] + (result.statusCodeStats?.['304']?.count ?? 0);
  const { total } = result.requests;
  return {
    perSecond: total / result.duration,
    requests: total,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.errors + result.timeouts + Math.max(0, total - successful),
    cpu: meter?.read() ?? {},
  };
}
