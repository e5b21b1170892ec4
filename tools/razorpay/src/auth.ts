import type { onRequestHookHandler } from 'fastify';
import { RazorpayError } from './errors.js';
import { equalTo } from './signatures.js';

/** A hook that lets only the account's key id and secret through (HTTP basic), as all of `/v1` asks. */
export function basicAuth(keyId: string, keySecret: string): onRequestHookHandler {
  const isRight = equalTo(`${keyId}:${keySecret}`);
  return (request, _reply, done) => {
    const [scheme, encoded] = (request.headers.authorization ?? '').split(' ');
    const given = Buffer.from(encoded ?? '', 'base64').toString();
    if (scheme?.toLowerCase() === 'basic' && isRight(given)) done();
    else done(new RazorpayError('BAD_REQUEST_ERROR', 'Authentication failed', {}, 401));
  };
}
