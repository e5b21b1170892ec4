import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { refreshCookie } from '@rangavalli/contracts/refresh-cookie';
import type { FastifyRequest } from 'fastify';
import { type Proof, readProof, writeProof } from './secrets.js';
import { SESSION_LIFE_MS } from './session.schema.js';

const inHeader = new RegExp(`(?:^|;\\s*)${refreshCookie.name}=([^;]*)`);

/** The refresh cookie of the request; undefined when there is none, or none of ours. */
export const RefreshCookie = createParamDecorator((_data: unknown, context: ExecutionContext): Proof | undefined => {
  const { cookie } = context.switchToHttp().getRequest<FastifyRequest>().headers;
  return readProof(inHeader.exec(cookie ?? '')?.[1]?.trim());
});

/**
 * The `Set-Cookie` header that gives a browser its proof, or takes it away. No script reads it, no other site's
 * request carries it, and only the calls of accounts see it.
 * @param publicUrl the storefront; https makes the cookie for https only
 */
export function setRefreshCookie(proof: Proof | undefined, publicUrl: string | undefined): string {
  const attributes = [
    `Path=${refreshCookie.path}`,
    `Max-Age=${proof ? SESSION_LIFE_MS / 1000 : 0}`,
    'HttpOnly',
    'SameSite=Strict',
  ];
  if (publicUrl?.startsWith('https:')) attributes.push('Secure');
  return `${refreshCookie.name}=${proof ? writeProof(proof) : ''}; ${attributes.join('; ')}`;
}
