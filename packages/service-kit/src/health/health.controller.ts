import type { NatsConnection } from '@nats-io/transport-node';
import { Controller, Get, Header, Inject, Optional, Res } from '@nestjs/common';
import { getConnectionToken } from '@nestjs/mongoose';
import type { FastifyReply } from 'fastify';
import type { Connection } from 'mongoose';
import type { BaseConfig } from '../config.js';
import { Internal } from '../http/internal.js';
import { CONFIG, NATS, SERVICE_NAME } from '../tokens.js';
import { ProcessReporter } from '../system/process-report.js';
import { setGauges } from './gauges.js';
import { register } from './metrics.js';
import { Readiness } from './readiness.js';
import { Readings } from './readings.js';

const PROBE_MS = 2_000;
/** Who waits for a stop is answered after this at the latest, ms. */
const LONGEST_WAIT_MS = 25_000;

/** Probes and metrics, the same in every process. Reached inside only: the gateway routes nothing here. */
@Internal()
@Controller()
export class HealthController {
  constructor(
    @Inject(SERVICE_NAME) private readonly service: string,
    @Inject(NATS) private readonly nats: NatsConnection,
    @Inject(CONFIG) private readonly config: BaseConfig,
    private readonly readiness: Readiness,
    private readonly reporter: ProcessReporter,
    private readonly readings: Readings,
    @Optional() @Inject(getConnectionToken()) private readonly mongo?: Connection,
  ) {}

  /** The process is there and its event loop turns; of which release it is. */
  @Get('health/live')
  live(): { service: string; live: true; version?: string } {
    const version = this.config.RELEASE_VERSION;
    return { service: this.service, live: true, ...(version ? { version } : {}) };
  }

  /** 200 when the process can do its work; 503 with the names of what is missing when it can't. */
  @Get('health/ready')
  async ready(@Res() reply: FastifyReply): Promise<void> {
    const missing: string[] = [];
    if (this.readiness.stopping) missing.push('stopping');
    if (this.nats.isClosed() || !(await within(this.nats.flush()))) missing.push('nats');
    if (this.mongo && !(this.mongo.readyState === 1 && this.mongo.db && (await within(this.mongo.db.admin().ping()))))
      missing.push('database');
    await reply
      .status(missing.length ? 503 : 200)
      .send({ service: this.service, ready: missing.length === 0, missing });
  }

  /** Answers in the moment in which the process begins to stop, so that a balancer that asked sends nothing more; `false` when it was long enough. */
  @Get('health/stopping')
  async stopping(): Promise<{ service: string; stopping: boolean }> {
    await this.readiness.untilStopping(LONGEST_WAIT_MS);
    return { service: this.service, stopping: this.readiness.stopping };
  }

  /** In Prometheus' text form. It takes a second at most, also while NATS or the database is away. */
  @Get('metrics')
  @Header('content-type', register.contentType)
  async metrics(): Promise<string> {
    const [report] = await Promise.all([this.reporter.report(), this.readings.read()]);
    setGauges(report);
    return register.metrics();
  }
}

/** Whether something succeeds within the probe's time. */
const within = (work: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    work.then(
      () => true,
      () => false,
    ),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), PROBE_MS).unref()),
  ]);
