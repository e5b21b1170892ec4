import { fillPath } from '@rangavalli/contracts/path';
import { calls, type CallResponse, type CallKey, type CallRequest } from '@rangavalli/contracts/calls';
import { errorResponse, type ErrorResponse } from '@rangavalli/contracts/primitives';
import type { z } from 'zod';
import { run } from './store.js';

/** A good answer, checked against the contract, or an error answer in the one shape. */
export type Answer<K extends CallKey> =
  | { status: number; ok: true; body: CallResponse<K> }
  | { status: number; ok: false; body: ErrorResponse };

interface Parts {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

/** Makes a documented call over HTTP, as a guest or with a token. Every answer must fit the contract. */
export async function call<K extends CallKey>(key: K, request: CallRequest<K>, token?: string): Promise<Answer<K>> {
  const [method, path] = key.split(' ') as [string, string];
  const { params = {}, query = {}, body } = request as Parts;
  const filled = fillPath(path, params);
  const search = new URLSearchParams(query).toString();
  const answer = await fetch(`${run().api}${filled}${search && `?${search}`}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  });
  const text = await answer.text();
  const parsed: unknown = JSON.parse(text);
  if (answer.ok)
    return { status: answer.status, ok: true, body: (calls[key].response as z.ZodType).parse(parsed) as CallResponse<K> };
  return { status: answer.status, ok: false, body: errorResponse.parse(parsed) };
}

/** The same, where only a good answer will do. */
export async function mustCall<K extends CallKey>(
  key: K,
  request: CallRequest<K>,
  token?: string,
): Promise<CallResponse<K>> {
  const answer = await call(key, request, token);
  if (!answer.ok)
    throw new Error(
      `${key}: ${answer.status} ${answer.body.code} ${answer.body.message} ${JSON.stringify(answer.body.details ?? {})}`,
    );
  return answer.body;
}
