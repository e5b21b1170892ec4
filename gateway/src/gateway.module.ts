import { Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { JwtStrategy } from './auth/jwt.strategy.js';
import { SessionCache } from './auth/session.js';
import { SigningKeys } from './auth/signing-keys.js';
import { CatalogCache } from './cache/catalog-cache.js';
import { CallsController } from './calls/calls.controller.js';
import { Forwarder } from './calls/forwarder.js';
import { RateLimits } from './limits/rate-limits.js';
import { SystemReader } from './system/system.js';
import { Upstreams } from './upstream/upstreams.js';

@Module({
  imports: [PassportModule],
  controllers: [CallsController],
  providers: [Upstreams, SigningKeys, JwtStrategy, SessionCache, RateLimits, Forwarder, SystemReader, CatalogCache],
})
export class GatewayModule {}
