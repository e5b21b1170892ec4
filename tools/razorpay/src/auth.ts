import type { FastifyRequest } from 'fastify';
import { RazorpayError } from './errors.js';
import { equalSecrets } from './signatures.js';

/** A hook that lets only the account's key id and secret through (HTTP basic), as all of `/v1` asks. */
export function basicAuth(keyId: string, keySecret: string): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    const [scheme, encoded] = (request.headers.authorization ?? '').split(' ');
    const given = Buffer.from(encoded ?? '', 'base64').toString();
    if (scheme?.toLowerCase() === 'basic' && equalSecrets(given, `${keyId}:${keySecret}`)) return;
    throw new RazorpayError('BAD_REQUEST_ERROR', 'Authentication failed', {}, 401);
  };
}
