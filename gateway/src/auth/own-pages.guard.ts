import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { AppError } from '@rangavalli/service-kit/app-error';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { callIn } from './call-in.js';

/**
 * Calls for which a cookie alone speaks (refresh, logout) are for the shop's own pages, and for those of CORS_ORIGINS.
 * Every other call says who it is from in a header or in its body, which no foreign page can write. Browsers say where
 * a request comes from, and pages can't change what they say; what says neither is no browser, and
 * `SameSite=Strict` keeps the cookie from old ones.
 */
@Injectable()
export class OwnPagesGuard implements CanActivate {
  private readonly origins: ReadonlySet<string>;

  constructor(@Inject(CONFIG) config: GatewayConfig) {
    this.origins = new Set([new URL(config.PUBLIC_URL).origin, ...config.CORS_ORIGINS]);
  }

  canActivate(context: ExecutionContext): boolean {
    const { session, role, body } = callIn(context);
    if (!session || role !== 'public' || body) return true;
    if (this.isOwn(context.switchToHttp().getRequest<FastifyRequest>())) return true;
    throw new AppError('FORBIDDEN');
  }

  private isOwn({ headers, protocol, host }: FastifyRequest): boolean {
    const { origin, 'sec-fetch-site': site } = headers;
    // Said by the browser itself; a development server between it and us changes host and port.
    if (site === 'same-origin') return true;
    if (origin !== undefined) return this.origins.has(origin) || origin === `${protocol}://${host}`;
    return site === undefined;
  }
}
