import { calls, type CallKey, type CallRequest, type CallResponse } from '@rangavalli/contracts/calls';
import { fillPath } from '@rangavalli/contracts/path';
import { errorResponse, type ErrorResponse } from '@rangavalli/contracts/primitives';
import type { z } from 'zod';
import { run } from './store.js';

export type ApiResponse<K extends CallKey> =
  | { status: number; ok: true; body: CallResponse<K> }
  | { status: number; ok: false; body: ErrorResponse };

interface RequestParts {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: unknown;
}

/** Makes a documented call, as a guest or with a token. Throws when the response does not match the contract. */
export async function call<K extends CallKey>(
  key: K,
  request: CallRequest<K>,
  token?: string,
): Promise<ApiResponse<K>> {
  const [method, path] = key.split(' ') as [string, string];
  const { params = {}, query = {}, body } = request as RequestParts;
  const sent = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const search = new URLSearchParams(sent).toString();
  const response = await fetch(`${run().api}${fillPath(path, params)}${search && `?${search}`}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  });
  const { status, ok } = response;
  const json: unknown = JSON.parse(await response.text());
  return ok
    ? { status, ok, body: (calls[key].response as z.ZodType).parse(json) as CallResponse<K> }
    : { status, ok, body: errorResponse.parse(json) };
}

/** Makes a documented call and returns its body. Throws unless it succeeded. */
export async function mustCall<K extends CallKey>(
  key: K,
  request: CallRequest<K>,
  token?: string,
): Promise<CallResponse<K>> {
  const { status, ok, body } = await call(key, request, token);
  if (!ok) throw new Error(`${key}: ${status} ${JSON.stringify(body)}`);
  return body;
}
