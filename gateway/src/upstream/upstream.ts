import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@rangavalli/service-kit/app-error';
import { inSpan, type SpanFacts, TRACEPARENT, traceparent } from '@rangavalli/service-kit/tracing/tracing';
import type { Dispatcher } from 'undici';
import { Address } from './address.js';
import { failureOf, TurnedAway } from './failures.js';
import type { UpstreamAnswer } from './whole-answer.js';

/** A request to whatever process of an upstream. */
export interface UpstreamRequest {
  method: Dispatcher.HttpMethod;
  /** With its query; the upstream's own base path is put before it. */
  path: string;
  /** The path with its `{parameters}`, as traces name it. */
  template?: string;
  headers: Record<string, string>;
  body?: Buffer;
  /** All attempts together may take this long, ms. */
  deadlineMs: number;
  /** It may be sent again when it is not known whether it was carried out (rule 10). */
  repeatable: boolean;
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
 * One slice behind the gateway: one process or several that are alike, taken in turn. Nothing of a refused connection
 * has arrived, so that the next process gets the request at once; while none is there, requests wait for one instead of failing.
 */
export class Upstream {
  private readonly addresses: readonly Address[];
  private turn = 0;
  private awaySince: number | undefined;
  private lastRefusal = 0;

  /** @param watched its processes say when they begin to stop, and are asked to where there are several */
  constructor(urls: readonly string[], { watched = false } = {}) {
    this.addresses = urls.map((url) => new Address(url));
    if (watched && urls.length > 1) for (const address of this.addresses) void address.watch();
  }

  /** Where its processes listen, for whoever asks each of them. */
  get origins(): readonly string[] {
    return this.addresses.map(({ origin }) => origin);
  }

  /** Asks each of its processes for itself, once, whatever becomes of it. */
  each<T>(ask: (address: Address) => Promise<T>): Promise<T[]> {
    return Promise.all(this.addresses.map(ask));
  }

  /**
   * Sends a request and reads the whole answer.
   * @throws AppError UNAVAILABLE when nobody was there or the connection broke; DEADLINE_EXCEEDED when no answer came in time
   */
  call(request: UpstreamRequest): Promise<UpstreamAnswer> {
    return this.persist(request, async (address, leftMs) => {
      const answer = await address.whole(parts(request), leftMs);
      // Without our code it comes from a server that is closing and read nothing; with `connection: close`
      // from a service that was caught in the middle of its stop.
      if (
        answer.status === 503 &&
        (!answer.body.includes('"code"') || (request.repeatable && answer.headers['connection'] === 'close'))
      )
        throw new TurnedAway();
      return answer;
    });
  }

  /**
   * Sends a request and hands on the answer's body as it comes; `deadlineMs` counts to the answer's head.
   * @throws AppError as `call`
   */
  stream(request: UpstreamRequest): Promise<Dispatcher.ResponseData> {
    return this.persist(request, (address, leftMs) =>
      address.request({ ...parts(request), headersTimeout: leftMs, bodyTimeout: STREAM_IDLE_MS }),
    );
  }

  async close(): Promise<void> {
    await Promise.all(this.addresses.map((address) => address.close()));
  }

  private async persist<T>(
    { method, template, deadlineMs, repeatable }: UpstreamRequest,
    attempt: (address: Address, leftMs: number) => Promise<T>,
  ): Promise<T> {
    const begun = Date.now();
    const tried = new Set<Address>();
    for (let pause = FIRST_PAUSE_MS; ;) {
      const address = this.next(tried);
      try {
        const span: SpanFacts = {
          name: template ? `${method} ${template}` : method,
          kind: 'client',
          attributes: { 'http.request.method': method, 'server.address': address.origin },
        };
        const answer = await inSpan(span, () => attempt(address, Math.max(1, begun + deadlineMs - Date.now())));
        this.awaySince = undefined;
        return answer;
      } catch (error) {
        const failure = failureOf(error);
        address.failed(error, failure);
        if (failure === 'late') throw new AppError('DEADLINE_EXCEEDED', { cause: error });
        const again = failure === 'never-arrived' || (failure === 'lost' && repeatable);
        if (!again || Date.now() - begun >= deadlineMs) throw new AppError('UNAVAILABLE', { cause: error });
        tried.add(address);
        if (tried.size < this.addresses.length) continue;
        tried.clear();
        const patienceMs = failure === 'never-arrived' ? this.patience(deadlineMs) : deadlineMs;
        if (Date.now() + pause - begun >= patienceMs) throw new AppError('UNAVAILABLE', { cause: error });
        await sleep(pause);
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      }
    }
  }

  /** The next one in turn of those that are there and were not tried for this request; where all rest, the one that may be asked most gladly. */
  private next(tried: ReadonlySet<Address>): Address {
    const inTurn = this.addresses.map(
      (_, index) => this.addresses[(this.turn + index) % this.addresses.length] as Address,
    );
    const [chosen = inTurn[0] as Address] = inTurn
      .filter((address) => !tried.has(address))
      .toSorted((one, other) => one.reluctance - other.reluctance);
    this.turn = (this.addresses.indexOf(chosen) + 1) % this.addresses.length;
    return chosen;
  }

  /** A restarting process is waited for; of one that has been away for long the caller is told soon. */
  private patience(deadlineMs: number): number {
    const now = Date.now();
    if (this.awaySince === undefined || now - this.lastRefusal > LONG_AWAY_MS) this.awaySince = now;
    this.lastRefusal = now;
    return now - this.awaySince > LONG_AWAY_MS ? Math.min(SHORT_PATIENCE_MS, deadlineMs) : deadlineMs;
  }
}

/** As it is sent, within the trace of what is running. */
function parts({ method, path, headers, body }: UpstreamRequest): Dispatcher.RequestOptions {
  const trace = traceparent();
  return { method, path, headers: trace ? { ...headers, [TRACEPARENT]: trace } : headers, ...(body ? { body } : {}) };
}
