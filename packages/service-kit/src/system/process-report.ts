import { hostname } from 'node:os';
import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { getConnectionToken } from '@nestjs/mongoose';
import type { ProcessReport } from '@rangavalli/contracts/entities/system';
import { streams } from '@rangavalli/contracts/events';
import { type NatsAccess, natsAccess } from '@rangavalli/contracts/nats-access';
import type { Connection } from 'mongoose';
import type { BaseConfig } from '../config.js';
import { countDeadLetters } from '../dead-letters/dead-letters.js';
import { Outbox } from '../events/outbox.js';
import { Readiness } from '../health/readiness.js';
import { durableName } from '../nats/subjects.js';
import { CONFIG, NATS, SERVICE_NAME } from '../tokens.js';

/** Each question is given up after this, ms: less than the gateway waits for the whole report. */
const QUESTION_MS = 900;
const startedAt = new Date(Date.now() - process.uptime() * 1_000).toISOString();

/** What this process knows about itself and the work of its service, for the people who run the shop. */
@Injectable()
export class ProcessReporter {
  constructor(
    @Inject(SERVICE_NAME) private readonly service: string,
    @Inject(NATS) private readonly nats: NatsConnection,
    @Inject(CONFIG) private readonly config: BaseConfig,
    private readonly readiness: Readiness,
    @Optional() @Inject(getConnectionToken()) private readonly mongo?: Connection,
    @Optional() private readonly outbox?: Outbox,
  ) {}

  /** Never fails, and takes about a second at most: what can't be found out is left out. */
  async report(): Promise<ProcessReport> {
    const {
      service,
      mongo,
      outbox,
      config: { RELEASE_VERSION: version },
    } = this;
    const [nats, database, consumers, backlog, deadLetters] = await Promise.all([
      timed(() => this.nats.flush()),
      mongo && timed(() => ping(mongo)),
      within(this.lag()),
      outbox && within(outbox.backlog()),
      this.access?.keepsStreams && within(countDeadLetters(this.nats)),
    ]);
    return {
      service,
      instance: `${hostname()}:${process.pid}`,
      ...(version ? { version } : {}),
      startedAt,
      stopping: this.readiness.stopping,
      nats,
      ...(database ? { database } : {}),
      ...(consumers ? { consumers } : {}),
      ...(backlog ? { outbox: backlog } : {}),
      ...(deadLetters ? { deadLetters } : {}),
    };
  }

  private get access(): NatsAccess | undefined {
    return (natsAccess as Readonly<Record<string, NatsAccess>>)[this.service];
  }

  private async lag(): Promise<ProcessReport['consumers']> {
    const manager = await jetstreamManager(this.nats, { checkAPI: false, timeout: QUESTION_MS });
    return Promise.all(
      (this.access?.hears ?? []).map(async (event) => {
        const info = await manager.consumers.info(streams.events.name, durableName(this.service, event));
        return {
          event,
          waiting: info.num_pending,
          unacknowledged: info.num_ack_pending,
          redelivered: info.num_redelivered,
        };
      }),
    );
  }
}

async function ping({ readyState, db }: Connection): Promise<void> {
  if (readyState !== 1 || !db) throw new Error('there is no connection to the database');
  await db.admin().ping();
}

/** What comes of it in time; undefined when nothing does. */
const within = <T>(work: Promise<T>): Promise<T | undefined> =>
  Promise.race([
    work.catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), QUESTION_MS).unref()),
  ]);

async function timed(work: () => Promise<unknown>): Promise<{ ok: boolean; ms: number }> {
  const begun = performance.now();
  const ok =
    (await within(
      Promise.resolve()
        .then(work)
        .then(() => true),
    )) ?? false;
  return { ok, ms: Math.round((performance.now() - begun) * 10) / 10 };
}
