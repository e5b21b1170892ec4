import { jetstream, type JetStreamClient } from '@nats-io/jetstream';
import { headers, type NatsConnection } from '@nats-io/transport-node';
import { Inject, Injectable, type OnApplicationBootstrap, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Envelope } from '@rangavalli/contracts/events';
import type { Model, SchemaDefinition, Types } from 'mongoose';
import type { Logger } from 'pino';
import type { ServiceConfig } from '../config.js';
import { succeedsWithin } from '../health/checks.js';
import { MetricCollectors } from '../health/metric-collectors.js';
import { failingDocuments, publishedEvents } from '../health/metrics.js';
import { InFlightTasks } from '../in-flight-tasks.js';
import { setOrderOf, withCorrelation } from '../log/context.js';
import { publishOnce } from '../nats/publish.js';
import { PeriodicTask } from '../periodic-task.js';
import { natsAttributes, injectTrace } from '../tracing/nats-spans.js';
import { inSpan } from '../tracing/tracing.js';
import { CONFIG, LOGGER, NATS } from '../tokens.js';
import { PublishRetries } from './publish-retries.js';

export interface OutboxFields {
  outbox: Envelope[];
}

/** Not cast: `createEvent` has validated the events. */
export const outboxField: SchemaDefinition<OutboxFields> = { outbox: { type: [Object], default: [] } };

/** Add it to every schema with `outboxField`. */
export const outboxIndex = [{ 'outbox.id': 1 }, { sparse: true }] as const;

interface StoredDocument extends OutboxFields {
  _id: Types.ObjectId | string;
}
type PublishedIds = Map<string, { _id: StoredDocument['_id']; events: string[] }>;

const PUBLISH_TIMEOUT_MS = 2_000;
/** Published events are removed in batches. */
const REMOVAL_DELAY_MS = 200;
const MAX_BACKLOG_COUNT = 1_000;
/** Documents per collection and sweep: those that have not failed, and beside them those that have. */
const SWEEP_LIMIT = 100;
const RETRY_LIMIT = 20;
const CONCURRENCY = 10;
const hasPendingEvents = { 'outbox.id': { $gt: '' } };

/**
 * Publishes events at least once, those of one document in their order; JetStream stores each id once (rule 5). A
 * poller finds what a crash or an outage left behind. A document that fails is retried with a back-off; the others do
 * not wait for it.
 */
@Injectable()
export class Outbox implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly models = new Map<Model<StoredDocument>, PublishRetries<StoredDocument['_id']>>();
  private readonly published = new Map<Model<StoredDocument>, PublishedIds>();
  private removal: NodeJS.Timeout | undefined;
  private readonly inFlight = new InFlightTasks();
  private readonly client: JetStreamClient;
  private readonly poller: PeriodicTask;

  constructor(
    @Inject(NATS) private readonly nats: NatsConnection,
    @Inject(CONFIG) config: ServiceConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    collectors: MetricCollectors,
  ) {
    collectors.add(async () => this.countFailing());
    this.client = jetstream(nats, { timeout: PUBLISH_TIMEOUT_MS });
    this.poller = new PeriodicTask(
      { name: 'outbox poller', intervalMs: config.OUTBOX_POLL_MS, stopTimeoutMs: PUBLISH_TIMEOUT_MS, logger },
      () => this.sweep(),
    );
  }

  /** Call it once per collection, in a constructor. @param maxFailing documents whose back-off is kept in memory */
  register<T extends OutboxFields>(model: Model<T>, { maxFailing }: { maxFailing?: number } = {}): void {
    this.models.set(model as unknown as Model<StoredDocument>, new PublishRetries(maxFailing));
  }

  onApplicationBootstrap(): void {
    this.poller.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.poller.stop(), this.inFlight.idle(PUBLISH_TIMEOUT_MS)]);
    clearTimeout(this.removal);
    await this.removePublished();
  }

  /** Publishes in the background. Never fails the caller. */
  publishPending<T extends OutboxFields>(
    model: Model<T>,
    document: (Pick<OutboxFields, 'outbox'> & { _id: unknown }) | null | undefined,
  ): void {
    if (!document?.outbox.length || this.nats.isClosed()) return;
    const snapshot = { _id: document._id, outbox: [...document.outbox] } as StoredDocument;
    this.inFlight.add(this.publish(model as unknown as Model<StoredDocument>, snapshot));
  }

  /** At most 1,000 documents per collection. `oldest`: ISO 8601, UTC. */
  async backlog(): Promise<{ documents: number; oldest: string | undefined }> {
    const pending = await Promise.all(
      [...this.models.keys()].map((model) =>
        model.find(hasPendingEvents, { 'outbox.time': 1 }).limit(MAX_BACKLOG_COUNT).lean<StoredDocument[]>(),
      ),
    );
    const documents = pending.flat();
    const oldest = documents.flatMap(({ outbox }) => outbox.map(({ time }) => time)).toSorted()[0];
    return { documents: documents.length, oldest };
  }

  private async sweep(): Promise<void> {
    for (const model of this.models.keys()) {
      const documents = await this.findPending(model);
      for (let first = 0; first < documents.length; first += CONCURRENCY) {
        // An outage is no failure of a document: the next sweep starts again without a back-off.
        if (!(await this.isReachable())) return;
        await Promise.all(documents.slice(first, first + CONCURRENCY).map((one) => this.publish(model, one)));
      }
    }
  }

  /** Documents that failed have a limit of their own, so that they never crowd out the others. */
  private async findPending(model: Model<StoredDocument>): Promise<StoredDocument[]> {
    const retries = this.models.get(model);
    const failing = retries?.ids ?? [];
    const blocked = retries?.blockedSubjects ?? [];
    const due = retries?.due(RETRY_LIMIT) ?? [];
    const find = (filter: object): Promise<StoredDocument[]> =>
      model
        .find({ ...hasPendingEvents, ...filter }, { outbox: 1 })
        .limit(SWEEP_LIMIT)
        .lean<StoredDocument[]>()
        .exec();
    const [pending, retried] = await Promise.all([
      find({
        ...(failing.length > 0 ? { _id: { $nin: failing } } : {}),
        ...(blocked.length > 0 ? { 'outbox.0.type': { $nin: blocked } } : {}),
      }),
      due.length > 0 ? find({ _id: { $in: due } }) : [],
    ]);
    const found = new Set(retried.map(({ _id }) => String(_id)));
    // Published by another process meanwhile.
    for (const _id of due) if (!found.has(String(_id))) retries?.delete(_id);
    return [...pending, ...retried];
  }

  /** Stops at the first event that fails, so that the later ones of the document keep their order. Never rejects. */
  private async publish(model: Model<StoredDocument>, document: StoredDocument): Promise<void> {
    const published = this.published.get(model)?.get(String(document._id))?.events;
    for (const event of document.outbox) {
      if (published?.includes(event.id)) continue;
      const { type, traceparent: from } = event;
      try {
        await inSpan({ name: `publish ${type}`, kind: 'producer', attributes: natsAttributes(type), from }, () =>
          this.send(event),
        );
      } catch (error) {
        return this.recordFailure(model, document._id, event, error);
      }
      this.scheduleRemoval(model, document._id, event.id);
    }
    this.models.get(model)?.recordSuccess(document._id);
  }

  private async recordFailure(
    model: Model<StoredDocument>,
    _id: StoredDocument['_id'],
    event: Envelope,
    error: unknown,
  ): Promise<void> {
    const { id: eventId, type: subject } = event;
    const attempts = (await this.isReachable()) ? this.models.get(model)?.recordFailure(_id, subject) : undefined;
    withCorrelation(event.correlationId, () => {
      setOrderOf(event);
      this.logger.warn({ err: error, subject, eventId, attempts }, 'publishing failed; the event stays in the outbox');
    });
  }

  private isReachable(): Promise<boolean> {
    return succeedsWithin(
      PUBLISH_TIMEOUT_MS,
      Promise.resolve().then(() => this.nats.flush()),
    );
  }

  private countFailing(): void {
    failingDocuments.reset();
    for (const retries of this.models.values())
      for (const [subject, count] of retries.countBySubject()) failingDocuments.inc({ subject }, count);
  }

  private async send(event: Envelope): Promise<void> {
    const messageHeaders = headers();
    injectTrace(messageHeaders);
    try {
      await publishOnce(this.client, event.type, JSON.stringify(event), { msgID: event.id, headers: messageHeaders });
      publishedEvents.inc({ subject: event.type, outcome: 'ok' });
    } catch (error) {
      publishedEvents.inc({ subject: event.type, outcome: 'error' });
      throw error;
    }
  }

  private scheduleRemoval(model: Model<StoredDocument>, _id: StoredDocument['_id'], eventId: string): void {
    const documents: PublishedIds = this.published.get(model) ?? new Map();
    this.published.set(model, documents);
    const document = documents.get(String(_id)) ?? { _id, events: [] };
    documents.set(String(_id), document);
    document.events.push(eventId);
    this.removal ??= setTimeout(() => {
      this.removal = undefined;
      this.inFlight.add(this.removePublished());
    }, REMOVAL_DELAY_MS).unref();
  }

  private async removePublished(): Promise<void> {
    await Promise.all(
      [...this.published].map(async ([model, documents]) => {
        this.published.delete(model);
        const ids = [...documents.values()].map(({ _id }) => _id);
        const events = [...documents.values()].flatMap((document) => document.events);
        try {
          await model.updateMany(
            { _id: { $in: ids } },
            { $pull: { outbox: { id: { $in: events } } } },
            { timestamps: false },
          );
        } catch (error) {
          // The next sweep publishes them again under the same ids.
          this.logger.warn({ err: error }, 'removing published events failed');
        }
      }),
    );
  }
}
