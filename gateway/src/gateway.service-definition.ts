import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Readiness } from '@rangavalli/service-kit/health/readiness';
import type { ServiceDefinition } from '@rangavalli/service-kit/service';
import type { FastifyInstance } from 'fastify';
import { EarlyReads } from './calls/early-reads.js';
import { Forwarder } from './calls/forwarder.js';
import { addOtherRoutes } from './calls/other-routes.js';
import { type GatewayConfig, gatewayConfig } from './config.js';
import { addDocs } from './docs/docs.js';
import { GatewayModule } from './gateway.module.js';
import { addRateLimits, RateLimits } from './limits/rate-limits.js';
import { CatalogListener } from './cache/listener.js';
import { addSharedReads } from './cache/hooks.js';
import { addPages } from './pages/edge.js';
import { keepMetricsInside } from './security/metrics-inside.js';
import { addSecurity } from './security/security.js';

async function prepare(app: NestFastifyApplication, config: GatewayConfig): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  keepMetricsInside(fastify);
  addSharedReads(
    fastify,
    app.get(CatalogListener).answers,
    new EarlyReads(app.get(Forwarder), app.get(RateLimits)),
    app.get(Readiness),
  );
  addSecurity(app, fastify, config);
  await addRateLimits(fastify);
  addDocs(fastify);
  addOtherRoutes(fastify);
  addPages(app, fastify);
}

export const gatewayService: ServiceDefinition<typeof gatewayConfig> = {
  name: 'gateway',
  config: gatewayConfig,
  module: GatewayModule,
  server: (config) => ({ trustProxy: config.TRUST_PROXY }),
  prepare,
};
