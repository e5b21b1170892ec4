import type { NatsConnection } from '@nats-io/transport-node';
import { type DynamicModule, Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { MongooseModule } from '@nestjs/mongoose';
import type { Logger } from 'pino';
import { Commands } from './commands/commands.js';
import type { BaseConfig, ServiceConfig } from './config.js';
import { DriverWatchdog } from './database/driver-watchdog.js';
import { Outbox } from './events/outbox.js';
import { HealthController } from './health/health.controller.js';
import { MetricCollectors } from './health/metric-collectors.js';
import { ProcessDiscovery } from './health/process-discovery.js';
import { ProcessReporter } from './health/process-report.js';
import { StreamGauges } from './health/stream-gauges.js';
import { Readiness } from './health/readiness.js';
import { CallGuard } from './http/call.guard.js';
import { IdentityVerifier } from './http/identity.js';
import { Repeated } from './repeats.js';
import { CONFIG, LOGGER, NATS, SERVICE_NAME } from './tokens.js';
import { traceDatabase } from './tracing/database-spans.js';
import { isTracing, stopTracing } from './tracing/tracing.js';

const DRAIN_TIMEOUT_MS = 3_000;

interface ServiceKitOptions<Config extends BaseConfig> {
  name: string;
  config: Config;
  logger: Logger;
  nats: NatsConnection;
}

@Global()
@Module({})
export class ServiceKitModule implements OnApplicationShutdown {
  constructor(@Inject(NATS) private readonly nats: NatsConnection) {}

  async onApplicationShutdown(): Promise<void> {
    if (!this.nats.isClosed()) {
      await Promise.race([this.nats.drain(), new Promise((resolve) => setTimeout(resolve, DRAIN_TIMEOUT_MS).unref())]);
      await this.nats.close();
    }
    await stopTracing();
  }

  static forRoot<Config extends BaseConfig>({ name, config, logger, nats }: ServiceKitOptions<Config>): DynamicModule {
    const database = 'MONGODB_URI' in config ? (config as unknown as ServiceConfig) : undefined;
    const shared = [Readiness, MetricCollectors, ProcessReporter, ProcessDiscovery, Commands];
    const services = database ? [...shared, Outbox, DriverWatchdog, StreamGauges] : shared;
    return {
      module: ServiceKitModule,
      global: true,
      imports: [DiscoveryModule, ...(database ? [mongooseModule(name, database)] : [])],
      controllers: [HealthController],
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: LOGGER, useValue: logger },
        { provide: NATS, useValue: nats },
        { provide: SERVICE_NAME, useValue: name },
        {
          provide: IdentityVerifier,
          useValue: new IdentityVerifier(name, database?.IDENTITY_PUBLIC_KEYS ?? new Map()),
        },
        { provide: APP_GUARD, useClass: CallGuard },
        Repeated,
        ...services,
      ],
      exports: [CONFIG, LOGGER, NATS, SERVICE_NAME, ...services],
    };
  }
}

const mongooseModule = (appName: string, config: ServiceConfig): DynamicModule =>
  MongooseModule.forRoot(config.MONGODB_URI, {
    maxPoolSize: config.MONGODB_POOL,
    serverSelectionTimeoutMS: 5_000,
    // By default 30 s, which the driver's monitor would spend on a connection that a cut link has silenced.
    connectTimeoutMS: 3_000,
    socketTimeoutMS: 15_000,
    lazyConnection: true,
    appName,
    ...(isTracing() || config.NODE_ENV === 'test' ? { monitorCommands: true } : {}),
    ...(isTracing() ? { connectionFactory: traceDatabase } : {}),
  });
