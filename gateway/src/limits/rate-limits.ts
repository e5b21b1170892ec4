import { hash, timingSafeEqual } from 'node:crypto';
import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import { type CanActivate, type ExecutionContext, Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Call } from '@rangavalli/contracts/call';
import type { CallKey } from '@rangavalli/contracts/calls';
import { SHELL_KEY_HEADER } from '@rangavalli/contracts/shell-key';
import { AppError } from '@rangavalli/service-kit/app-error';
import { CALL_KEY } from '@rangavalli/service-kit/http/call.decorators';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callIn } from '../auth/guards.js';
import type { GuardedRequest } from '../auth/session.js';
import { networkOf } from '../auth/visitor.js';
import type { GatewayConfig } from '../config.js';
import { Challenges } from './challenges.js';
import { SharedCounts } from './shared-counts.js';

const MINUTE_MS = 60_000;

type Limiter = ReturnType<FastifyInstance['createRateLimit']>;
type CallLimit = NonNullable<Call['limit']>;
/** `pages` are rendered, `files` only read; a `sitemap` makes the shell list many products. */
export type PageLimit = 'pages' | 'files' | 'sitemaps';

/** Applied by `RateLimits` once the caller is known. */
export const addRateLimits = async (app: NestFastifyApplication, fastify: FastifyInstance) => {
  const counts = app.get(SharedCounts);
  /** One for all limits: keys begin with the limit's name. */
  class Store implements FastifyRateLimitStore {
    incr(...[key, callback, windowMs, max]: Parameters<FastifyRateLimitStore['incr']>) {
      counts.add(key, windowMs, max, (count) => callback(null, count));
    }
    child() {
      return this;
    }
  }
  await fastify.register(rateLimit, { global: false, store: Store });
};

@Injectable()
export class RateLimits implements OnModuleInit {
  private limiters: Partial<Record<Exclude<CallLimit, 'unlimited'> | PageLimit | 'shell', Limiter>> = {};
  private readonly shellKeys: readonly Buffer[];

  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {
    this.shellKeys = [config.SHELL_API_KEY, config.SHELL_API_KEY_PREVIOUS].flatMap((key) => (key ? [digest(key)] : []));
  }

  onModuleInit() {
    const { config } = this;
    if (config.RATE_LIMIT === 'off') return;
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    const perMinute = (name: string, max: number, callerOf: (request: GuardedRequest) => string = () => '') =>
      fastify.createRateLimit({
        max,
        timeWindow: MINUTE_MS,
        keyGenerator: (request) => `${name} ${networkOf(request.ip)} ${callerOf(request)}`,
      });
    this.limiters = {
      general: perMinute('general', config.RATE_LIMIT_GENERAL, ({ session }) => session?.identity.id ?? ''),
      credentials: perMinute('credentials', config.RATE_LIMIT_CREDENTIALS),
      pages: perMinute('pages', config.RATE_LIMIT_PAGES),
      files: perMinute('files', config.RATE_LIMIT_FILES),
      sitemaps: perMinute('sitemaps', config.RATE_LIMIT_SITEMAPS),
      shell: perMinute('shell', config.RATE_LIMIT_SHELL),
    };
  }

  /** @throws AppError RATE_LIMITED */
  async count(limit: CallLimit | PageLimit, request: FastifyRequest, reply: FastifyReply) {
    if (limit === 'unlimited') return;
    // Visitors cannot use up the shell's quota, since their pages are limited.
    const limiter = this.limiters[limit === 'general' && this.isShell(request) ? 'shell' : limit];
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

  private isShell({ headers }: FastifyRequest): boolean {
    const key = headers[SHELL_KEY_HEADER];
    return typeof key === 'string' && this.shellKeys.some((shellKey) => timingSafeEqual(digest(key), shellKey));
  }
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');

/** Runs after `JwtGuard`: customers behind one address are counted separately. */
@Injectable()
export class RateGuard implements CanActivate {
  constructor(
    private readonly limits: RateLimits,
    private readonly challenges: Challenges,
  ) {}

  async canActivate(context: ExecutionContext) {
    const http = context.switchToHttp();
    const [request, reply] = [http.getRequest<GuardedRequest>(), http.getResponse<FastifyReply>()];
    const call = callIn(context);
    await this.limits.count(call.limit ?? 'general', request, reply);
    if (call.challenge)
      await this.challenges.check(Reflect.getMetadata(CALL_KEY, context.getHandler()) as CallKey, request);
    return true;
  }
}
