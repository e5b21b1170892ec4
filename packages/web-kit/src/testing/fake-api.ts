import type { CallKey, CallResponse } from '@rangavalli/contracts/calls';
import type { ErrorCode } from '@rangavalli/contracts/errors';

export interface FakeRequest {
  key: CallKey;
  params: Record<string, string>;
  query: URLSearchParams;
  body: unknown;
  authorization: string | undefined;
}

export class FakeFailure {
  constructor(
    readonly status: number,
    readonly body: unknown,
  ) {}
}

export const errorResponse = (
  status: number,
  code: ErrorCode,
  message: string,
  details?: Record<string, unknown>,
): FakeFailure =>
  new FakeFailure(status, { success: false, code, message, requestId: 'test-request', ...(details && { details }) });

/** `fetch` fails as it does offline. */
export const noConnection = new FakeFailure(0, undefined);

type FakeResponse<K extends CallKey> = CallResponse<K> | FakeFailure;
type FakeResponses = {
  [K in CallKey]?: FakeResponse<K> | ((request: FakeRequest) => FakeResponse<K> | Promise<FakeResponse<K>>);
};

const defaults: FakeResponses = {
  'POST /users/refresh': errorResponse(401, 'SESSION_ENDED', 'Your session has ended. Please log in again.'),
  'POST /users/logout': { success: true },
};

function match(key: CallKey, method: string, path: string): Record<string, string> | undefined {
  const [expectedMethod, pattern = ''] = key.split(' ');
  if (expectedMethod !== method) return undefined;
  return (
    new RegExp(`^${pattern.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`).exec(path)?.groups ??
    (pattern === path ? {} : undefined)
  );
}

/** Replaces `fetch`; other calls are a 404. `responses` may be changed between calls. */
export function fakeApi(responses: FakeResponses): {
  requests: FakeRequest[];
  responses: FakeResponses;
  requestsTo: (key: CallKey) => FakeRequest[];
} {
  const requests: FakeRequest[] = [];
  globalThis.fetch = (async (address: string, init: RequestInit = {}) => {
    const path = address.replace(/^\/api/, '').replace(/\?.*$/, '');
    let response: unknown = errorResponse(404, 'NOT_FOUND', 'Not found.');
    const all: FakeResponses = { ...defaults, ...responses };
    for (const key of Object.keys(all) as CallKey[]) {
      const params = match(key, init.method ?? 'GET', path);
      if (!params) continue;
      const request = {
        key,
        params,
        query: new URLSearchParams(/\?.*$/.exec(address)?.[0] ?? ''),
        body: init.body ? (JSON.parse(init.body as string) as unknown) : undefined,
        authorization: (init.headers as Record<string, string> | undefined)?.['authorization'],
      };
      requests.push(request);
      const configured: unknown = all[key];
      response =
        typeof configured === 'function' ? await (configured as (sent: FakeRequest) => unknown)(request) : configured;
      break;
    }
    if (response === noConnection) throw new TypeError('Failed to fetch');
    const status = response instanceof FakeFailure ? response.status : 200;
    const body = response instanceof FakeFailure ? response.body : response;
    const text = JSON.stringify(body);
    return {
      ok: status < 400,
      status,
      headers: new Headers(),
      text: async () => text,
      blob: async () => new Blob([text]),
    } as Response;
  }) as typeof fetch;
  return { requests, responses, requestsTo: (key) => requests.filter((request) => request.key === key) };
}
