import 'reflect-metadata';
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError } from './app-error.js';
import { type BaseConfig, ConfigurationError, readConfig } from './config.js';
import { NatsStrategy } from './events/nats-strategy.js';
import { Readiness } from './health/readiness.js';
import { REFUSAL_HEADERS, sendClientError } from './http/client-errors.js';
import { ErrorFilter, toErrorResponse } from './http/error.filter.js';
import { addRequestHooks, addRestReader, REQUEST_ID_HEADER } from './http/hooks.js';
import { prepareDrain } from './http/drain.js';
import { listenInternally, separateInternalRoutes } from './http/internal-port.js';
import { correlationId } from './log/context.js';
import { createLogger, nestLogger } from './log/logger.js';
import { connectNats } from './nats/connection.js';
import { accessOf } from './nats/permissions.js';
import { ensureStreams, streamReplicas } from './nats/streams.js';
import { ServiceKitModule } from './service-kit.module.js';
import { startTracing } from './tracing/tracing.js';

/** Enough for a CSV file with every PIN code of India. */
const MAX_BODY_BYTES = 512 * 1024;
const READY_POLL_MS = 50;

export interface ServiceDefinition<Schema extends z.ZodObject> {
  name: string;
  config: Schema;
  module: Type<unknown> | DynamicModule;
  /** Visitors reach its port: probes, metrics and documentation are served on INTERNAL_PORT only. */
  isPublic?: boolean;
  server?: (config: z.output<Schema>) => {
    trustProxy?: boolean | string[] | ((address: string, hop: number) => boolean);
  };
  prepare?: (app: NestFastifyApplication, config: z.output<Schema>) => Promise<void> | void;
}

/** @param isHeld whether it takes no requests, commands and events until `GET /health/ready` succeeds */
export async function createService<Schema extends z.ZodObject>(
  definition: ServiceDefinition<Schema>,
  env: NodeJS.ProcessEnv,
  { isHeld = false } = {},
): Promise<NestFastifyApplication> {
  const { name } = definition;
  const config = readConfig(definition.config, env) as z.output<Schema> & BaseConfig;
  const logger = createLogger(name, config.LOG_LEVEL);
  await startTracing(name, config, logger);
  const { NATS_USER: user, NATS_PASSWORD: password } = config;
  const nats = await connectNats(config.NATS_URL, name, logger, user && password ? { user, password } : undefined);
  const createStreams = () => ensureStreams(nats, streamReplicas(config), accessOf(name));
  await createStreams();

  const adapter = new FastifyAdapter({
    bodyLimit: MAX_BODY_BYTES,
    forceCloseConnections: 'idle',
    keepAliveTimeout: 72_000,
    requestTimeout: 30_000,
    routerOptions: { maxParamLength: 200 },
    // URLs that cannot be decoded bypass hooks and filters.
    frameworkErrors: (_error: unknown, _request: FastifyRequest, reply: FastifyReply) => {
      const requestId = correlationId();
      void reply
        .headers({ ...REFUSAL_HEADERS, [REQUEST_ID_HEADER]: requestId })
        .status(404)
        .send(toErrorResponse(new AppError('NOT_FOUND'), requestId));
    },
    clientErrorHandler: sendClientError,
    ...definition.server?.(config),
  });
  const root: DynamicModule = {
    module: class Root {},
    imports: [ServiceKitModule.forRoot({ name, config, logger, nats }), definition.module],
  };
  const app = await NestFactory.create<NestFastifyApplication>(root, adapter, {
    logger: nestLogger(logger),
    rawBody: true,
    abortOnError: false,
  });
  const fastify = app.getHttpAdapter().getInstance();
  const readiness = app.get(Readiness);
  addRequestHooks(fastify, readiness, logger);
  addRestReader(fastify);
  if (definition.isPublic) separateInternalRoutes(fastify);
  app.useGlobalFilters(new ErrorFilter(logger));
  await definition.prepare?.(app, config);
  const strategy = new NatsStrategy(nats, name, logger, createStreams, isHeld ? readiness.hold() : undefined);
  app.connectMicroservice({ strategy }, { inheritAppConfig: true });
  await app.startAllMicroservices();
  await app.init();
  return app;
}

export async function runService<Schema extends z.ZodObject>(definition: ServiceDefinition<Schema>): Promise<void> {
  try {
    const app = await createService(definition, process.env, { isHeld: !definition.isPublic });
    const config = readConfig(definition.config, process.env) as unknown as BaseConfig;
    const { HOST, PORT, LISTEN_FD, INTERNAL_HOST, INTERNAL_PORT, STOP_DELAY_MS } = config;
    const drain = definition.isPublic ? prepareDrain(app.getHttpServer() as Server) : undefined;
    await (LISTEN_FD === undefined ? app.listen(PORT, HOST) : app.listen({ fd: LISTEN_FD, host: HOST }));
    if (definition.isPublic && INTERNAL_PORT !== undefined)
      await listenInternally(app.getHttpAdapter().getInstance(), INTERNAL_HOST, INTERNAL_PORT);
    void openWhenReady(app); // never rejects
    const stop = async () => {
      app.get(Readiness).stop();
      await new Promise((resolve) => setTimeout(resolve, STOP_DELAY_MS));
      await drain?.();
      await app.close();
      process.exit(0);
    };
    process.once('SIGTERM', () => void stop());
    process.once('SIGINT', () => void stop());
  } catch (error) {
    console.error(error instanceof ConfigurationError ? error.message : error);
    process.exit(1);
  }
}

/** Until then, a second process of a service would fail what the first one can do. */
async function openWhenReady(app: NestFastifyApplication): Promise<void> {
  const readiness = app.get(Readiness);
  while (!readiness.isOpen && !readiness.stopping) {
    // Opens it when it succeeds.
    await app.inject('/health/ready');
    if (!readiness.isOpen) await sleep(READY_POLL_MS);
  }
}
