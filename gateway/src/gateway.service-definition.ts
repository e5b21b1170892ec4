import { Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ServiceDefinition } from '@rangavalli/service-kit/service';
import type { FastifyInstance } from 'fastify';
import { JwtStrategy } from './auth/jwt.strategy.js';
import { SessionCache } from './auth/session.js';
import { SigningKeys } from './auth/signing-keys.js';
import { addCachedReads } from './cache/cached-reads.js';
import { CatalogCache } from './cache/catalog-cache.js';
import { CallsController } from './calls/calls.controller.js';
import { addFallbackRoutes } from './calls/fallback-routes.js';
import { Forwarder } from './calls/forwarder.js';
import { type GatewayConfig, gatewayConfig } from './config.js';
import { addDocs } from './docs/docs.js';
import { addRateLimits, RateLimits } from './limits/rate-limits.js';
import { addPages } from './pages/pages.js';
import { addSecurity, restrictMetrics } from './security/security.js';
import { SystemReader } from './system/system.js';
import { Upstreams } from './upstream/upstreams.js';

@Module({
  imports: [PassportModule],
  controllers: [CallsController],
  providers: [Upstreams, SigningKeys, JwtStrategy, SessionCache, RateLimits, Forwarder, SystemReader, CatalogCache],
})
class GatewayModule {}

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
