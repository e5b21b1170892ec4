import {
  headers,
  type Msg,
  nanos,
  type NatsConnection,
  PermissionViolationError,
  type Subscription,
} from '@nats-io/transport-node';
import {
  AckPolicy,
  type ConsumerMessages,
  DeliverPolicy,
  jetstream,
  JetStreamApiCodes,
  JetStreamApiError,
  jetstreamManager,
  type JsMsg,
} from '@nats-io/jetstream';
import { type CustomTransportStrategy, Server } from '@nestjs/microservices';
import { type CommandName, commands } from '@rangavalli/contracts/commands';
import { type Envelope, type EventName, events, streams } from '@rangavalli/contracts/events';
import type { Logger } from 'pino';
import { lastValueFrom } from 'rxjs';
import { ZodError } from 'zod';
import { CLOCK_SKEW_MS } from '../clock-skew.js';
import { CORRELATION_HEADER, DEADLINE_HEADER, type WireReply } from '../commands/wire.js';
import {
  commandDuration,
  eventAge,
  eventHandlerDuration,
  expiredCommands,
  type Outcome,
  outcomeOf,
} from '../health/metrics.js';
import { AppError } from '../app-error.js';
import { toAppError } from '../http/error.filter.js';
import { InFlightTasks } from '../in-flight-tasks.js';
import { setOrderOf, withCorrelation } from '../log/context.js';
import { MAX_ATTEMPTS, retryDelayMs } from '../nats/backoff.js';
import { publishOnce } from '../nats/publish.js';
import { deadLetterSubject, durableName, isInbox } from '../nats/subjects.js';
import { natsAttributes, extractTrace } from '../tracing/nats-spans.js';
import { inSpan } from '../tracing/tracing.js';
import { readEvent } from './envelope.js';

/** The server redelivers after this time without acknowledgement or `working()`. */
const ACK_WAIT_MS = 30_000;
const WORKING_INTERVAL_MS = 10_000;
/** Handled and prefetched per consumer: fetching few at a time costs more than handling them. */
const CONCURRENCY = 64;
const RESTART_DELAY_MS = 500;
const STOP_TIMEOUT_MS = 10_000;
const DRAIN_TIMEOUT_MS = 1_000;
/** Handled after its checkout has released the credit, it would reserve what nothing releases again. */
const harmfulWhenLate: ReadonlySet<CommandName> = new Set(['rpc.payment.credit.reserve']);

/** The client's own `stop` drops messages in transit; its types hide the subscription. */
const subscriptionOf = (messages: ConsumerMessages): Subscription | undefined =>
  (messages as unknown as { sub?: Subscription }).sub;

/**
 * NATS as a Nest transport (architecture §4). Failed events are redelivered and become dead letters after
 * `MAX_ATTEMPTS`, so handlers must be idempotent (rule 5).
 */
export class NatsStrategy extends Server implements CustomTransportStrategy {
  override readonly propagatesEventHandlerErrors = true;
  private readonly inFlight = new InFlightTasks();
  private readonly subscriptions = new Map<CommandName, Subscription>();
  private readonly consumers = new Set<ConsumerMessages>();
  private stopping = false;

  constructor(
    private readonly nats: NatsConnection,
    private readonly service: string,
    private readonly log: Logger,
    /** Called when NATS has lost them. */
    private readonly ensureStreams: () => Promise<void>,
    /** What arrives before is left to other processes. */
    private readonly opened?: Promise<void>,
  ) {
    super();
  }

  listen(callback: () => void): void {
    for (const [pattern, { isEventHandler }] of this.messageHandlers)
      if (!(pattern in (isEventHandler ? events : commands))) throw new Error(`Unknown event or command: ${pattern}`);
    if (this.opened) void this.opened.then(() => this.subscribe());
    else this.subscribe();
    callback();
  }

  private subscribe(): void {
    if (this.stopping) return;
    void this.repeatRefused(); // runs until the connection closes, never rejects
    for (const [pattern, { isEventHandler }] of this.messageHandlers) {
      if (isEventHandler) void this.consume(pattern as EventName); // runs until close(), never rejects
      else this.serve(pattern as CommandName);
    }
  }

  async close(): Promise<void> {
    this.stopping = true;
    // Messages in transit are handled or returned, else requests would be lost and events delayed.
    const drained = Promise.allSettled(
      [...this.subscriptions.values(), ...[...this.consumers].map(subscriptionOf)].flatMap(
        (subscription) => subscription?.drain() ?? [],
      ),
    );
    await Promise.race([drained, new Promise((resolve) => setTimeout(resolve, DRAIN_TIMEOUT_MS).unref())]);
    for (const messages of this.consumers) messages.stop();
    if (!(await this.inFlight.idle(STOP_TIMEOUT_MS)))
      this.log.warn('stopping with unfinished work; it will be redelivered');
  }

  on(): void {}

  unwrap<T>(): T {
    return this.nats as T;
  }

  private async consume(subject: EventName): Promise<void> {
    while (!this.stopping) {
      try {
        await this.consumeUntilLost(subject);
      } catch (error) {
        if (!this.stopping) this.log.warn({ err: error, subject }, 'consumer lost; restarting');
        if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound)
          await this.createLostStreams();
      }
      if (!this.stopping) await new Promise((resolve) => setTimeout(resolve, RESTART_DELAY_MS));
    }
  }

  private async createLostStreams(): Promise<void> {
    try {
      await this.ensureStreams();
    } catch (error) {
      this.log.warn({ err: error }, 'the streams cannot be created');
    }
  }

  private async consumeUntilLost(subject: EventName): Promise<void> {
    const durable = durableName(this.service, subject);
    const manager = await jetstreamManager(this.nats);
    await manager.consumers.add(streams.events.name, {
      durable_name: durable,
      filter_subject: subject,
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(ACK_WAIT_MS),
      deliver_policy: DeliverPolicy.All,
      // Reached only when the process crashes on every delivery.
      max_deliver: MAX_ATTEMPTS + 3,
      max_ack_pending: 200,
    });
    const consumer = await jetstream(this.nats).consumers.get(streams.events.name, durable);
    const messages = await consumer.consume({
      max_messages: CONCURRENCY,
      expires: 10_000,
      idle_heartbeat: 2_000,
      abort_on_missing_resource: true,
    });
    this.consumers.add(messages);
    try {
      for await (const message of messages) {
        if (this.stopping) {
          // Another process gets it at once.
          message.nak();
          continue;
        }
        this.inFlight.add(this.handle(subject, message));
        await this.inFlight.below(CONCURRENCY);
      }
    } finally {
      this.consumers.delete(messages);
    }
  }

  private async handle(subject: EventName, message: JsMsg): Promise<void> {
    let event: Envelope;
    try {
      event = readEvent(subject, message.json());
    } catch (error) {
      eventHandlerDuration.observe({ subject, outcome: 'dead' }, 0);
      return this.moveToDeadLetters(subject, message, error);
    }
    // Around the log lines of a failure, too.
    await withCorrelation(event.correlationId, () => this.deliver(subject, message, event));
  }

  private async deliver(subject: EventName, message: JsMsg, event: Envelope): Promise<void> {
    const attempt = message.info.deliveryCount;
    const stopTimer = eventHandlerDuration.startTimer({ subject });
    const working = setInterval(() => message.working(), WORKING_INTERVAL_MS);
    try {
      const from = extractTrace(message.headers) ?? event.traceparent;
      await inSpan({ name: `handle ${subject}`, kind: 'consumer', attributes: natsAttributes(subject), from }, () =>
        this.run(subject, event),
      );
      message.ack();
      stopTimer({ outcome: 'ok' });
      eventAge.observe({ subject }, Math.max(0, (Date.now() - Date.parse(event.time)) / 1_000));
    } catch (error) {
      stopTimer({ outcome: attempt >= MAX_ATTEMPTS ? 'dead' : 'error' });
      if (attempt >= MAX_ATTEMPTS) return await this.moveToDeadLetters(subject, message, error);
      this.log.warn({ err: error, subject, eventId: event.id, attempt }, 'event handler failed; retrying');
      message.nak(retryDelayMs(attempt));
    } finally {
      clearInterval(working);
    }
  }

  private async moveToDeadLetters(subject: EventName, message: JsMsg, error: unknown): Promise<void> {
    const { deliveryCount, streamSequence: sequence } = message.info;
    const about = headers();
    about.set('x-subject', subject);
    about.set('x-service', this.service);
    about.set('x-attempts', String(deliveryCount));
    const reason = String(error instanceof Error ? error.message : error);
    about.set('x-error', reason.replace(/[\r\n]+/g, ' ').slice(0, 500));
    try {
      await publishOnce(jetstream(this.nats), deadLetterSubject(this.service, subject), message.data, {
        headers: about,
        msgID: `${this.service}:${sequence}`,
      });
      message.term();
      this.log.error({ err: error, subject, sequence }, 'event moved to the dead-letter stream');
    } catch (failure) {
      this.log.error({ err: failure, subject }, 'dead letter could not be stored; retrying the event');
      message.nak(retryDelayMs(deliveryCount));
    }
  }

  private serve(subject: CommandName): void {
    const subscription = this.nats.subscribe(subject, {
      queue: this.service,
      callback: (error, message) => {
        if (!error) this.inFlight.add(this.reply(subject, message));
      },
    });
    this.subscriptions.set(subject, subscription);
  }

  /**
   * Repeats subscriptions that the server refuses, or ends when a reload removes a permission: the client reports the
   * latter as a status only, because they have a queue.
   */
  private async repeatRefused(): Promise<void> {
    for await (const status of this.nats.status()) {
      if (status.type !== 'error' || !(status.error instanceof PermissionViolationError)) continue;
      const subject = status.error.subject as CommandName;
      const refused = status.error.operation === 'subscription' ? this.subscriptions.get(subject) : undefined;
      if (!refused) continue;
      setTimeout(() => {
        if (this.stopping || this.nats.isClosed()) return;
        if (!refused.isClosed()) refused.unsubscribe();
        this.serve(subject);
      }, RESTART_DELAY_MS).unref();
    }
  }

  private async reply(subject: CommandName, message: Msg): Promise<void> {
    if (!isInbox(message.reply)) return;
    const deadline = Number(message.headers?.get(DEADLINE_HEADER) || Number.POSITIVE_INFINITY);
    // Of the requester's clock. Other commands may be late: they are idempotent, and holds of stock expire.
    const allowanceMs = harmfulWhenLate.has(subject) ? 0 : CLOCK_SKEW_MS;
    if (Date.now() > deadline + allowanceMs) {
      expiredCommands.inc({ subject });
      return;
    }
    await withCorrelation(message.headers?.get(CORRELATION_HEADER), () => this.replyTo(subject, message));
  }

  private async replyTo(subject: CommandName, message: Msg): Promise<void> {
    const stopTimer = commandDuration.startTimer({ subject });
    let outcome: Outcome = 'ok';
    try {
      const request = commands[subject].request.parse(message.json());
      const attributes = natsAttributes(subject);
      const from = extractTrace(message.headers);
      const data = await inSpan({ name: `serve ${subject}`, kind: 'server', attributes, from }, () =>
        this.run(subject, request),
      );
      respond(message, { ok: true, data }); // throws when NATS does not take a reply of this size
    } catch (error) {
      outcome = outcomeOf(toAppError(error).status);
      this.respondError(subject, message, error);
    }
    stopTimer({ outcome });
  }

  private respondError(subject: string, message: Msg, error: unknown): void {
    try {
      respond(message, { ok: false, error: this.wireError(subject, error) });
    } catch (failure) {
      this.log.warn({ err: failure, subject }, 'reply not sent');
    }
  }

  private wireError(subject: string, error: unknown): Extract<WireReply, { ok: false }>['error'] {
    const { code, message, status, details, cause } = toAppError(error);
    if (error instanceof AppError) {
      if (status >= 500 && cause) this.log.warn({ err: error, subject }, 'command failed');
      return { code, message, details };
    }
    const isInvalid = error instanceof ZodError;
    this.log.error({ err: error, subject }, isInvalid ? 'request does not match the contract' : 'command failed');
    return { code, message };
  }

  private async run(pattern: string, data: unknown): Promise<unknown> {
    // Nest's own lookup parses each pattern as JSON first.
    setOrderOf(data);
    const handler = this.messageHandlers.get(pattern);
    if (!handler) throw new Error(`No handler for ${pattern}`);
    return lastValueFrom(this.transformToObservable(await handler(data)), { defaultValue: undefined });
  }
}

const respond = (message: Msg, reply: WireReply): boolean => message.respond(JSON.stringify(reply));
