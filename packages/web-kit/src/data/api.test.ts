import { call } from './api.js';
import type { ApiError } from './api-error.js';

const fetched = jest.fn<Promise<Pick<Response, 'ok' | 'status' | 'text'>>, [string, RequestInit]>();
const respond = (status: number, body: unknown) =>
  fetched.mockResolvedValueOnce({
    ok: status < 400,
    status,
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
