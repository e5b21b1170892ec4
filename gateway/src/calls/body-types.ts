import { type CallKey, calls, getCall } from '@rangavalli/contracts/calls';
import { AppError } from '@rangavalli/service-kit/app-error';
import type { FastifyInstance } from 'fastify';

const JSON_TYPE = 'application/json';
const MAX_BYTES = 64 * 1024;

/** Parses the content types that calls accept besides `application/json`, such as those of browser reports, as JSON. */
export function addBodyTypes(fastify: FastifyInstance) {
  const accepted = (Object.keys(calls) as CallKey[]).flatMap((key) => getCall(key).accepts ?? []);
  const others = [...new Set(accepted)].filter((type) => type !== JSON_TYPE);
  fastify.addContentTypeParser(others, { parseAs: 'string', bodyLimit: MAX_BYTES }, (_request, body, done) => {
    try {
      done(null, JSON.parse(String(body)));
    } catch (error) {
      done(new AppError('MALFORMED_JSON', { cause: error }));
    }
  });
}
