import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { refreshCookie } from '@rangavalli/contracts/refresh-cookie';
import type { FastifyRequest } from 'fastify';
import { SESSION_LIFETIME_MS } from '../user.config.js';
import { parseRefreshToken, type RefreshToken } from './refresh-token.js';

const cookiePattern = new RegExp(`(?:^|;\\s*)${refreshCookie.name}=([^;]*)`);

export const RefreshCookie = createParamDecorator(
  (_data: unknown, context: ExecutionContext): RefreshToken | undefined => {
    const { cookie } = context.switchToHttp().getRequest<FastifyRequest>().headers;
    return parseRefreshToken(cookiePattern.exec(cookie ?? '')?.[1]?.trim());
  },
);

/**
 * Returns the `Set-Cookie` header for a token, or the one that removes the cookie.
 * @param publicUrl storefront address; https makes the cookie Secure
 */
export function buildRefreshCookie(token: RefreshToken | undefined, publicUrl: string | undefined): string {
  return [
    `${refreshCookie.name}=${token ? `${token.id}.${token.secret}` : ''}`,
    `Path=${refreshCookie.path}`,
    `Max-Age=${token ? SESSION_LIFETIME_MS / 1000 : 0}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(publicUrl?.startsWith('https:') ? ['Secure'] : []),
  ].join('; ');
}
