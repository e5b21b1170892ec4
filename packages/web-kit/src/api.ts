import type { CallAnswer, CallKey, CallRequest } from '@rangavalli/contracts/calls';
import { ApiError, type ApiErrorCode } from './api-error.js';
import { loggedOut } from './log-out.js';
import { renew, renewInTime } from './renewal.js';
import { serverPage } from './server-page.js';
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
  return `${serverPage()?.api ?? BASE}${filled}${text && '?'}${text}`;
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
 * Sends the session's token, renews it when it is about to end, and once more with the call repeated when it is
 * refused. Throws `ApiError`; an abort by `options.signal` is thrown as it is. The session ends when the server says
 * that it has ended, and never because the server could not be asked.
 */
export async function call<K extends CallKey>(
  key: K,
  ...[parts = {}, options = {}]: Arguments<K>
): Promise<CallAnswer<K>> {
  // A login neither needs the token before it nor may its cookie be taken by the logout before it.
  await (key === 'POST /users/login' ? loggedOut() : renewInTime());
  const token = currentSession()?.token;
  const first = await send(key, parts, options, token);
  if (!isRefused(first, token)) return read<K>(first);
  const renewal = await renew(token);
  const next = currentSession()?.token;
  if (renewal === 'unknown')
    throw new ApiError('UNAVAILABLE', 'This part of the shop is resting for a moment. Please try again.', 503);
  if (renewal === 'ended' || !next) return read<K>(first);
  // The call was refused before anything was done, so that it may be repeated whatever it is.
  const second = await send(key, parts, options, next);
  if (isRefused(second, next) && currentSession()?.token === next) clearSession();
  return read<K>(second);
}

interface Reply {
  response: Response;
  answer: unknown;
}

const isRefused = ({ response, answer }: Reply, token: string | undefined): token is string =>
  response.status === 401 &&
  token !== undefined &&
  (answer as { code?: string } | undefined)?.code === 'UNAUTHENTICATED';

function read<K extends CallKey>({ response, answer }: Reply): CallAnswer<K> {
  if (response.ok && answer !== undefined) return answer as CallAnswer<K>;
  throw errorOf(response, answer);
}

async function send(key: CallKey, parts: Parts, options: CallOptions, token: string | undefined): Promise<Reply> {
  const [method = 'GET', path = '/'] = key.split(' ');
  const { body, ...address } = parts;
  const deadline = AbortSignal.timeout(options.deadlineMs ?? DEADLINE_MS);
  try {
    const response = await (serverPage()?.fetch ?? fetch)(addressOf(path, address), {
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
    return { response, answer: parse(await response.text()) };
  } catch (thrown) {
    throw failureOf(thrown, options);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
