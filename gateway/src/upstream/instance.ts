import { setTimeout as sleep } from 'node:timers/promises';
import { Pool, type Dispatcher } from 'undici';
import { z } from 'zod';
import { type Failure, failureOf, StoppingError, StrangerError } from './failures.js';
import { requestWhole, type UpstreamResponse } from './upstream-response.js';

const BACKOFF_MS = 1_200;
/** Each attempt costs its caller seconds. */
const UNRESPONSIVE_BACKOFF_MS = 5_000;
/** Shorter than `STOP_DELAY_MS`: a stopping process closes no connection on which a request is in flight. */
const KEEP_ALIVE_MS = 4_000;
const MAX_CONNECTIONS = 128;
const CONNECT_TIMEOUT_MS = 2_000;
const POLL_RETRY_MS = 1_000;
const DEFAULT_VERIFY_MS = 10_000;

/** What is no such response comes from a stranger. */
const processIdentity = z.object({ service: z.string(), store: z.string() }).partial().catch({});

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

/** Lower is preferred. A refused connection is the cheapest to retry. */
const priorities = { available: 0, refused: 1, stopping: 2, unresponsive: 3 } as const;
type State = keyof typeof priorities;

/** Whom the process at an address must be: its port may have been taken by one of another store. */
export interface ExpectedProcess {
  store: string;
  /** A host of remotes' files has none. */
  service?: string;
}

export class Instance {
  readonly origin: string;
  private readonly pool: Pool;
  private readonly basePath: string;
  private readonly closing = new AbortController();
  /** Of the watch for its stop, between two polls. */
  private pause: AbortController | undefined;
  private state: State = 'available';
  private backoffUntil = 0;
  private hasResponded = false;
  /** Since its process announced its stop, ms since 1970. */
  private stoppedAt: number | undefined;
  /** Whose connections are open; another process can only be reached by a new one. */
  private isVerified: boolean;
  private verification: Promise<void> | undefined;

  /** @param expected without it any process is accepted */
  constructor(
    url: string,
    private readonly expected?: ExpectedProcess,
  ) {
    const { origin, pathname } = new URL(url);
    this.origin = origin;
    this.basePath = pathname.replace(/\/+$/, '');
    this.pool = new Pool(origin, {
      connections: MAX_CONNECTIONS,
      connect: { timeout: CONNECT_TIMEOUT_MS },
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
    });
    this.isVerified = expected === undefined;
    if (expected)
      this.pool.on('disconnect', () => {
        this.isVerified = false;
      });
  }

  get priority() {
    return Date.now() < this.backoffUntil ? priorities[this.state] : priorities.available;
  }

  /** Whether a process should be there, which is not so at a spare address. */
  get isExpected() {
    return this.hasResponded && this.stoppedAt === undefined;
  }

  async request(request: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData> {
    if (!this.isVerified) await this.verify(request.headersTimeout ?? undefined);
    const startedAt = Date.now();
    const response = await this.pool.request({ ...request, path: this.basePath + request.path });
    this.recordResponse(response.headers, startedAt);
    return response;
  }

  async requestWhole(request: Dispatcher.RequestOptions, deadlineMs: number) {
    if (!this.isVerified) await this.verify(deadlineMs);
    const startedAt = Date.now();
    const response = await requestWhole(this.pool, { ...request, path: this.basePath + request.path }, deadlineMs);
    this.recordResponse(response.headers, startedAt);
    return response;
  }

  recordFailure(error: unknown, failure: Failure) {
    if (failure === 'connection-lost' || error instanceof StoppingError) this.backOff('stopping');
    else if (error instanceof StrangerError || (error as { code?: string }).code === 'ECONNREFUSED')
      this.backOff('refused');
    else if (failure !== 'other') this.backOff('unresponsive');
  }

  /**
   * Long-polls `GET /health/stopping`, so that no request is in flight when the process closes its idle connections.
   */
  async watchForStop() {
    const { signal } = this.closing;
    while (!signal.aborted) {
      const pauseMs = await this.pollForStop(signal);
      if (pauseMs === 0) continue;
      this.pause = new AbortController();
      const ended = AbortSignal.any([signal, this.pause.signal]);
      await sleep(pauseMs, undefined, { signal: ended, ref: false }).catch(() => undefined);
      this.pause = undefined;
    }
  }

  async close() {
    this.closing.abort();
    await this.pool.destroy();
  }

  /** Returns the pause before the next poll, ms. */
  private async pollForStop(signal: AbortSignal): Promise<number> {
    try {
      if (!this.isVerified) await this.verify();
      const path = `${this.basePath}/health/stopping`;
      const { statusCode, body } = await this.pool.request({ method: 'GET', path, signal });
      const text = await body.text();
      this.hasResponded = true;
      if (statusCode === 200 && text.includes('"stopping":true')) this.recordStop();
      else if (statusCode === 200) {
        this.stoppedAt = undefined;
        return 0;
      } else this.backOff('stopping');
    } catch (error) {
      if (!signal.aborted) this.recordFailure(error, failureOf(error));
    }
    return POLL_RETRY_MS;
  }

  /** @throws StrangerError; StoppingError when the connection is lost, as no request was sent */
  private verify(deadlineMs?: number): Promise<void> {
    this.verification ??= this.readProcess(deadlineMs).finally(() => {
      this.verification = undefined;
    });
    return this.verification;
  }

  private async readProcess(deadlineMs = DEFAULT_VERIFY_MS): Promise<void> {
    const { expected } = this;
    if (!expected) return;
    try {
      const path = `${this.basePath}/health/live`;
      const { body } = await requestWhole(this.pool, { method: 'GET', path }, deadlineMs);
      const { service, store } = processIdentity.parse(parseJson(body));
      if (store !== expected.store || (expected.service !== undefined && service !== expected.service))
        throw new StrangerError(`${this.origin} is ${service ?? 'a process'} of the store ${store ?? 'without an id'}`);
      this.isVerified = true;
    } catch (error) {
      throw failureOf(error) === 'connection-lost' ? new StoppingError() : error;
    }
  }

  private recordResponse({ connection }: UpstreamResponse['headers'], startedAt: number) {
    this.hasResponded = true;
    if (connection === 'close') this.recordStop();
    // A response to a request from before the stop comes from the process that stops, not from its successor.
    else if (this.stoppedAt !== undefined && startedAt > this.stoppedAt + BACKOFF_MS) this.stoppedAt = undefined;
    // A spare process may run for less than a pause.
    if (this.stoppedAt === undefined) this.pause?.abort();
  }

  private recordStop() {
    this.stoppedAt = Date.now();
    this.backOff('stopping');
  }

  private backOff(state: State) {
    this.state = state;
    this.backoffUntil = Date.now() + (state === 'unresponsive' ? UNRESPONSIVE_BACKOFF_MS : BACKOFF_MS);
  }
}
