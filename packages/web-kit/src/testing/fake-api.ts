import type { CallAnswer, CallKey } from '@rangavalli/contracts/calls';
import type { ErrorCode } from '@rangavalli/contracts/errors';

/** What a test's gateway was asked. */
export interface FakeRequest {
  key: CallKey;
  /** What stood in the place of `{id}`. */
  params: Record<string, string>;
  /** What stood behind the `?`. */
  query: URLSearchParams;
  body: unknown;
  authorization: string | undefined;
}

/** An answer that is not a good one. */
export class FakeFailure {
  constructor(
    readonly status: number,
    readonly body: unknown,
  ) {}
}

/** An error answer of the catalogue. */
export const refused = (
  status: number,
  code: ErrorCode,
  message: string,
  details?: Record<string, unknown>,
): FakeFailure =>
  new FakeFailure(status, {
    success: false,
    code,
    message,
    requestId: 'test-request',
    ...(details ? { details } : {}),
  });

/** No answer at all: the connection is gone. */
export const noConnection = new FakeFailure(0, undefined);

const unlessTold = {
  'POST /users/refresh': refused(401, 'SESSION_ENDED', 'Your session has ended. Please log in again.'),
  'POST /users/logout': { success: true },
} satisfies Answers;

type Answer<K extends CallKey> = CallAnswer<K> | FakeFailure;
type Answers = { [K in CallKey]?: Answer<K> | ((request: FakeRequest) => Answer<K> | Promise<Answer<K>>) };

function match(key: CallKey, method: string, path: string): Record<string, string> | undefined {
  const [wantedMethod, pattern = ''] = key.split(' ');
  if (wantedMethod !== method) return undefined;
  return (
    new RegExp(`^${pattern.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`).exec(path)?.groups ??
    (pattern === path ? {} : undefined)
  );
}

/**
 * Puts a gateway made of `answers` behind `fetch` until another takes its place. A call without an answer is a 404;
 * only that browsers have no refresh cookie here, and logging out is always possible.
 * @returns what it has been asked, in order; it grows. `answers` may be changed between calls
 */
export function fakeApi(answers: Answers): {
  requests: FakeRequest[];
  answers: Answers;
  asked: (key: CallKey) => FakeRequest[];
} {
  const requests: FakeRequest[] = [];
  globalThis.fetch = (async (address: string, init: RequestInit = {}) => {
    const path = address.replace(/^\/api/, '').replace(/\?.*$/, '');
    let answer: unknown = new FakeFailure(404, {
      success: false,
      code: 'NOT_FOUND',
      message: 'We could not find that.',
      requestId: 'test-request',
    });
    const all: Answers = { ...unlessTold, ...answers };
    for (const key of Object.keys(all) as CallKey[]) {
      const params = match(key, init.method ?? 'GET', path);
      if (!params) continue;
      const headers = init.headers as Record<string, string> | undefined;
      const query = new URLSearchParams(/\?.*$/.exec(address)?.[0] ?? '');
      const request = {
        key,
        params,
        query,
        body: init.body ? (JSON.parse(String(init.body)) as unknown) : undefined,
        authorization: headers?.['authorization'],
      };
      requests.push(request);
      const given: unknown = all[key];
      answer = typeof given === 'function' ? await (given as (asked: FakeRequest) => unknown)(request) : given;
      break;
    }
    if (answer === noConnection) throw new TypeError('Failed to fetch');
    const status = answer instanceof FakeFailure ? answer.status : 200;
    const body = answer instanceof FakeFailure ? answer.body : answer;
    return { ok: status < 400, status, text: async () => JSON.stringify(body) } as Response;
  }) as typeof fetch;
  return { requests, answers, asked: (key) => requests.filter((request) => request.key === key) };
}
