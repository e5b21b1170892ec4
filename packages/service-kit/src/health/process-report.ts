import type { Server } from 'node:http';
import { hostname } from 'node:os';
import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { getConnectionToken } from '@nestjs/mongoose';
import type { ProcessReport } from '@rangavalli/contracts/entities/system';
import { streams } from '@rangavalli/contracts/events';
import { type NatsAccess, natsAccess } from '@rangavalli/contracts/nats-access';
import type { Connection } from 'mongoose';
import type { BaseConfig } from '../config.js';
import { countDeadLetters } from '../dead-letters/dead-letters.js';
import { Outbox } from '../events/outbox.js';
import { durableName } from '../nats/subjects.js';
import { CONFIG, NATS, SERVICE_NAME } from '../tokens.js';
import { programHash } from './program-hash.js';
import { Readiness } from './readiness.js';
import { pingDatabase, succeedsWithin, within } from './checks.js';

/** Shorter than the gateway's timeout for the report. */
const CHECK_TIMEOUT_MS = 900;
const startedAt = new Date(Date.now() - process.uptime() * 1_000).toISOString();

@Injectable()
export class ProcessReporter {
  constructor(
    @Inject(SERVICE_NAME) private readonly service: string,
    @Inject(NATS) private readonly nats: NatsConnection,
    @Inject(CONFIG) private readonly config: BaseConfig,
    private readonly readiness: Readiness,
    private readonly http: HttpAdapterHost,
    @Optional() @Inject(getConnectionToken()) private readonly mongo?: Connection,
    @Optional() private readonly outbox?: Outbox,
  ) {}

  /** Never rejects; what takes longer than a second is left out. */
  async report(): Promise<ProcessReport> {
    const { service, mongo, outbox: eventOutbox } = this;
    const access = (natsAccess as Readonly<Record<string, NatsAccess>>)[service];
    const [nats, database, consumers, outbox, deadLetters] = await Promise.all([
      probe(() => this.nats.flush()),
      mongo && probe(() => pingDatabase(mongo)),
      within(CHECK_TIMEOUT_MS, this.consumerLag(access)),
      eventOutbox && within(CHECK_TIMEOUT_MS, eventOutbox.backlog()),
      access?.managesStreams && within(CHECK_TIMEOUT_MS, countDeadLetters(this.nats)),
    ]);
    return {
      service,
      instance: `${hostname()}:${process.pid}`,
      address: addressOf(this.http.httpAdapter.getHttpServer() as Server),
      version: this.config.RELEASE_VERSION,
      build: programHash(),
      startedAt,
      stopping: this.readiness.stopping,
      nats,
      database,
      consumers,
      outbox,
      deadLetters: deadLetters || undefined,
    };
  }

  private async consumerLag(access: NatsAccess | undefined): Promise<ProcessReport['consumers']> {
    const manager = await jetstreamManager(this.nats, { checkAPI: false, timeout: CHECK_TIMEOUT_MS });
    return Promise.all(
      (access?.consumes ?? []).map(async (event) => {
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

/** A server that accepts connections at every address of its machine has the machine's name. */
function addressOf(server: Server): string | undefined {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') return undefined;
  const isEverywhere = bound.address === '::' || bound.address === '0.0.0.0';
  const host = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address;
  return `http://${isEverywhere ? hostname() : host}:${bound.port}`;
}

async function probe(check: () => Promise<unknown>): Promise<{ ok: boolean; ms: number }> {
  const start = performance.now();
  const ok = await succeedsWithin(CHECK_TIMEOUT_MS, Promise.resolve().then(check));
  return { ok, ms: Math.round((performance.now() - start) * 10) / 10 };
}
