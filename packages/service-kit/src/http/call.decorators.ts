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
import { routePattern } from '@rangavalli/contracts/path';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../app-error.js';
import { type Identity, UNKNOWN_VISITOR, type Visitor } from './identity.js';
import { inputMessage } from './input-messages.js';

export const CALL_KEY = 'rangavalli:call';

export type Input<K extends CallKey> = CallInput<K>;

/** Maps a method to a call of the contracts (rule 7). */
export const HandlesCall = (key: CallKey): MethodDecorator => {
  const [method, path] = key.split(' ') as [keyof typeof RequestMethod, string];
  return applyDecorators(
    SetMetadata(CALL_KEY, key),
    RequestMapping({ method: RequestMethod[method], path: routePattern(path) }),
    HttpCode(getCall(key).status ?? 200),
  );
};

/** @throws AppError VALIDATION_FAILED with `details.fields`: field path → message */
export function readInput(
  key: CallKey,
  request: { params: unknown; query: unknown; body: unknown },
): CallInput<CallKey> {
  const call = getCall(key);
  const fields: Record<string, string> = {};
  const parse = (schema: z.ZodType | undefined, value: unknown): unknown => {
    if (!schema) return undefined;
    if (!isPlain(value)) {
      fields['body'] ??= 'contains characters or nesting that is not allowed';
      return undefined;
    }
    const result = schema.safeParse(value ?? {}, { error: inputMessage });
    if (result.success) return result.data;
    for (const issue of result.error.issues) fields[issue.path.map(String).join('.') || 'body'] ??= issue.message;
    return undefined;
  };
  const input = {
    params: parse(call.params, request.params),
    query: parse(call.query, request.query),
    body: parse(call.body, request.body),
  };
  if (Object.keys(fields).length > 0) throw new AppError('VALIDATION_FAILED', { details: { fields } });
  return input as CallInput<CallKey>;
}

const MAX_DEPTH = 20;

/** Rejects U+0000, which databases refuse, and deep nesting. */
const isPlain = (value: unknown, depth = 0): boolean => {
  if (typeof value === 'string') return !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  return depth < MAX_DEPTH && Object.values(value).every((part) => isPlain(part, depth + 1));
};

export type IdentifiedRequest = FastifyRequest & { identity?: Identity; visitor?: Visitor };
const requestOf = (context: ExecutionContext) => context.switchToHttp().getRequest<IdentifiedRequest>();

export const Input = createParamDecorator((_data: unknown, context: ExecutionContext): CallInput<CallKey> => {
  const key = Reflect.getMetadata(CALL_KEY, context.getHandler()) as CallKey;
  return readInput(key, requestOf(context));
});

/** @throws AppError UNAUTHENTICATED */
export const Caller = createParamDecorator((_data: unknown, context: ExecutionContext): Identity => {
  const { identity } = requestOf(context);
  if (!identity) throw new AppError('UNAUTHENTICATED');
  return identity;
});

/** Undefined for a guest. */
export const OptionalCaller = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Identity | undefined => requestOf(context).identity,
);

/** Who sends the request, with or without an account: for limits by network. */
export const CurrentVisitor = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Visitor => requestOf(context).visitor ?? UNKNOWN_VISITOR,
);
