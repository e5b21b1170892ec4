import { Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { IdentitySigner } from '@rangavalli/service-kit/http/identity';
import type { ServiceDefinition } from '@rangavalli/service-kit/service';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { FastifyInstance } from 'fastify';
import { JwtStrategy } from './auth/jwt.strategy.js';
import { Revocations } from './auth/revocations.js';
import { SessionChecks } from './auth/session-checks.js';
import { SessionCache } from './auth/session-cache.js';
import { SigningKeys } from './auth/signing-keys.js';
import { addCachedReads } from './cache/cached-reads.js';
import { CatalogCache } from './cache/catalog-cache.js';
import { SearchCounts } from './cache/search-counts.js';
import { addBodyTypes } from './calls/body-types.js';
import { CallsController } from './calls/calls.controller.js';
import { addFallbackRoutes } from './calls/fallback-routes.js';
import { Forwarder } from './calls/forwarder.js';
import { type GatewayConfig, gatewayConfig } from './config.js';
import { addDocs } from './docs/docs.js';
import { Challenges } from './limits/challenges.js';
import { addRateLimits, RateLimits } from './limits/rate-limits.js';
import { SharedCounts } from './limits/shared-counts.js';
import { addPages } from './pages/pages.js';
import { BrowserReports } from './reports/browser-reports.js';
import { CspReports } from './reports/csp-reports.js';
import { ShopPagesReader } from './reports/shop-pages.js';
import { PageHeaders } from './security/page-headers.js';
import { addSecurity } from './security/security.js';
import { FrontendGauges } from './system/frontend-gauges.js';
import { SystemReader } from './system/system.js';
import { Upstreams } from './upstream/upstreams.js';

@Module({
  imports: [PassportModule],
  controllers: [CallsController],
  providers: [
    Upstreams,
    SigningKeys,
    JwtStrategy,
    Revocations,
    SessionChecks,
    SessionCache,
    SharedCounts,
    Challenges,
    RateLimits,
    {
      provide: IdentitySigner,
      useFactory: (config: GatewayConfig) => new IdentitySigner(config.IDENTITY_PRIVATE_KEY),
      inject: [CONFIG],
    },
    Forwarder,
    SystemReader,
    FrontendGauges,
    CatalogCache,
    SearchCounts,
    CspReports,
    ShopPagesReader,
    BrowserReports,
    PageHeaders,
  ],
})
class GatewayModule {}

/** Hooks run in this order. */
async function prepare(app: NestFastifyApplication, config: GatewayConfig) {
  const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
  await addSecurity(app, fastify, config);
  await addRateLimits(app, fastify);
  addCachedReads(app, fastify);
  addBodyTypes(fastify);
  addDocs(fastify, config.PUBLIC_URL);
  addFallbackRoutes(fastify);
  addPages(app, fastify);
}

export const gatewayService: ServiceDefinition<typeof gatewayConfig> = {
  name: 'gateway',
  config: gatewayConfig,
  isPublic: true,
  module: GatewayModule,
  // Fastify's `true` would take the first address of the header, which the client chooses.
  server: ({ TRUST_PROXY }) => ({ trustProxy: TRUST_PROXY === true ? (_address, hop) => hop === 0 : TRUST_PROXY }),
  prepare,
};
