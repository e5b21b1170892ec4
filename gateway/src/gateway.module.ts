import { Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { JwtStrategy } from './auth/jwt.strategy.js';
import { SigningKeys } from './auth/signing-keys.js';
import { CatalogListener } from './cache/listener.js';
import { CallsController } from './calls/calls.controller.js';
import { Forwarder } from './calls/forwarder.js';
import { OwnCalls } from './calls/own-calls.js';
import { SystemReader } from './system/system.js';
import { RateLimits } from './limits/rate-limits.js';
import { Upstreams } from './upstream/upstreams.js';

/** The one HTTP edge of the store: it routes, identifies, checks shapes and limits, and knows no business rule. */
@Module({
  imports: [PassportModule],
  controllers: [CallsController],
  providers: [Upstreams, SigningKeys, JwtStrategy, RateLimits, Forwarder, OwnCalls, SystemReader, CatalogListener],
})
export class GatewayModule {}
