import { fillPath } from '@rangavalli/contracts/path';
import type { CallKey, CallRequest, CallResponse } from '@rangavalli/contracts/calls';
import { ApiError, type ApiErrorCode } from './api-error.js';
import { serverPage } from './server-page.js';
import { pendingLogOut } from '../session/log-out.js';
import { renew, renewIfExpiring } from '../session/renewal.js';
import { clearSession, currentSession } from '../session/session.js';

const BASE_PATH = '/api';
const DEFAULT_DEADLINE_MS = 15_000;
const UNAVAILABLE_MESSAGE = 'This section is temporarily unavailable. Please try again.';

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** ms; default 15,000 (rule 10). */
  deadlineMs?: number;
}

interface RequestParts {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

type Arguments<K extends CallKey> = [keyof CallRequest<K>] extends [never]
  ? [parts?: Record<string, never>, options?: CallOptions]
  : object extends CallRequest<K>
    ? [parts?: CallRequest<K>, options?: CallOptions]
    : [parts: CallRequest<K>, options?: CallOptions];

interface ParsedResponse {
  response: Response;
  body: unknown;
}

/**
 * Makes an API call: `await call('GET /products/getOne/{id}', { params: { id } })`. Renews the token before it expires
 * and retries once when it was rejected. Throws `ApiError`, or the abort of `options.signal`.
 */
export async function call<K extends CallKey>(
  key: K,
  ...[parts = {}, options = {}]: Arguments<K>
): Promise<CallResponse<K>> {
  // The response of a pending logout would delete a login's cookie.
  await (key === 'POST /users/login' ? pendingLogOut() : renewIfExpiring());
  const token = currentSession()?.token;
  const first = await send(key, parts, options, token);
  if (!isTokenRejected(first, token)) return resultOf<K>(first);
  const renewal = await renew(token);
  const next = currentSession()?.token;
  if (renewal === 'unknown') throw new ApiError('UNAVAILABLE', UNAVAILABLE_MESSAGE, 503);
  if (renewal === 'ended' || !next) return resultOf<K>(first);
  // Safe for any call: the first one had no effect.
  const second = await send(key, parts, options, next);
  if (isTokenRejected(second, next) && currentSession()?.token === next) clearSession();
  return resultOf<K>(second);
}

const isTokenRejected = ({ response, body }: ParsedResponse, token: string | undefined): token is string =>
  response.status === 401 && token !== undefined && (body as { code?: string } | undefined)?.code === 'UNAUTHENTICATED';

async function send(
  key: CallKey,
  { body, ...address }: RequestParts,
  options: CallOptions,
  token: string | undefined,
): Promise<ParsedResponse> {
  const [method = 'GET', path = '/'] = key.split(' ');
  const deadline = AbortSignal.timeout(options.deadlineMs ?? DEFAULT_DEADLINE_MS);
  try {
    const response = await (serverPage()?.fetch ?? fetch)(buildUrl(path, address), {
      method,
      credentials: 'include',
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: options.signal ? AbortSignal.any([options.signal, deadline]) : deadline,
    });
    return { response, body: parseJson(await response.text()) };
  } catch (thrown) {
    if (options.signal?.aborted) throw thrown;
    if (thrown instanceof DOMException && thrown.name === 'TimeoutError')
      throw new ApiError('DEADLINE_EXCEEDED', 'This took too long. Please try again.');
    throw new ApiError('NETWORK', 'You seem to be offline. Please check your connection and try again.');
  }
}

function buildUrl(path: string, { params, query }: RequestParts): string {
  const filled = fillPath(path, params);
  const search = new URLSearchParams();
  for (const [name, values] of Object.entries(query ?? {})) {
    for (const value of Array.isArray(values) ? values : [values]) {
      if (value !== undefined && value !== null && value !== '') search.append(name, String(value));
    }
  }
  const text = search.toString();
  return `${serverPage()?.api ?? BASE_PATH}${filled}${text && '?'}${text}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function resultOf<K extends CallKey>({ response, body }: ParsedResponse): CallResponse<K> {
  if (response.ok && body !== undefined) return body as CallResponse<K>;
  const { code, message, requestId, details } = (body ?? {}) as Partial<{
    code: ApiErrorCode;
    message: string;
    requestId: string;
    details: Record<string, unknown>;
  }>;
  if (typeof code === 'string' && typeof message === 'string')
    throw new ApiError(code, message, response.status, requestId, details);
  throw response.status >= 502
    ? new ApiError('UNAVAILABLE', UNAVAILABLE_MESSAGE, response.status)
    : new ApiError('UNREADABLE', 'Something went wrong.', response.status);
}
