import { call } from './api.js';
import type { ApiError } from './api-error.js';
import { polyfillCrypto, sha256 } from '../testing/node-crypto.js';

const fetched = jest.fn<Promise<Pick<Response, 'ok' | 'status' | 'headers' | 'text'>>, [string, RequestInit]>();
const respond = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  fetched.mockResolvedValueOnce({
    ok: status < 400,
    status,
    headers: new Headers(headers),
    text: async () => (typeof body === 'string' ? body : JSON.stringify(body)),
  });
const failure = async (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => Promise.reject(new Error('should have failed')),
    (error: ApiError) => error,
  );

beforeEach(() => {
  localStorage.clear();
  fetched.mockReset();
  Object.assign(window, { fetch: fetched });
});

test('fills the path and sends the body as JSON with cookies', async () => {
  respond(200, { success: true });
  await call('PUT /products/update/{id}', { params: { id: 'a b' }, body: { stock: 3 } });
  const [address, request] = fetched.mock.calls[0] ?? [];
  expect(address).toBe('/api/products/update/a%20b');
  expect(request).toMatchObject({
    method: 'PUT',
    credentials: 'include',
    body: '{"stock":3}',
    headers: { 'content-type': 'application/json' },
  });
  expect(request?.headers).not.toHaveProperty('authorization');
});

test('sends the session’s token', async () => {
  localStorage.setItem('token', 't1');
  respond(200, { success: true, products: [], total: 0 });
  await call('GET /products/getAll');
  expect(fetched.mock.calls[0]?.[1].headers).toMatchObject({ authorization: 'Bearer t1' });
});

test('throws the server’s code, message and request id', async () => {
  respond(404, { success: false, code: 'PRODUCT_NOT_FOUND', message: 'Gone.', requestId: 'r1' });
  expect(await failure(call('GET /products/getOne/{id}', { params: { id: '1' } }))).toMatchObject({
    code: 'PRODUCT_NOT_FOUND',
    message: 'Gone.',
    status: 404,
    requestId: 'r1',
  });
});

test('throws the delay that the server names', async () => {
  const refusal = { success: false, code: 'RATE_LIMITED', message: 'Too many requests.' };
  respond(429, refusal, { 'retry-after': '7' });
  expect((await failure(call('GET /products/getAll'))).retryAfterMs).toBe(7_000);
  respond(429, refusal);
  expect((await failure(call('GET /products/getAll'))).retryAfterMs).toBeUndefined();
});

test('maps a foreign response to an error code', async () => {
  respond(503, '<html>');
  expect((await failure(call('GET /products/getAll'))).code).toBe('UNAVAILABLE');
  respond(200, 'not json');
  expect((await failure(call('GET /products/getAll'))).code).toBe('UNREADABLE');
});

test('reports NETWORK when offline and DEADLINE_EXCEEDED after the deadline', async () => {
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  expect((await failure(call('GET /products/getAll'))).code).toBe('NETWORK');
  fetched.mockRejectedValueOnce(new DOMException('timed out', 'TimeoutError'));
  expect((await failure(call('GET /products/getAll'))).code).toBe('DEADLINE_EXCEEDED');
});

describe('a challenge', () => {
  const challenge = {
    algorithm: 'SHA-256',
    challenge: sha256('salt3'),
    maxnumber: 10,
    salt: 'salt',
    signature: 'signed',
  };
  const challengeOnce = () =>
    respond(428, { success: false, code: 'CHALLENGE_REQUIRED', message: 'Please try again.', details: { challenge } });
  const forgot = () => call('POST /users/password/forgot', { body: { email: 'asha@example.com' } });
  beforeAll(polyfillCrypto);

  test('is solved and the call repeated with the solution', async () => {
    challengeOnce();
    respond(200, { success: true, message: 'An email is on its way.' });
    expect(await forgot()).toMatchObject({ message: 'An email is on its way.' });
    const headers = fetched.mock.calls.map(([, request]) => request.headers as Record<string, string>);
    expect(headers[0]).not.toHaveProperty('x-challenge-solution');
    expect(JSON.parse(atob(headers[1]?.['x-challenge-solution'] ?? ''))).toMatchObject({ number: 3, salt: 'salt' });
    expect(fetched.mock.calls[1]?.[1].body).toBe('{"email":"asha@example.com"}');
  });

  test('is reported when the solution is refused, and not solved twice', async () => {
    challengeOnce();
    challengeOnce();
    expect(await failure(forgot())).toMatchObject({ code: 'CHALLENGE_REQUIRED', status: 428 });
    expect(fetched).toHaveBeenCalledTimes(2);
  });
});
