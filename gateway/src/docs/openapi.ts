import { type Call, services } from '@rangavalli/contracts/call';
import { brand } from '@rangavalli/contracts/brand';
import { type CallKey, getCall, calls } from '@rangavalli/contracts/calls';
import { type ErrorCode, errors } from '@rangavalli/contracts/errors';
import { errorResponse } from '@rangavalli/contracts/primitives';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { z } from 'zod';

const BEARER = 'bearer';
const JSON_TYPE = 'application/json';

const contentOf = (types: readonly string[], schema: z.ZodType) =>
  Object.fromEntries(types.map((type) => [type, { schema }]));

/** @param publicUrl of the storefront: the document is served at another address */
export function openApiDocument(publicUrl: string): ReturnType<typeof createDocument> {
  const paths: ZodOpenApiPathsObject = {};
  for (const key of Object.keys(calls) as CallKey[]) {
    const [method, path] = key.split(' ') as [string, string];
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(key, getCall(key)) };
  }
  return createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: `${brand.name} store`,
        version: '1.0.0',
        description:
          'Calls marked "documented" are in section 7 of the specification; the others were added for screens. ' +
          'Prices are in rupees. Every error has the same shape. Lists have pages: send `nextCursor` as `cursor` with ' +
          'the same filters. Each call counts against the rate limit it names, per visitor and minute.',
      },
      servers: [{ url: `${publicUrl.replace(/\/$/, '')}/api` }],
      tags: [...services, 'gateway'].map((name) => ({ name })),
      components: { securitySchemes: { [BEARER]: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
      paths,
    },
    // A transformation is documented as any value.
    { allowEmptySchema: { transform: true, custom: true, pipe: true } },
  );
}

function operation(key: CallKey, call: Call): ZodOpenApiOperationObject {
  return {
    operationId: key.replaceAll(/[^A-Za-z]+/g, '_').replace(/_$/, ''),
    summary: call.summary,
    description: [
      call.source === '§7' ? 'Documented (specification §7).' : 'Added.',
      `Access: ${call.access}.`,
      `Rate limit: ${call.limit ?? 'general'}.`,
      ...(call.stepUp ? ['Needs a step-up.'] : []),
      ...(call.challenge ? ['May need a solved challenge.'] : []),
      ...(call.idempotent ? ['Idempotent.'] : []),
    ].join(' '),
    tags: [call.service],
    security: call.access === 'public' ? [] : [{ [BEARER]: [] }],
    requestParams: {
      ...(call.params ? { path: call.params } : {}),
      ...(call.query ? { query: call.query } : {}),
    },
    ...(call.body
      ? { requestBody: { required: true, content: contentOf(call.accepts ?? [JSON_TYPE], call.body) } }
      : {}),
    responses: {
      [call.status ?? 200]: { description: 'Success', content: responseContentOf(call) },
      ...errorResponses(call),
    },
  };
}

const responseContentOf = ({ produces, files = [], response }: Call) => ({
  ...contentOf([produces ?? JSON_TYPE], response),
  ...contentOf(files, z.string().meta({ format: 'binary' })),
});

function errorResponses(call: Call): ZodOpenApiResponsesObject {
  const codes = new Set<ErrorCode>(call.errors);
  if (call.access !== 'public') codes.add('UNAUTHENTICATED').add('SESSION_REVOKED');
  if (call.access !== 'public' && call.access !== 'customer')
    codes.add('FORBIDDEN').add('SECOND_FACTOR_SETUP_REQUIRED');
  if (call.stepUp) codes.add('STEP_UP_REQUIRED');
  if (call.challenge) codes.add('CHALLENGE_REQUIRED');
  if (call.params || call.query || call.body) codes.add('VALIDATION_FAILED');
  if (call.body) codes.add('MALFORMED_JSON').add('PAYLOAD_TOO_LARGE').add('UNSUPPORTED_MEDIA_TYPE');
  if (call.limit !== 'unlimited') codes.add('RATE_LIMITED');
  if (call.service !== 'gateway') codes.add('UNAVAILABLE').add('DEADLINE_EXCEEDED');

  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) byStatus.set(errors[code].status, [...(byStatus.get(errors[code].status) ?? []), code]);
  return Object.fromEntries([...byStatus].map(([status, group]) => [status, describeErrors(group)]));
}

const exampleOf = (code: ErrorCode) => {
  const { message } = errors[code];
  return [code, { value: { success: false, code, message, requestId: 'quote this id when you contact us' } }] as const;
};

const describeErrors = (codes: ErrorCode[]): ZodOpenApiResponseObject => ({
  description: codes.join(', '),
  content: { 'application/json': { schema: errorResponse, examples: Object.fromEntries(codes.map(exampleOf)) } },
});
