import { routePattern } from '@rangavalli/contracts/path';
import {
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  HttpCode,
  RequestMapping,
  RequestMethod,
  SetMetadata,
} from '@nestjs/common';
import { type CallInput, type CallKey, getCall } from '@rangavalli/contracts/calls';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../app-error.js';
import type { Identity } from './identity.js';

export const CALL_KEY = 'rangavalli:call';

/** A call's checked input: `@Input() input: Input<'POST /cart/add'>`. */
export type Input<K extends CallKey> = CallInput<K>;

/**
 * Makes a controller method the owner of one call of the contracts: method, path, good status, and who may
 * make it all come from there (rule 7).
 */
export const HandlesCall = (key: CallKey): MethodDecorator => {
  const [method, path] = key.split(' ') as [keyof typeof RequestMethod, string];
  return applyDecorators(
    SetMetadata(CALL_KEY, key),
    RequestMapping({ method: RequestMethod[method], path: routePattern(path) }),
    HttpCode(getCall(key).status ?? 200),
  );
};

/**
 * Checks a request against its call's schemas.
 * @throws AppError VALIDATION_FAILED with `details.fields`: path → what is wrong
 */
export function readInput(
  key: CallKey,
  request: { params: unknown; query: unknown; body: unknown },
): CallInput<CallKey> {
  const call = getCall(key);
  const fields: Record<string, string> = {};
  const read = (schema: z.ZodType | undefined, value: unknown): unknown => {
    if (!schema) return undefined;
    if (!isPlain(value)) {
      fields['body'] ??= 'holds what no form has';
      return undefined;
    }
    const result = schema.safeParse(value ?? {});
    if (result.success) return result.data;
    for (const issue of result.error.issues) fields[issue.path.map(String).join('.') || 'body'] ??= issue.message;
    return undefined;
  };
  const input = {
    params: read(call.params, request.params),
    query: read(call.query, request.query),
    body: read(call.body, request.body),
  };
  if (Object.keys(fields).length > 0) throw new AppError('VALIDATION_FAILED', { details: { fields } });
  return input as CallInput<CallKey>;
}

/** Deeper than anything that the contracts describe. */
const MAX_DEPTH = 20;

/** Texts with U+0000 are no texts of people, and databases refuse them in searches; nothing of ours is nested deeply. */
const isPlain = (value: unknown, depth = 0): boolean => {
  if (typeof value === 'string') return !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  return depth < MAX_DEPTH && Object.values(value).every((part) => isPlain(part, depth + 1));
};

/** The checked input of the call that a `@HandlesCall` method owns. */
export const Input = createParamDecorator((_data: unknown, context: ExecutionContext): CallInput<CallKey> => {
  const key = Reflect.getMetadata(CALL_KEY, context.getHandler()) as CallKey;
  return readInput(key, context.switchToHttp().getRequest<FastifyRequest>());
});

/** Who makes the call; there is always somebody on a call that is not public. */
export const Caller = createParamDecorator((_data: unknown, context: ExecutionContext): Identity => {
  const { identity } = context.switchToHttp().getRequest<FastifyRequest & { identity?: Identity }>();
  if (!identity) throw new AppError('UNAUTHENTICATED');
  return identity;
});

/** Who makes a call that is public but knows its own: undefined for a guest. */
export const MaybeCaller = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Identity | undefined =>
    context.switchToHttp().getRequest<FastifyRequest & { identity?: Identity }>().identity,
);
