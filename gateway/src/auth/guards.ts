import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Call } from '@rangavalli/contracts/call';
import { type CallKey, getCall } from '@rangavalli/contracts/calls';
import { AppError } from '@rangavalli/service-kit/app-error';
import { CALL_KEY } from '@rangavalli/service-kit/http/call.decorators';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { FastifyRequest } from 'fastify';
import { type GatewayConfig, isSecure } from '../config.js';
import { Revocations } from './revocations.js';
import { SessionCache } from './session-cache.js';
import type { GuardedRequest, Session } from './session.js';

/** @throws AppError FORBIDDEN for a route without a call, which has no access (architecture, invariant 7) */
export function callIn(context: ExecutionContext): Call {
  const key = Reflect.getMetadata(CALL_KEY, context.getHandler()) as CallKey | undefined;
  if (!key) throw new AppError('FORBIDDEN');
  return getCall(key);
}

/** Refuses calls that a proxy received without TLS: a redirect would hide that their token was readable on the way. */
@Injectable()
export class HttpsGuard implements CanActivate {
  private readonly hasTlsProxy: boolean;

  constructor(@Inject(CONFIG) config: GatewayConfig) {
    this.hasTlsProxy = isSecure(config) && config.TRUST_PROXY !== false;
  }

  canActivate(context: ExecutionContext) {
    const { 'x-forwarded-proto': forwarded = '' } = context.switchToHttp().getRequest<FastifyRequest>().headers;
    // The last proxy's; the shell's server calls the gateway without one.
    if (this.hasTlsProxy && String(forwarded).split(/, */).at(-1) === 'http') throw new AppError('HTTPS_REQUIRED');
    return true;
  }
}

/**
 * Ignores an invalid or revoked token on a public call. While the signing keys are unavailable the error is
 * UNAVAILABLE: nobody is logged out by an outage.
 */
@Injectable()
export class JwtGuard extends AuthGuard('jwt') {
  constructor(
    private readonly sessions: SessionCache,
    private readonly revocations: Revocations,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext) {
    const request = context.switchToHttp().getRequest<GuardedRequest>();
    const { authorization } = request.headers;
    const isPublic = callIn(context).access === 'public';
    if (isPublic && !authorization) return true;
    request.session ??= authorization ? this.sessions.get(authorization) : undefined;
    if (request.session) return true;
    try {
      await super.canActivate(context);
    } catch (error) {
      if (!isPublic) throw error;
      return true;
    }
    const { user } = request as GuardedRequest & { user: Session };
    if (this.revocations.isRevoked(user)) {
      if (isPublic) return true;
      throw new AppError('SESSION_REVOKED');
    }
    request.session = user;
    if (authorization) this.sessions.set(authorization, user);
    return true;
  }

  override handleRequest<T>(error: unknown, session: T | false | null, info: unknown): T {
    if (info instanceof AppError) throw info;
    if (error || !session) throw new AppError('UNAUTHENTICATED', { cause: error ?? info });
    return session;
  }
}

/** Allows calls that a cookie alone authenticates (refresh, logout) only from the shop's own pages and CORS_ORIGINS. */
@Injectable()
export class OriginGuard implements CanActivate {
  private readonly origins: ReadonlySet<string>;

  constructor(@Inject(CONFIG) config: GatewayConfig) {
    this.origins = new Set([new URL(config.PUBLIC_URL).origin, ...config.CORS_ORIGINS]);
  }

  canActivate(context: ExecutionContext) {
    const { session, access, body } = callIn(context);
    if (!session || access !== 'public' || body) return true;
    if (this.isAllowed(context.switchToHttp().getRequest<FastifyRequest>())) return true;
    throw new AppError('FORBIDDEN');
  }

  private isAllowed({ headers, protocol, host }: FastifyRequest) {
    const { origin, 'sec-fetch-site': site } = headers;
    // A development server in between changes host and port.
    if (site === 'same-origin') return true;
    if (origin !== undefined) return this.origins.has(origin) || origin === `${protocol}://${host}`;
    // Not a browser, or an old one, which does not send the `SameSite=Strict` cookie.
    return site === undefined;
  }
}
