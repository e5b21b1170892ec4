import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { AppError } from '@rangavalli/service-kit/app-error';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { callIn } from './call-in.js';

/** Allows calls that a cookie alone authenticates (refresh, logout) only from the shop's own pages and CORS_ORIGINS. */
@Injectable()
export class OriginGuard implements CanActivate {
  private readonly origins: ReadonlySet<string>;

  constructor(@Inject(CONFIG) config: GatewayConfig) {
    this.origins = new Set([new URL(config.PUBLIC_URL).origin, ...config.CORS_ORIGINS]);
  }

  canActivate(context: ExecutionContext): boolean {
    const { session, role, body } = callIn(context);
    if (!session || role !== 'public' || body) return true;
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
