import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Call } from '@rangavalli/contracts/call';
import { AppError } from '@rangavalli/service-kit/app-error';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GuardedRequest } from '../auth/session.js';
import type { GatewayConfig } from '../config.js';

const MINUTE_MS = 60_000;
/** So many callers are counted at a time; the one that was quiet longest is forgotten first. */
const CALLERS = 20_000;

type Limiter = ReturnType<FastifyInstance['createRateLimit']>;

/** Makes `createRateLimit` known to the server; limits are applied by those who know the caller. */
export const addRateLimits = async (fastify: FastifyInstance): Promise<void> => {
  await fastify.register(rateLimit, { global: false, cache: CALLERS });
};

/** Counts what callers ask: by address and user in general, by address alone for credentials. */
@Injectable()
export class RateLimits implements OnModuleInit {
  private limiters: Partial<Record<'general' | 'credentials', Limiter>> = {};

  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  onModuleInit(): void {
    if (this.config.RATE_LIMIT === 'off') return;
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    const address = (request: FastifyRequest) => normalizeIP(request.ip);
    this.limiters = {
      general: fastify.createRateLimit({
        max: this.config.RATE_LIMIT_GENERAL,
        timeWindow: MINUTE_MS,
        keyGenerator: (request) => `${address(request)} ${(request as GuardedRequest).session?.identity.id ?? ''}`,
      }),
      credentials: fastify.createRateLimit({
        max: this.config.RATE_LIMIT_CREDENTIALS,
        timeWindow: MINUTE_MS,
        keyGenerator: address,
      }),
    };
  }

  /**
   * Counts a request and says in its reply what is left.
   * @throws AppError RATE_LIMITED for a caller that asks too often
   */
  async count(limit: NonNullable<Call['limit']>, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const limiter = limit === 'unlimited' ? undefined : this.limiters[limit];
    if (!limiter) return;
    const state = await limiter(request);
    if (state.isAllowed) return;
    reply
      .header('x-ratelimit-limit', state.max)
      .header('x-ratelimit-remaining', state.remaining)
      .header('x-ratelimit-reset', state.ttlInSeconds);
    if (!state.isExceeded) return;
    reply.header('retry-after', Math.max(1, state.ttlInSeconds));
    throw new AppError('RATE_LIMITED');
  }
}
