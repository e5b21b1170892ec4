import { fillPath } from '@rangavalli/contracts/path';
import { parseRetryAfter } from '@rangavalli/contracts/retry-after';
import type { CallKey, CallRequest, CallResponse } from '@rangavalli/contracts/calls';
import { CHALLENGE_HEADER } from '@rangavalli/contracts/challenge';
import type { Challenge } from '@rangavalli/contracts/entities/challenge';
import { ApiError, type ApiErrorCode } from './api-error.js';
import { serverPage } from './server-page.js';
import { pendingLogOut } from '../session/log-out.js';
import { renew, renewIfExpiring } from '../session/renewal.js';
import { clearSession, currentSession } from '../session/session.js';

const BASE_PATH = '/api';
/** Their responses are files. */
type FileCall =
  | 'GET /users/account/export/pdf'
  | 'GET /orders/{orderId}/invoice'
  | 'POST /dispatch/documents'
  | `GET /reports/${'gstr1' | 'sales' | 'payments'}`;
const DEFAULT_DEADLINE_MS = 15_000;
const UNAVAILABLE_MESSAGE = 'This section is temporarily unavailable. Please try again.';

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** ms; default 15,000 (rule 10). */
  deadlineMs?: number;
}

interface SendOptions extends CallOptions {
  isFile?: boolean;
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
 * and retries once when it was rejected; solves a challenge. Throws `ApiError`, or the abort of `options.signal`.
 */
export async function call<K extends CallKey>(
  key: K,
  ...[parts = {}, options = {}]: Arguments<K>
): Promise<CallResponse<K>> {
  // The response of a pending logout would delete a login's cookie.
  await (/login|otp/.test(key) ? pendingLogOut() : renewIfExpiring());
  const token = currentSession()?.token;
  const first = await sendWithSolution(key, parts, options, token);
  if (!isTokenRejected(first, token)) return resultOf<K>(first);
  const renewal = await renew(token);
  const next = currentSession()?.token;
  if (renewal === 'unknown') throw new ApiError('UNAVAILABLE', UNAVAILABLE_MESSAGE, 503);
  if (renewal === 'ended' || !next) return resultOf<K>(first);
  // Safe for any call: the first one had no effect.
  const second = await sendWithSolution(key, parts, options, next);
  if (isTokenRejected(second, next) && currentSession()?.token === next) clearSession();
  return resultOf<K>(second);
}

/** Gets a file; throws like `call`. */
export const callForFile = async <K extends FileCall>(
  key: K,
  parts?: CallRequest<K>,
  options?: CallOptions,
): Promise<Blob> =>
  (await (call as (key: K, parts?: object, options?: SendOptions) => Promise<unknown>)(key, parts, {
    ...options,
    isFile: true,
  })) as Blob;

/** Also after a change of role, which the next token has. */
const isTokenRejected = ({ response, body }: ParsedResponse, token: string | undefined): token is string =>
  response.status === 401 &&
  token !== undefined &&
  ['UNAUTHENTICATED', 'SESSION_REVOKED'].includes((body as { code?: string } | undefined)?.code ?? '');

/** Repeats the call with the solution when the gateway requires a proof of work. */
async function sendWithSolution(
  key: CallKey,
  parts: RequestParts,
  options: SendOptions,
  token: string | undefined,
): Promise<ParsedResponse> {
  const response = await send(key, parts, options, token);
  const challenge = challengeOf(response);
  if (!challenge) return response;
  try {
    // A chunk of its own: few visitors are ever challenged.
    const { solve } = await import('../challenge/solve.js');
    return await send(key, parts, options, token, await solve(challenge));
  } catch (thrown) {
    if (thrown instanceof ApiError || options.signal?.aborted) throw thrown;
    return response;
  }
}

const challengeOf = ({ response, body }: ParsedResponse): Challenge | undefined =>
  response.status === 428
    ? (body as { details?: { challenge?: Challenge } } | undefined)?.details?.challenge
    : undefined;

async function send(
  key: CallKey,
  { body, ...address }: RequestParts,
  options: SendOptions,
  token: string | undefined,
  solution?: string,
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
        ...(solution ? { [CHALLENGE_HEADER]: solution } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: options.signal ? AbortSignal.any([options.signal, deadline]) : deadline,
    });
    return { response, body: options.isFile && response.ok ? await response.blob() : parseJson(await response.text()) };
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
    throw new ApiError(
      code,
      message,
      response.status,
      requestId,
      details,
      parseRetryAfter(response.headers.get('retry-after')),
    );
  throw response.status >= 502
    ? new ApiError('UNAVAILABLE', UNAVAILABLE_MESSAGE, response.status)
    : new ApiError('UNREADABLE', 'Something went wrong.', response.status);
}
