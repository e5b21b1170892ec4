import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { deviceCookieName, refreshCookieName, SESSION_COOKIE_PATH } from '@rangavalli/contracts/refresh-cookie';
import type { FastifyRequest } from 'fastify';
import { parseRefreshToken, type RefreshToken } from './refresh-token.js';

const cookieNames = { refresh: refreshCookieName, device: deviceCookieName } as const;
type Cookie = keyof typeof cookieNames;

const isSecure = (publicUrl: string | undefined): boolean => publicUrl?.startsWith('https:') ?? false;

/**
 * Returns a `Set-Cookie` header.
 * @param value undefined removes the cookie
 * @param publicUrl storefront address; https makes the cookie Secure and its name begin with `__Host-`
 */
export function buildCookie(
  cookie: Cookie,
  value: string | undefined,
  { maxAgeMs = 0, publicUrl }: { maxAgeMs?: number; publicUrl: string | undefined },
): string {
  const secure = isSecure(publicUrl);
  return [
    `${cookieNames[cookie](secure)}=${value ?? ''}`,
    `Path=${SESSION_COOKIE_PATH}`,
    `Max-Age=${value === undefined ? 0 : Math.max(0, Math.floor(maxAgeMs / 1000))}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(secure ? ['Secure'] : []),
  ].join('; ');
}

export function readCookie(header: string | undefined, cookie: Cookie): string | undefined {
  const name = cookieNames[cookie];
  const pattern = new RegExp(`(?:^|;\\s*)(?:${name(true)}|${name(false)})=([^;]*)`);
  return pattern.exec(header ?? '')?.[1]?.trim();
}

const cookieHeader = (context: ExecutionContext): string | undefined =>
  context.switchToHttp().getRequest<FastifyRequest>().headers.cookie;

export const RefreshCookie = createParamDecorator(
  (_data: unknown, context: ExecutionContext): RefreshToken | undefined =>
    parseRefreshToken(readCookie(cookieHeader(context), 'refresh')),
);

/** The value as sent; `Devices` verifies its signature. */
export const DeviceCookie = createParamDecorator((_data: unknown, context: ExecutionContext): string | undefined =>
  readCookie(cookieHeader(context), 'device'),
);
