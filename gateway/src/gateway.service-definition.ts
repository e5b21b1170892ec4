import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ServiceDefinition } from '@rangavalli/service-kit/service';
import type { FastifyInstance } from 'fastify';
import { addCachedReads } from './cache/cached-reads.js';
import { addFallbackRoutes } from './calls/fallback-routes.js';
import { type GatewayConfig, gatewayConfig } from './config.js';
import { addDocs } from './docs/docs.js';
import { GatewayModule } from './gateway.module.js';
import { addRateLimits } from './limits/rate-limits.js';
import { addPages } from './pages/pages.js';
import { addSecurity, restrictMetrics } from './security/security.js';

/** Hooks run in this order. */
async function prepare(app: NestFastifyApplication, config: GatewayConfig) {
  const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
  restrictMetrics(fastify);
  addSecurity(app, fastify, config);
  await addRateLimits(fastify);
  addCachedReads(app, fastify);
  addDocs(fastify);
  addFallbackRoutes(fastify);
  addPages(app, fastify);
}

export const gatewayService: ServiceDefinition<typeof gatewayConfig> = {
  name: 'gateway',
  config: gatewayConfig,
  module: GatewayModule,
  server: (config) => ({ trustProxy: config.TRUST_PROXY }),
  prepare,
};
