import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Pool, type Dispatcher } from 'undici';
import { failureOf, TurnedAway } from './failures.js';

/** A request to the process behind an upstream. */
export interface UpstreamRequest {
  method: Dispatcher.HttpMethod;
  /** With its query; the upstream's own base path is put before it. */
  path: string;
  headers: Record<string, string>;
  body?: Buffer;
  /** All attempts together may take this long, ms. */
  deadlineMs: number;
  /** It may be sent again when it is not known whether it was carried out (rule 10). */
  repeatable: boolean;
}

export interface UpstreamAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

const FIRST_PAUSE_MS = 40;
const LONGEST_PAUSE_MS = 250;
/** A process that has been away for longer than this is not only restarting, ms. */
const LONG_AWAY_MS = 12_000;
/** How long a caller waits for such a process, ms. */
const SHORT_PATIENCE_MS = 2_000;
/** A streamed answer may pause this long, ms. */
const STREAM_IDLE_MS = 30_000;

/**
 * One process behind the gateway, over kept-alive connections. While it restarts, requests wait for it
 * instead of failing: nothing of a refused connection has arrived, so that sending again is safe.
 */
export class Upstream {
  /** Where its processes listen, for whoever asks each of them. */
  readonly origins: readonly string[];
  private readonly pool: Pool;
  private readonly basePath: string;
  private awaySince: number | undefined;
  private lastRefusal = 0;

  constructor(url: string) {
    const { origin, pathname } = new URL(url);
    this.basePath = pathname.replace(/\/+$/, '');
    this.origins = [origin];
    this.pool = new Pool(origin, { connections: 128, connect: { timeout: 2_000 }, keepAliveTimeout: 20_000, keepAliveMaxTimeout: 60_000 });
  }

  /**
   * Sends a request and reads the whole answer.
   * @throws AppError UNAVAILABLE when nobody was there or the connection broke; DEADLINE_EXCEEDED when no answer came in time
   */
  call(request: UpstreamRequest): Promise<UpstreamAnswer> {
    return this.persist(request, async (leftMs) => {
      const { statusCode, headers, body } = await this.pool.request({ ...this.parts(request), signal: AbortSignal.timeout(leftMs) });
      const bytes = Buffer.from(await body.arrayBuffer());
      // Without our code it comes from a server that is closing and read nothing; with `connection: close`
      // from a service that was caught in the middle of its stop.
      const closing = !bytes.includes('"code"') || (request.repeatable && headers.connection === 'close');
      if (statusCode === 503 && closing) throw new TurnedAway();
      return { status: statusCode, headers, body: bytes };
    });
  }

  /**
   * Sends a request and hands on the answer's body as it comes; `deadlineMs` counts to the answer's head.
   * @throws AppError as `call`
   */
  stream(request: UpstreamRequest): Promise<Dispatcher.ResponseData> {
    return this.persist(request, (leftMs) => this.pool.request({ ...this.parts(request), headersTimeout: leftMs, bodyTimeout: STREAM_IDLE_MS }));
  }

  async close(): Promise<void> {
    await this.pool.destroy();
  }

  private parts({ method, path, headers, body }: UpstreamRequest): Dispatcher.RequestOptions {
    return { method, path: this.basePath + path, headers, ...(body ? { body } : {}) };
  }

  private async persist<T>({ deadlineMs, repeatable }: UpstreamRequest, attempt: (leftMs: number) => Promise<T>): Promise<T> {
    const begun = Date.now();
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        const answer = await attempt(Math.max(1, begun + deadlineMs - Date.now()));
        this.awaySince = undefined;
        return answer;
      } catch (error) {
        const failure = failureOf(error);
        if (failure === 'late') throw new AppError('DEADLINE_EXCEEDED', { cause: error });
        const again = failure === 'never-arrived' || (failure === 'lost' && repeatable);
        const patienceMs = failure === 'never-arrived' ? this.patience(deadlineMs) : deadlineMs;
        if (!again || Date.now() + pause - begun >= patienceMs) throw new AppError('UNAVAILABLE', { cause: error });
        await sleep(pause);
      }
    }
  }

  /** A restarting process is waited for; of one that has been away for long the caller is told soon. */
  private patience(deadlineMs: number): number {
    const now = Date.now();
    if (this.awaySince === undefined || now - this.lastRefusal > LONG_AWAY_MS) this.awaySince = now;
    this.lastRefusal = now;
    return now - this.awaySince > LONG_AWAY_MS ? Math.min(SHORT_PATIENCE_MS, deadlineMs) : deadlineMs;
  }
}
