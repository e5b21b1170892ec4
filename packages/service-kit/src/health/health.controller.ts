import type { NatsConnection } from '@nats-io/transport-node';
import { Controller, Get, Header, Headers, Inject, Optional, Res } from '@nestjs/common';
import { getConnectionToken } from '@nestjs/mongoose';
import type { ProcessReport } from '@rangavalli/contracts/entities/system';
import { isAllowed } from '@rangavalli/contracts/permissions';
import type { FastifyReply } from 'fastify';
import type { Connection } from 'mongoose';
import { AppError } from '../app-error.js';
import type { BaseConfig } from '../config.js';
import { IDENTITY_HEADER, IdentityVerifier } from '../http/identity.js';
import { Internal } from '../http/internal.js';
import { CONFIG, NATS, SERVICE_NAME } from '../tokens.js';
import { MetricCollectors } from './metric-collectors.js';
import { register, setGauges } from './metrics.js';
import { programHash } from './program-hash.js';
import { ProcessReporter } from './process-report.js';
import { Readiness } from './readiness.js';
import { buildIndexes, pingDatabase, succeedsWithin } from './checks.js';

const PROBE_TIMEOUT_MS = 2_000;
const LONG_POLL_MS = 25_000;

@Internal()
@Controller()
export class HealthController {
  constructor(
    @Inject(SERVICE_NAME) private readonly service: string,
    @Inject(NATS) private readonly nats: NatsConnection,
    @Inject(CONFIG) private readonly config: BaseConfig,
    private readonly verifier: IdentityVerifier,
    private readonly readiness: Readiness,
    private readonly reporter: ProcessReporter,
    private readonly collectors: MetricCollectors,
    @Optional() @Inject(getConnectionToken()) private readonly mongo?: Connection,
  ) {}

  @Get('health/live')
  live(): { service: string; live: true; store?: string; version: string | undefined; build: string | undefined } {
    const { RELEASE_VERSION: version, STORE_ID: store } = this.config;
    return { service: this.service, live: true, ...(store ? { store } : {}), version, build: programHash() };
  }

  /** A process becomes ready with NATS only, and stays ready without: it reconnects by itself. */
  @Get('health/ready')
  async ready(@Res() reply: FastifyReply): Promise<void> {
    const { service, nats, mongo, readiness } = this;
    const missing: string[] = readiness.stopping ? ['stopping'] : [];
    const [hasNats, database] = await Promise.all([
      !nats.isClosed() && succeedsWithin(PROBE_TIMEOUT_MS, nats.flush()),
      mongo && missingOf(mongo),
    ]);
    if (!hasNats) missing.push('nats');
    if (database) missing.push(database);
    // An outage of NATS would otherwise remove every process of the shop from its load balancer.
    const isOptional = (name: string) => name === 'nats' && readiness.wasReady && !nats.isClosed();
    const ready = missing.every(isOptional);
    if (ready) readiness.open();
    await reply.status(ready ? 200 : 503).send({ service, ready, missing });
  }

  /** Long poll, so that a load balancer stops sending requests at once. */
  @Get('health/stopping')
  async stopping(): Promise<{ service: string; stopping: boolean }> {
    await this.readiness.untilStopping(LONG_POLL_MS);
    return { service: this.service, stopping: this.readiness.stopping };
  }

  /** The gateway signs the request on behalf of a member of staff. */
  @Get('health/system')
  system(@Headers(IDENTITY_HEADER) identity: string | undefined): Promise<ProcessReport> {
    const role = this.verifier.verify(identity)?.identity?.role;
    if (!isAllowed('operations.read', role)) throw new AppError('NOT_FOUND');
    return this.reporter.report();
  }

  @Get('metrics')
  @Header('content-type', register.contentType)
  async metrics(): Promise<string> {
    const [report] = await Promise.all([this.reporter.report(), this.collectors.collect()]);
    setGauges(report);
    return register.metrics();
  }
}

async function missingOf(mongo: Connection): Promise<'database' | 'indexes' | undefined> {
  if (!(await succeedsWithin(PROBE_TIMEOUT_MS, pingDatabase(mongo)))) return 'database';
  return (await succeedsWithin(PROBE_TIMEOUT_MS, buildIndexes(mongo))) ? undefined : 'indexes';
}
