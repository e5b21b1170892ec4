import { randomUUID } from 'node:crypto';
import { type Msg, type NatsConnection, RequestError, type Subscription } from '@nats-io/transport-node';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { ensureLimitsStream, streamReplicas } from '@rangavalli/service-kit/nats/streams';
import { isInbox, LIMIT_WINDOWS_SUBJECT, LIMITS_SUBJECT, limitsStream } from '@rangavalli/service-kit/nats/subjects';
import { PeriodicTask } from '@rangavalli/service-kit/periodic-task';
import { CONFIG, LOGGER, NATS } from '@rangavalli/service-kit/tokens';
import type { Logger } from 'pino';
import { Gauge } from 'prom-client';
import { z } from 'zod';
import type { GatewayConfig } from '../config.js';
import { CountWindows, PARTS, type WindowCount, windowsPart } from './count-windows.js';

/** Larger limits do not wait for NATS. */
const MAX_EXACT = 100;
/** After this time the other gateways have the counts of larger limits. */
const EXCHANGE_MS = 100;
/** A quarter of what the server accepts. */
const MAX_COUNTS = 2_000;
const HEARTBEAT_MS = 2_000;
const ECHO_TIMEOUT_MS = 500;
/** A gateway starts without the others' counts after this time. */
const ADOPT_TIMEOUT_MS = 500;

/** What the other gateways have to add. */
const exchange = z.object({
  from: z.string(),
  sequence: z.int(),
  counts: z.array(z.tuple([z.string(), z.int().min(1), z.int().min(1)])),
});
type Exchange = z.infer<typeof exchange>;
type Counts = Exchange['counts'];

const windowsRequest = z.object({
  part: z
    .int()
    .min(0)
    .max(PARTS - 1),
});

const shared = new Gauge({
  name: 'rate_limits_shared',
  help: 'Whether this gateway counts requests together with the others: 1, or by itself: 0.',
});

/**
 * Requests per key and window, counted by all gateways together: each has every count in memory and publishes what the
 * others have to add. A stream brings the messages into one order for all gateways, at whichever server of a cluster
 * they are. A limit up to `MAX_EXACT` is exact: a request counts when it is delivered to this gateway too, hence after
 * those before it. A larger one counts at once; together the gateways may exceed it by what they admit within
 * `EXCHANGE_MS`. A gateway that starts adopts the counts of another one. Without NATS or the stream, or at a server
 * that is cut off from it, each gateway counts by itself.
 */
@Injectable()
export class SharedCounts implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly windows = new CountWindows();
  private readonly id = randomUUID();
  private sequence = 0;
  private readonly pendingEchoes = new Map<number, () => void>();
  private unpublished = new Map<string, { requests: number; windowMs: number }>();
  private flushTimer: NodeJS.Timeout | undefined;
  private subscription: Subscription | undefined;
  private windowsSubscription: Subscription | undefined;
  private isShared = false;
  /** Warnings since the counts were last shared. */
  private readonly warnings = new Set<string>();
  private readonly heartbeat: PeriodicTask;

  constructor(
    @Inject(NATS) private readonly nats: NatsConnection,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {
    shared.set(0);
    const options = { name: 'share rate limits', intervalMs: HEARTBEAT_MS, logger };
    this.heartbeat = new PeriodicTask(options, () => this.checkConnection());
  }

  async onApplicationBootstrap() {
    await this.checkConnection();
    await this.adoptWindows();
    this.windowsSubscription = this.serveWindows();
    this.heartbeat.start();
  }

  async beforeApplicationShutdown() {
    this.flush();
    await this.heartbeat.stop();
    this.isShared = false;
  }

  /** Counts a request of `key`. `done` is called at once where the limit allows for it. */
  add(key: string, windowMs: number, max: number, done: (count: WindowCount) => void): void {
    const count = () => done(this.windows.count(key, 1, windowMs));
    // Further requests are refused here, and need not be known elsewhere.
    if (!this.isShared || this.windows.isReached(key, max)) return count();
    if (max <= MAX_EXACT) return this.publish([[key, 1, windowMs]], count);
    const unpublished = this.unpublished.get(key);
    if (unpublished) unpublished.requests += 1;
    else this.unpublished.set(key, { requests: 1, windowMs });
    this.flushTimer ??= setTimeout(() => this.flush(), EXCHANGE_MS);
    count();
  }

  private flush() {
    clearTimeout(this.flushTimer);
    this.flushTimer = undefined;
    const { unpublished } = this;
    this.unpublished = new Map();
    if (!this.isShared) return;
    const counts = [...unpublished].map(([key, { requests, windowMs }]): Counts[number] => [key, requests, windowMs]);
    for (let first = 0; first < counts.length; first += MAX_COUNTS)
      this.publish(counts.slice(first, first + MAX_COUNTS));
  }

  /** `onSettled` is called when the message was delivered in its order, or after `ECHO_TIMEOUT_MS`. */
  private publish(counts: Counts, onSettled: () => void = () => undefined) {
    if (this.nats.isClosed()) {
      this.setShared(false);
      return onSettled();
    }
    const sequence = (this.sequence += 1);
    const timeout = setTimeout(() => {
      this.pendingEchoes.delete(sequence);
      this.setShared(false);
      onSettled();
    }, ECHO_TIMEOUT_MS);
    this.pendingEchoes.set(sequence, () => {
      clearTimeout(timeout);
      this.pendingEchoes.delete(sequence);
      this.setShared(true);
      onSettled();
    });
    const message: Exchange = { from: this.id, sequence, counts };
    this.nats.publish(LIMITS_SUBJECT, JSON.stringify(message));
  }

  private receive(message: Msg) {
    const { from, sequence, counts } = exchange.parse(message.json());
    if (from === this.id) this.pendingEchoes.get(sequence)?.();
    else for (const addition of counts) this.windows.count(...addition);
  }

  /** Runs before the gateway accepts requests; counts published meanwhile arrive by the subscription. */
  private async adoptWindows(): Promise<void> {
    if (!this.isShared) return;
    const adoptPart = async (_: unknown, part: number) => {
      const options = { timeout: ADOPT_TIMEOUT_MS };
      const reply = await this.nats.request(LIMIT_WINDOWS_SUBJECT, JSON.stringify({ part }), options);
      this.windows.adopt(windowsPart.parse(reply.json()));
    };
    try {
      await Promise.all(Array.from({ length: PARTS }, adoptPart));
    } catch (error) {
      const isFirst = error instanceof RequestError && error.isNoResponders();
      if (!isFirst) this.logger.warn({ err: error }, 'starts without counts of other gateways');
    }
  }

  /** One of the gateways replies. */
  private serveWindows(): Subscription {
    return this.nats.subscribe(LIMIT_WINDOWS_SUBJECT, {
      queue: 'gateways',
      callback: (error, message) => {
        if (error) return this.warnOnce(error, 'counts are not sent to other gateways');
        const { data: request } = windowsRequest.safeParse(message.json());
        if (!request || !isInbox(message.reply)) return;
        const unpublished = (key: string) => this.unpublished.get(key)?.requests ?? 0;
        message.respond(JSON.stringify(this.windows.part(request.part, unpublished)));
      },
    });
  }

  private async checkConnection(): Promise<void> {
    // The server ends subscriptions that it does not permit.
    if (!this.subscription || this.subscription.isClosed()) this.subscription = this.subscribe();
    if (this.windowsSubscription?.isClosed()) this.windowsSubscription = this.serveWindows();
    try {
      await this.nats.rtt(); // rejects without a connection, when messages would pile up
    } catch {
      return this.setShared(false);
    }
    const awaitEcho = () => new Promise<void>((resolve) => this.publish([], resolve));
    if (this.isShared) await awaitEcho();
    if (this.isShared) return;
    // At the start, and when NATS has lost the stream.
    await this.ensureStream();
    await awaitEcho();
  }

  private async ensureStream(): Promise<void> {
    try {
      await ensureLimitsStream(this.nats, streamReplicas(this.config));
    } catch (error) {
      this.warnOnce(error, 'the stream of rate limits cannot be created or updated');
    }
  }

  /** Once until the counts are shared again. */
  private warnOnce(error: unknown, text: string) {
    if (this.warnings.has(text)) return;
    this.warnings.add(text);
    this.logger.warn({ err: error }, text);
  }

  private subscribe(): Subscription {
    return this.nats.subscribe(limitsStream.orderedSubject, {
      callback: (error, message) => {
        if (error) return this.warnOnce(error, 'this gateway may not receive the counts of the others');
        try {
          this.receive(message);
        } catch (cause) {
          this.logger.warn({ err: cause }, 'counts of another gateway are not received');
        }
      },
    });
  }

  private setShared(isShared: boolean) {
    if (isShared === this.isShared) return;
    this.isShared = isShared;
    shared.set(Number(isShared));
    if (isShared) this.warnings.clear();
    else this.logger.warn('rate limits are counted by this gateway alone: NATS does not send its messages on');
  }
}
