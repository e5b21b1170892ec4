import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@rangavalli/service-kit/app-error';
import { inSpan, type SpanOptions, TRACEPARENT, traceparent } from '@rangavalli/service-kit/tracing/tracing';
import type { Dispatcher } from 'undici';
import { failureOf, MeshError, StoppingError } from './failures.js';
import { type ExpectedProcess, Instance } from './instance.js';
import type { UpstreamResponse } from './upstream-response.js';

export interface UpstreamRequest {
  method: Dispatcher.HttpMethod;
  path: string;
  template?: string;
  headers: Record<string, string>;
  body?: Buffer;
  deadlineMs: number;
  /** Architecture, invariant 10. */
  isRepeatable: boolean;
}

const MIN_RETRY_PAUSE_MS = 40;
const MAX_RETRY_PAUSE_MS = 250;
const MAX_RESTART_MS = 12_000;
const LONG_OUTAGE_WAIT_MS = 2_000;
const STREAM_IDLE_TIMEOUT_MS = 30_000;

/**
 * Equal instances, used in turn. A refused request goes to the next at once; while none is available, requests wait
 * for one.
 */
export class Upstream {
  private readonly instances: readonly Instance[];
  private nextIndex = 0;
  private downSince: number | undefined;
  private lastRefusalAt = 0;

  /**
   * @param watched whether instances announce their stop
   * @param expected whom the processes must be; requests to others are not sent
   */
  constructor(
    urls: readonly string[],
    { watched = false, expected }: { watched?: boolean; expected?: ExpectedProcess } = {},
  ) {
    this.instances = urls.map((url) => new Instance(url, expected));
    // Until the upstream is closed.
    if (watched && urls.length > 1) for (const instance of this.instances) void instance.watchForStop();
  }

  get origins(): readonly string[] {
    return this.instances.map(({ origin }) => origin);
  }

  forEachInstance<T>(run: (instance: Instance) => Promise<T>): Promise<T[]> {
    return Promise.all(this.instances.map(run));
  }

  /** @throws AppError UNAVAILABLE when no instance responded; DEADLINE_EXCEEDED */
  call(request: UpstreamRequest) {
    return this.retry(request, async (instance, remainingMs) => {
      const response = await instance.requestWhole(requestOptions(request), remainingMs);
      assertFromProcess(response, request);
      return response;
    });
  }

  /**
   * `deadlineMs` is for the response's head.
   * @throws AppError like `call`
   */
  stream(request: UpstreamRequest): Promise<UpstreamResponse<Readable | Buffer>> {
    const options = { ...requestOptions(request), bodyTimeout: STREAM_IDLE_TIMEOUT_MS };
    return this.retry(request, async (instance, remainingMs) => {
      const { statusCode, headers, body } = await instance.request({ ...options, headersTimeout: remainingMs });
      if (statusCode < 502 || statusCode > 504) return { status: statusCode, headers, body };
      const response = { status: statusCode, headers, body: Buffer.from(await body.arrayBuffer()) };
      assertFromProcess(response, request);
      return response;
    });
  }

  async close() {
    await Promise.all(this.instances.map((instance) => instance.close()));
  }

  private async retry<T>(
    { method, template, deadlineMs, isRepeatable }: UpstreamRequest,
    attempt: (instance: Instance, remainingMs: number) => Promise<T>,
  ): Promise<T> {
    const startedAt = Date.now();
    const tried = new Set<Instance>();
    for (let pauseMs = MIN_RETRY_PAUSE_MS; ;) {
      const instance = this.selectInstance(tried);
      try {
        const span: SpanOptions = {
          name: template ? `${method} ${template}` : method,
          kind: 'client',
          attributes: { 'http.request.method': method, 'server.address': instance.origin },
        };
        const remainingMs = Math.max(1, startedAt + deadlineMs - Date.now());
        const response = await inSpan(span, () => attempt(instance, remainingMs));
        this.downSince = undefined;
        return response;
      } catch (error) {
        const failure = failureOf(error);
        instance.recordFailure(error, failure);
        if (failure === 'timeout') throw new AppError('DEADLINE_EXCEEDED', { cause: error });
        const mayRetry = failure === 'not-received' || (failure === 'connection-lost' && isRepeatable);
        if (!mayRetry || Date.now() - startedAt >= deadlineMs) throw new AppError('UNAVAILABLE', { cause: error });
        tried.add(instance);
        if (tried.size < this.instances.length) continue;
        tried.clear();
        const maxWaitMs = failure === 'not-received' ? this.maxWaitMs(deadlineMs) : deadlineMs;
        if (Date.now() + pauseMs - startedAt >= maxWaitMs) throw new AppError('UNAVAILABLE', { cause: error });
        await sleep(pauseMs);
        pauseMs = Math.min(pauseMs * 2, MAX_RETRY_PAUSE_MS);
      }
    }
  }

  private selectInstance(tried: ReadonlySet<Instance>): Instance {
    const { instances, nextIndex } = this;
    const inTurn = instances.map((_, index) => instances[(nextIndex + index) % instances.length] as Instance);
    const [selected = inTurn[0] as Instance] = inTurn
      .filter((instance) => !tried.has(instance))
      .toSorted((one, other) => one.priority - other.priority);
    this.nextIndex = (instances.indexOf(selected) + 1) % instances.length;
    return selected;
  }

  private maxWaitMs(deadlineMs: number) {
    const now = Date.now();
    if (this.downSince === undefined || now - this.lastRefusalAt > MAX_RESTART_MS) this.downSince = now;
    this.lastRefusalAt = now;
    return now - this.downSince > MAX_RESTART_MS ? Math.min(LONG_OUTAGE_WAIT_MS, deadlineMs) : deadlineMs;
  }
}

/** @throws StoppingError, MeshError */
function assertFromProcess(response: UpstreamResponse, request: UpstreamRequest) {
  if (isFromStopping(response, request)) throw new StoppingError();
  if (isFromMesh(response)) throw new MeshError();
}

/**
 * In a cluster the gateway is connected to its own Linkerd proxy. When a process died or cannot be reached, that proxy
 * or the one beside the process responds without a body. The latter's header is removed on the way.
 */
const isFromMesh = ({ status, headers }: UpstreamResponse): boolean =>
  (status === 502 || status === 504) && (headers['l5d-proxy-error'] !== undefined || headers['content-length'] === '0');

/**
 * A closing server reads nothing and sends no error code; a service that was stopped while it handled the request sends
 * `connection: close`.
 */
function isFromStopping({ status, headers, body }: UpstreamResponse, { isRepeatable }: UpstreamRequest): boolean {
  const isUnhandled = status === 503 && !body.includes('"code"');
  const isInterrupted = status === 503 && headers['connection'] === 'close';
  return isUnhandled || (isInterrupted && isRepeatable);
}

function requestOptions({ method, path, headers, body }: UpstreamRequest): Dispatcher.RequestOptions {
  const trace = traceparent();
  // By default undici closes the connection after a DELETE with a body.
  const reset = body ? { reset: false } : {};
  return { method, path, headers: trace ? { ...headers, [TRACEPARENT]: trace } : headers, body, ...reset };
}
