import { headers, type Msg, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import {
  AckPolicy,
  type ConsumerMessages,
  DeliverPolicy,
  jetstream,
  jetstreamManager,
  type JsMsg,
} from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { type CustomTransportStrategy, Server } from '@nestjs/microservices';
import { type CommandName, commands } from '@rangavalli/contracts/commands';
import { type Envelope, type EventName, events, streams } from '@rangavalli/contracts/events';
import type { Logger } from 'pino';
import { lastValueFrom } from 'rxjs';
import { ZodError } from 'zod';
import { CORRELATION_HEADER, DEADLINE_HEADER, type WireReply } from '../commands/wire.js';
import { toAppError } from '../http/error.filter.js';
import { withCorrelation } from '../log/context.js';
import {
  commandDuration,
  expiredCommands,
  eventAge,
  eventHandlerDuration,
  type Outcome,
  outcomeOf,
} from '../health/metrics.js';
import { natsAttributes, traceOf } from '../tracing/nats-spans.js';
import { inSpan, type SpanFacts } from '../tracing/tracing.js';
import { MAX_ATTEMPTS, retryDelayMs } from '../nats/backoff.js';
import { InFlightTasks } from '../in-flight-tasks.js';
import { deadSubject, durableName, isInbox } from '../nats/subjects.js';
import { readEvent } from './envelope.js';

/** The server redelivers what was not acknowledged in this time; long work says `working()` well before. */
const ACK_WAIT_MS = 30_000;
const WORKING_EVERY_MS = 10_000;
/** So many events of one kind are handled at once, and as many are fetched ahead: a request for a few each time costs more than they do. */
const CONCURRENCY = 64;
const STOP_WAIT_MS = 10_000;
/** A server that is there has sent the last request well before this, ms. */
const DRAIN_MS = 1_000;

/** What a consumer's messages come by. The client's own `stop` drops those that are on their way; its type does not show it. */
const fetched = (messages: ConsumerMessages): Subscription | undefined =>
  (messages as unknown as { sub?: Subscription }).sub;

/**
 * NATS as a Nest transport (architecture §4): `@EventPattern('order.placed')` methods get a durable
 * JetStream consumer of their own, `@MessagePattern('rpc.…')` methods answer requests in the service's queue group.
 * An event handler that throws sees its event again, later and later; after `MAX_ATTEMPTS` it goes to the
 * dead letters. Handlers must therefore change nothing when they meet an event for the second time (rule 5).
 */
export class NatsStrategy extends Server implements CustomTransportStrategy {
  override readonly propagatesEventHandlerErrors = true;
  private readonly inFlight = new InFlightTasks();
  private readonly subscriptions: Subscription[] = [];
  private readonly consuming = new Set<ConsumerMessages>();
  private stopping = false;

  constructor(
    private readonly nats: NatsConnection,
    private readonly service: string,
    private readonly log: Logger,
  ) {
    super();
  }

  listen(callback: () => void): void {
    for (const [pattern, handler] of this.messageHandlers) {
      if (handler.isEventHandler) {
        if (!(pattern in events)) throw new Error(`No such event in the contracts: ${pattern}`);
        void this.consume(pattern as EventName);
      } else {
        if (!(pattern in commands)) throw new Error(`No such command in the contracts: ${pattern}`);
        this.answer(pattern as CommandName);
      }
    }
    callback();
  }

  /** Takes nothing new, then waits for what has begun. */
  async close(): Promise<void> {
    this.stopping = true;
    // What the server has sent us by now is still answered, or handed back: it would be lost to whoever asked, and late for its handler.
    const drained = Promise.allSettled(
      [...this.subscriptions, ...[...this.consuming].map(fetched)].map((subscription) => subscription?.drain()),
    );
    await Promise.race([drained, new Promise((resolve) => setTimeout(resolve, DRAIN_MS).unref())]);
    for (const messages of this.consuming) messages.stop();
    if (!(await this.inFlight.idle(STOP_WAIT_MS)))
      this.log.warn('stopping with work unfinished; it will be redelivered');
  }

  on(): void {}

  unwrap<T>(): T {
    return this.nats as T;
  }

  private async consume(subject: EventName): Promise<void> {
    const durable = durableName(this.service, subject);
    while (!this.stopping) {
      try {
        const manager = await jetstreamManager(this.nats);
        await manager.consumers.add(streams.events.name, {
          durable_name: durable,
          filter_subject: subject,
          ack_policy: AckPolicy.Explicit,
          ack_wait: nanos(ACK_WAIT_MS),
          deliver_policy: DeliverPolicy.All,
          // Only a process that dies again and again over one event gets beyond our own count; the server's advisory is kept then.
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
        this.consuming.add(messages);
        try {
          for await (const message of messages) {
            if (this.stopping) {
              // Fetched and not begun: another process has it at once and not only when its time to acknowledge is over.
              message.nak();
              continue;
            }
            this.inFlight.add(this.handle(subject, message));
            await this.inFlight.below(CONCURRENCY);
          }
        } finally {
          this.consuming.delete(messages);
        }
      } catch (error) {
        if (!this.stopping) this.log.warn({ err: error, subject }, 'consumer lost; beginning again');
      }
      if (!this.stopping) await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }

  private async handle(subject: EventName, message: JsMsg): Promise<void> {
    const ended = eventHandlerDuration.startTimer({ subject });
    let event: Envelope;
    try {
      event = readEvent(subject, message.json());
    } catch (error) {
      ended({ outcome: 'dead' });
      return this.bury(subject, message, error);
    }
    const working = setInterval(() => message.working(), WORKING_EVERY_MS);
    const attempt = message.info.deliveryCount;
    try {
      const from = traceOf(message.headers) ?? event.traceparent;
      await withCorrelation(event.correlationId, () =>
        inSpan({ name: `handle ${subject}`, kind: 'consumer', attributes: natsAttributes(subject), from }, () =>
          this.run(subject, event),
        ),
      );
      message.ack();
      ended({ outcome: 'ok' });
      eventAge.observe({ subject }, Math.max(0, (Date.now() - Date.parse(event.time)) / 1_000));
    } catch (error) {
      ended({ outcome: attempt >= MAX_ATTEMPTS ? 'dead' : 'error' });
      if (attempt >= MAX_ATTEMPTS) return await this.bury(subject, message, error);
      this.log.warn({ err: error, subject, eventId: event.id, attempt }, 'event handler failed; it is tried again');
      message.nak(retryDelayMs(attempt));
    } finally {
      clearInterval(working);
    }
  }

  private async bury(subject: EventName, message: JsMsg, error: unknown): Promise<void> {
    const about = headers();
    about.set('x-subject', subject);
    about.set('x-service', this.service);
    about.set('x-attempts', String(message.info.deliveryCount));
    about.set(
      'x-error',
      String(error instanceof Error ? error.message : error)
        .replace(/[\r\n]+/g, ' ')
        .slice(0, 500),
    );
    try {
      await jetstream(this.nats).publish(deadSubject(this.service, subject), message.data, {
        headers: about,
        msgID: `${this.service}:${message.info.streamSequence}`,
      });
      message.term();
      this.log.error(
        { err: error, subject, sequence: message.info.streamSequence },
        'event laid with the dead letters',
      );
    } catch (failure) {
      this.log.error({ err: failure, subject }, 'dead letter could not be stored; the event is tried again');
      message.nak(retryDelayMs(message.info.deliveryCount));
    }
  }

  private answer(subject: CommandName): void {
    this.subscriptions.push(
      this.nats.subscribe(subject, {
        queue: this.service,
        callback: (error, message) => {
          if (!error) this.inFlight.add(this.reply(subject, message));
        },
      }),
    );
  }

  private async reply(subject: CommandName, message: Msg): Promise<void> {
    if (!isInbox(message.reply)) return;
    const deadline = Number(message.headers?.get(DEADLINE_HEADER) || Number.POSITIVE_INFINITY);
    if (Date.now() > deadline) {
      // Nobody waits any more: the asker repeats its command, and carrying this one out late could only surprise.
      expiredCommands.inc({ subject });
      return;
    }
    const ended = commandDuration.startTimer({ subject });
    let reply: WireReply;
    let outcome: Outcome = 'ok';
    try {
      const request = commands[subject].request.parse(message.json());
      const facts: SpanFacts = {
        name: `answer ${subject}`,
        kind: 'server',
        attributes: natsAttributes(subject),
        from: traceOf(message.headers),
      };
      reply = {
        ok: true,
        data: await withCorrelation(message.headers?.get(CORRELATION_HEADER), () =>
          inSpan(facts, () => this.run(subject, request)),
        ),
      };
    } catch (error) {
      reply = { ok: false, error: this.describe(subject, error) };
      outcome = outcomeOf(toAppError(error).status);
    }
    ended({ outcome });
    message.respond(JSON.stringify(reply));
  }

  private describe(
    subject: string,
    error: unknown,
  ): { code: string; message: string; details?: Record<string, unknown> } {
    const known = toAppError(error);
    if (known === error) {
      // The asker hears a code only: what is behind it is known here and nowhere else.
      if (known.status >= 500 && known.cause) this.log.warn({ err: known, subject }, 'command failed');
      return { code: known.code, message: known.message, ...(known.details ? { details: known.details } : {}) };
    }
    if (error instanceof ZodError) this.log.error({ err: error, subject }, 'request does not fit the contract');
    else this.log.error({ err: error, subject }, 'command failed');
    return { code: known.code, message: known.message };
  }

  private async run(pattern: string, data: unknown): Promise<unknown> {
    // Nest's own look-up reads each pattern as JSON first, and throws within itself since it is none.
    const handler = this.messageHandlers.get(pattern);
    if (!handler) throw new Error(`No handler for ${pattern}`);
    return lastValueFrom(this.transformToObservable(await handler(data)), { defaultValue: undefined });
  }
}
