import type { CallAnswer, CallKey, CallRequest } from '@rangavalli/contracts/calls';
import { ApiError, type ApiErrorCode } from './api-error.js';
import { clearSession, currentSession } from './session.js';

/** Where the gateway stands on the storefront's origin. */
const BASE = '/api';
const DEADLINE_MS = 15_000;

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Gives up after this many ms; 15,000 unless told (rule 10). */
  deadlineMs?: number;
}

interface Parts {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

type Arguments<K extends CallKey> = [keyof CallRequest<K>] extends [never]
  ? [parts?: Record<string, never>, options?: CallOptions]
  : object extends CallRequest<K>
    ? [parts?: CallRequest<K>, options?: CallOptions]
    : [parts: CallRequest<K>, options?: CallOptions];

function addressOf(path: string, { params, query }: Parts): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(params?.[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') search.append(name, String(one));
    }
  }
  const text = search.toString();
  return `${BASE}${filled}${text && '?'}${text}`;
}

function failureOf(thrown: unknown, options: CallOptions): unknown {
  if (options.signal?.aborted) return thrown;
  if (thrown instanceof DOMException && thrown.name === 'TimeoutError') {
    return new ApiError('DEADLINE_EXCEEDED', 'This took too long. Please try again.');
  }
  return new ApiError('NETWORK', 'You seem to be offline. Please check your connection and try again.');
}

function errorOf(response: Response, answer: unknown): ApiError {
  const { code, message, requestId, details } = (answer ?? {}) as Partial<{
    code: ApiErrorCode;
    message: string;
    requestId: string;
    details: Record<string, unknown>;
  }>;
  if (typeof code === 'string' && typeof message === 'string') {
    return new ApiError(code, message, response.status, requestId, details);
  }
  return response.status >= 502
    ? new ApiError('UNAVAILABLE', 'This part of the shop is resting for a moment. Please try again.', response.status)
    : new ApiError('UNREADABLE', 'Something went wrong.', response.status);
}

/**
 * Makes a call of the contracts: `await call('GET /products/getOne/{id}', { params: { id } })`.
 * Sends the session's token. Throws `ApiError`; an abort by `options.signal` is thrown as it is.
 * A 401 to a token that is still the stored one ends the session.
 */
export async function call<K extends CallKey>(key: K, ...[parts = {}, options = {}]: Arguments<K>): Promise<CallAnswer<K>> {
  const [method = 'GET', path = '/'] = key.split(' ');
  const { body, ...address } = parts as Parts;
  const token = currentSession()?.token;
  const deadline = AbortSignal.timeout(options.deadlineMs ?? DEADLINE_MS);
  let response: Response;
  let answer: unknown;
  try {
    response = await fetch(addressOf(path, address), {
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
    const text = await response.text();
    answer = parse(text);
  } catch (thrown) {
    throw failureOf(thrown, options);
  }
  if (response.ok && answer !== undefined) return answer as CallAnswer<K>;
  if (response.status === 401 && token && currentSession()?.token === token) clearSession();
  throw errorOf(response, answer);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
