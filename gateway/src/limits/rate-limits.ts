import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import { type CanActivate, type ExecutionContext, Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Call } from '@rangavalli/contracts/call';
import { AppError } from '@rangavalli/service-kit/app-error';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callIn } from '../auth/guards.js';
import type { GuardedRequest } from '../auth/session.js';
import type { GatewayConfig } from '../config.js';

const MINUTE_MS = 60_000;
const MAX_CALLERS = 20_000;

type Limiter = ReturnType<FastifyInstance['createRateLimit']>;

/** Applied by `RateLimits` once the caller is known. */
export const addRateLimits = async (fastify: FastifyInstance) => {
  await fastify.register(rateLimit, { global: false, cache: MAX_CALLERS });
};

@Injectable()
export class RateLimits implements OnModuleInit {
  private limiters: Partial<Record<'general' | 'credentials', Limiter>> = {};

  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  onModuleInit() {
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

  /** @throws AppError RATE_LIMITED */
  async count(limit: NonNullable<Call['limit']>, request: FastifyRequest, reply: FastifyReply) {
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

/** Runs after `JwtGuard`: customers behind one address are counted separately. */
@Injectable()
export class RateGuard implements CanActivate {
  constructor(private readonly limits: RateLimits) {}

  async canActivate(context: ExecutionContext) {
    const http = context.switchToHttp();
    const [request, reply] = [http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>()];
    await this.limits.count(callIn(context).limit ?? 'general', request, reply);
    return true;
  }
}
