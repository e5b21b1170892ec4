import { jetstream, type JetStreamClient } from '@nats-io/jetstream';
import { headers, type NatsConnection } from '@nats-io/transport-node';
import { Inject, Injectable, type OnApplicationBootstrap, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Envelope } from '@rangavalli/contracts/events';
import type { Model, SchemaDefinition, Types } from 'mongoose';
import type { Logger } from 'pino';
import type { ServiceConfig } from '../config.js';
import { publishes } from '../health/metrics.js';
import { InFlight } from '../nats/in-flight.js';
import { Rounds } from '../rounds.js';
import { natsAttributes, sendTrace } from '../tracing/nats-spans.js';
import { inSpan } from '../tracing/tracing.js';
import { CONFIG, LOGGER, NATS } from '../tokens.js';

/** The part of a document that carries its untold events (rule 5: in the same write as the change). */
export interface WithOutbox {
  outbox: Envelope[];
}

/** The mongoose field of `WithOutbox`. */
export const outboxField: SchemaDefinition<WithOutbox> = {
  outbox: {
    type: [
      {
        _id: false,
        id: String,
        type: { type: String },
        version: Number,
        time: String,
        correlationId: String,
        traceparent: String,
        data: Object,
      },
    ],
    default: [],
  },
};

/** Finds documents with untold events; goes with `outboxField` into each schema. */
export const outboxIndex = [{ 'outbox.id': 1 }, { sparse: true }] as const;

interface OutboxDocument extends WithOutbox {
  _id: Types.ObjectId | string;
}

/** Publishes are given this long to be acknowledged, ms. */
const PUBLISH_TIMEOUT_MS = 2_000;
/** What was told leaves its documents so much later, ms: with what others told meanwhile, in one command. */
const FORGET_MS = 200;
/** Documents with untold events beyond this number are not counted. */
const MOST_COUNTED = 1_000;

/**
 * Tells the world what documents have in their outbox, at least once and with a message id, so that
 * JetStream stores each event once (rule 5). Whoever wrote a document hands it to `tell`; what is left
 * behind by a crash or an outage is found by looking every `OUTBOX_POLL_MS`. Told events stay in their documents for a
 * moment: a crash in it has them told again under the same ids, which is as good as once.
 */
@Injectable()
export class Outbox implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly models = new Set<Model<OutboxDocument>>();
  /** Ids of events that are told and still in their documents, by collection and document. */
  private readonly told = new Map<
    Model<OutboxDocument>,
    Map<string, { _id: OutboxDocument['_id']; events: string[] }>
  >();
  private forgetting: NodeJS.Timeout | undefined;
  private readonly inFlight = new InFlight();
  private readonly client: JetStreamClient;
  private readonly rounds: Rounds;

  constructor(
    @Inject(NATS) private readonly nats: NatsConnection,
    @Inject(CONFIG) config: ServiceConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.client = jetstream(nats, { timeout: PUBLISH_TIMEOUT_MS });
    this.rounds = new Rounds(
      { name: 'outbox', everyMs: config.OUTBOX_POLL_MS, stopWaitMs: PUBLISH_TIMEOUT_MS, logger },
      () => this.look(),
    );
  }

  /** Looks after a collection from now on. Call it once for each, in a constructor. */
  watch<T extends WithOutbox>(model: Model<T>): void {
    this.models.add(model as unknown as Model<OutboxDocument>);
  }

  onApplicationBootstrap(): void {
    this.rounds.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.rounds.stop(), this.inFlight.idle(PUBLISH_TIMEOUT_MS)]);
    clearTimeout(this.forgetting);
    await this.forget();
  }

  /**
   * Publishes the events of a document that was just written, in the background. It never fails the
   * caller: what can't be told now is told later.
   */
  tell<T extends WithOutbox>(
    model: Model<T>,
    document: (Pick<WithOutbox, 'outbox'> & { _id: unknown }) | null | undefined,
  ): void {
    if (!document?.outbox.length || this.nats.isClosed()) return;
    const written = { _id: document._id, outbox: [...document.outbox] } as OutboxDocument;
    this.inFlight.add(
      this.publish(model as unknown as Model<OutboxDocument>, written).catch((error: unknown) =>
        this.logger.warn({ err: error }, 'events wait in the outbox'),
      ),
    );
  }

  /** What is not told yet, of all collections; a thousand documents of each are counted at most. `oldest`: ISO 8601, UTC. */
  async backlog(): Promise<{ documents: number; oldest?: string }> {
    const counts = await Promise.all([...this.models].map((model) => this.backlogOf(model)));
    const oldest = counts.flatMap(({ oldest: time }) => time ?? []).toSorted()[0];
    return { documents: counts.reduce((sum, { documents }) => sum + documents, 0), ...(oldest ? { oldest } : {}) };
  }

  private async backlogOf(model: Model<OutboxDocument>): Promise<{ documents: number; oldest: string | undefined }> {
    const waiting = await model
      .find({ 'outbox.id': { $gt: '' } }, { 'outbox.time': 1 })
      .limit(MOST_COUNTED)
      .lean<OutboxDocument[]>();
    return {
      documents: waiting.length,
      oldest: waiting.flatMap(({ outbox }) => outbox.map(({ time }) => time)).toSorted()[0],
    };
  }

  private async look(): Promise<void> {
    for (const model of this.models) await this.sweep(model);
  }

  private async sweep(model: Model<OutboxDocument>): Promise<void> {
    const left = await model
      .find({ 'outbox.id': { $gt: '' } }, { outbox: 1 })
      .limit(100)
      .lean<OutboxDocument[]>();
    for (const document of left) await this.publish(model, document);
  }

  private async publish(model: Model<OutboxDocument>, document: OutboxDocument): Promise<void> {
    const known = this.told.get(model)?.get(String(document._id))?.events;
    for (const event of document.outbox) {
      if (known?.includes(event.id)) continue;
      await inSpan(
        {
          name: `tell ${event.type}`,
          kind: 'producer',
          attributes: natsAttributes(event.type),
          from: event.traceparent,
        },
        () => this.send(event),
      );
      this.forgetSoon(model, document._id, event.id);
    }
  }

  private forgetSoon(model: Model<OutboxDocument>, _id: OutboxDocument['_id'], eventId: string): void {
    const documents = this.told.get(model) ?? new Map<string, { _id: OutboxDocument['_id']; events: string[] }>();
    this.told.set(model, documents);
    const document = documents.get(String(_id)) ?? { _id, events: [] };
    documents.set(String(_id), document);
    document.events.push(eventId);
    this.forgetting ??= setTimeout(() => {
      this.forgetting = undefined;
      this.inFlight.add(this.forget());
    }, FORGET_MS).unref();
  }

  /** Takes what was told out of its documents: one command a collection, which changes each document by itself. */
  private async forget(): Promise<void> {
    await Promise.all(
      [...this.told].map(async ([model, documents]) => {
        this.told.delete(model);
        const ids = [...documents.values()].map(({ _id }) => _id);
        const events = [...documents.values()].flatMap((document) => document.events);
        try {
          await model.updateMany(
            { _id: { $in: ids } },
            { $pull: { outbox: { id: { $in: events } } } },
            { timestamps: false },
          );
        } catch (error) {
          // They are found by the next look, and told again under the same ids.
          this.logger.warn({ err: error }, 'told events stay in the outbox for now');
        }
      }),
    );
  }

  private async send(event: Envelope): Promise<void> {
    const about = headers();
    sendTrace(about);
    try {
      await this.client.publish(event.type, JSON.stringify(event), { msgID: event.id, headers: about });
      publishes.inc({ subject: event.type, outcome: 'ok' });
    } catch (error) {
      publishes.inc({ subject: event.type, outcome: 'error' });
      throw error;
    }
  }
}
