import { brand } from '@rangavalli/contracts/brand';
import type { FastifyInstance } from 'fastify';
import type { GatewayConfig } from '../config.js';

/** RFC 9116 recommends less than a year. */
const LIFETIME_DAYS = 180;
const DAY_MS = 86_400_000;

/** Serves `/.well-known/security.txt` (RFC 9116). */
export function addSecurityTxt(fastify: FastifyInstance, { PUBLIC_URL }: GatewayConfig) {
  const url = '/.well-known/security.txt';
  fastify.get(url, (_request, reply) => {
    const expires = new Date(Math.floor(Date.now() / DAY_MS + LIFETIME_DAYS) * DAY_MS);
    const lines = [
      `Contact: mailto:${brand.securityEmail}`,
      `Expires: ${expires.toISOString().replace('.000', '')}`,
      'Preferred-Languages: en',
      `Canonical: ${new URL(url, PUBLIC_URL).href}`,
      '',
    ];
    return reply
      .header('cache-control', 'public, max-age=86400')
      .type('text/plain; charset=utf-8')
      .send(lines.join('\n'));
  });
}
