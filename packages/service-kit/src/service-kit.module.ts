import type { NatsConnection } from '@nats-io/transport-node';
import { type DynamicModule, Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { MongooseModule } from '@nestjs/mongoose';
import type { Logger } from 'pino';
import { Commands } from './commands/commands.js';
import type { BaseConfig, ServiceConfig } from './config.js';
import { Outbox } from './events/outbox.js';
import { HealthController } from './health/health.controller.js';
import { MetricCollectors } from './health/metric-collectors.js';
import { Readiness } from './health/readiness.js';
import { CallGuard } from './http/call.guard.js';
import { ProcessReporter } from './health/process-report.js';
import { ProcessDiscovery } from './health/process-discovery.js';
import { traceDatabase } from './tracing/database-spans.js';
import { isTracing, stopTracing } from './tracing/tracing.js';
import { CONFIG, LOGGER, NATS, SERVICE_NAME } from './tokens.js';

/** A stop waits this long for NATS to take what is unsent, ms. */
const DRAIN_MS = 3_000;

/** What a process brings along when it starts. */
export interface KitParts<Config extends BaseConfig> {
  name: string;
  config: Config;
  logger: Logger;
  nats: NatsConnection;
}

/** Configuration, log, NATS, commands, health and the identity guard; with a database also MongoDB and the outbox. */
@Global()
@Module({})
export class ServiceKitModule implements OnApplicationShutdown {
  constructor(@Inject(NATS) private readonly nats: NatsConnection) {}

  /** Last of all: what is still unsent goes out, then the connection closes, also when no server is there to take it. */
  async onApplicationShutdown(): Promise<void> {
    if (!this.nats.isClosed()) {
      await Promise.race([this.nats.drain(), new Promise((resolve) => setTimeout(resolve, DRAIN_MS).unref())]);
      await this.nats.close();
    }
    await stopTracing();
  }

  static forRoot<Config extends BaseConfig>({ name, config, logger, nats }: KitParts<Config>): DynamicModule {
    const database = 'MONGODB_URI' in config ? (config as unknown as ServiceConfig) : undefined;
    return {
      module: ServiceKitModule,
      global: true,
      imports: database
        ? [
            MongooseModule.forRoot(database.MONGODB_URI, {
              maxPoolSize: database.MONGODB_POOL,
              serverSelectionTimeoutMS: 5_000,
              socketTimeoutMS: 15_000,
              lazyConnection: true,
              appName: name,
              ...(isTracing() || database.NODE_ENV === 'test' ? { monitorCommands: true } : {}),
              ...(isTracing() ? { connectionFactory: traceDatabase } : {}),
            }),
          ]
        : [],
      controllers: [HealthController],
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: LOGGER, useValue: logger },
        { provide: NATS, useValue: nats },
        { provide: SERVICE_NAME, useValue: name },
        { provide: APP_GUARD, useClass: CallGuard },
        Readiness,
        MetricCollectors,
        ProcessReporter,
        ProcessDiscovery,
        Commands,
        ...(database ? [Outbox] : []),
      ],
      exports: [
        CONFIG,
        LOGGER,
        NATS,
        SERVICE_NAME,
        Readiness,
        MetricCollectors,
        ProcessReporter,
        ProcessDiscovery,
        Commands,
        ...(database ? [Outbox] : []),
      ],
    };
  }
}
