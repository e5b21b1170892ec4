import { setTimeout as sleep } from 'node:timers/promises';
import { Pool, type Dispatcher } from 'undici';
import { type Failure, failureOf, TurnedAway } from './failures.js';
import { type UpstreamAnswer, wholeAnswer } from './whole-answer.js';

/** A process that refused, broke or is closing is passed over for so long, ms. */
const REST_MS = 1_200;
/** One whose machine is gone, or that stands still, costs whoever tries it seconds: it is tried more seldom, ms. */
const LONG_REST_MS = 5_000;
/**
 * An idle connection is kept for so long, whatever the process would allow, ms: less than a process behind a balancer that can't be
 * watched waits with its stop (`STOP_DELAY_MS`), so that it never closes one on which a request is on its way.
 */
const KEPT_IDLE_MS = 4_000;
/** A process that can't be watched is asked again after this, ms. */
const WATCH_PAUSE_MS = 1_000;
/** A release without that path is asked again after this, ms. */
const UNKNOWN_PAUSE_MS = 30_000;

/** How gladly a process is asked: where nobody else is, in this order. To try one that refused costs nothing and harms nothing. */
const rank = { awake: 0, refused: 1, leaving: 2, silent: 3 } as const;
type Mood = keyof typeof rank;

/** Where one process behind the gateway listens, over kept-alive connections. */
export class Address {
  readonly origin: string;
  private readonly pool: Pool;
  private readonly basePath: string;
  private readonly closing = new AbortController();
  private mood: Mood = 'awake';
  private restingUntil = 0;
  private answered = false;
  private saidGoodbye = false;

  constructor(url: string) {
    const { origin, pathname } = new URL(url);
    this.origin = origin;
    this.basePath = pathname.replace(/\/+$/, '');
    this.pool = new Pool(origin, {
      connections: 128,
      connect: { timeout: 2_000 },
      keepAliveTimeout: KEPT_IDLE_MS,
      keepAliveMaxTimeout: KEPT_IDLE_MS,
    });
  }

  /** 0: it is asked in its turn. More: others are asked before it. */
  get reluctance(): number {
    return Date.now() < this.restingUntil ? rank[this.mood] : rank.awake;
  }

  /**
   * Whether somebody belongs there as far as is known: who has answered before and never said that it stops.
   * Nobody does at an address that is kept for more processes.
   */
  get expected(): boolean {
    return this.answered && !this.saidGoodbye;
  }

  /** Sends a request; a process that says with its answer that it is closing gets no further ones for a moment. */
  async request(request: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData> {
    const answer = await this.pool.request({ ...request, path: this.basePath + request.path });
    this.has(answer.headers);
    return answer;
  }

  /** Sends a request and reads the whole answer. @throws DOMException TimeoutError */
  async whole(request: Dispatcher.RequestOptions, deadlineMs: number): Promise<UpstreamAnswer> {
    const answer = await wholeAnswer(this.pool, { ...request, path: this.basePath + request.path }, deadlineMs);
    this.has(answer.headers);
    return answer;
  }

  /** What became of a request here is a hint for the next ones. */
  failed(error: unknown, failure: Failure): void {
    if (failure === 'lost' || error instanceof TurnedAway) this.rest('leaving');
    else if ((error as { code?: string }).code === 'ECONNREFUSED') this.rest('refused');
    else if (failure !== 'other') this.rest('silent');
  }

  /**
   * Knows from now on in the very moment when the process begins to stop: it is asked, and answers then
   * (`GET /health/stopping`). So no request is on its way when it closes the connections that are idle.
   */
  async watch(): Promise<void> {
    const { signal } = this.closing;
    while (!signal.aborted) {
      const pauseMs = await this.untilStopping(signal);
      if (pauseMs > 0) await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.pool.destroy();
  }

  /** @returns how long to wait before asking again, ms */
  private async untilStopping(signal: AbortSignal): Promise<number> {
    try {
      const { statusCode, body } = await this.pool.request({
        method: 'GET',
        path: `${this.basePath}/health/stopping`,
        signal,
      });
      const text = await body.text();
      if (statusCode === 404) return UNKNOWN_PAUSE_MS;
      this.answered = true;
      this.saidGoodbye = statusCode === 200 && text.includes('"stopping":true');
      if (statusCode === 200 && !this.saidGoodbye) return 0;
      this.rest('leaving');
    } catch (error) {
      if (!signal.aborted) this.failed(error, failureOf(error));
    }
    return WATCH_PAUSE_MS;
  }

  /** Somebody has answered, and says perhaps that it is closing. */
  private has({ connection }: UpstreamAnswer['headers']): void {
    const leaving = connection === 'close';
    this.answered = true;
    this.saidGoodbye = leaving;
    if (leaving) this.rest('leaving');
  }

  private rest(mood: Mood): void {
    this.mood = mood;
    this.restingUntil = Date.now() + (mood === 'silent' ? LONG_REST_MS : REST_MS);
  }
}
