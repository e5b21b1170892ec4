import { setTimeout as sleep } from 'node:timers/promises';
import { FakeUpstream } from '../testing/fake-upstream.js';
import { customer, owner, startTestGateway, type TestGateway } from '../testing/test-gateway.js';

let gateway: TestGateway;
let authorization: { authorization: string };
const id = '65a1b2c3d4e5f60718293a4d';
beforeAll(async () => {
  gateway = await startTestGateway();
  authorization = await gateway.authorization(customer);
});
afterAll(() => gateway.stop());

const { respond: echo } = new FakeUpstream();
beforeEach(() => {
  gateway.upstream.respond = echo;
  gateway.upstream.seen.length = 0;
});

const add = (
  payload: string | object = { productId: id, quantity: 1, size: 'M' },
  headers: Record<string, string> = {},
) =>
  gateway.inject({
    method: 'POST',
    url: '/api/cart/add',
    payload,
    headers: { 'content-type': 'application/json', ...authorization, ...headers },
  });

describe('a large list', () => {
  test.each([['/api/orders/65a1b2c3d4e5f60718293a4b'], ['/api/orders/admin/all']])(
    '%s is passed on while it arrives',
    async (path) => {
      const headers = await gateway.authorization(path.includes('admin') ? owner : customer);
      let end: () => void = () => undefined;
      gateway.upstream.respond = (_seen, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).write('[{"status":"processing"}');
        end = () => response.end(']');
      };
      const response = await fetch(gateway.address + path, { headers });
      const reader = response.body!.getReader();
      expect(new TextDecoder().decode((await reader.read()).value)).toBe('[{"status":"processing"}');
      end();
      expect(new TextDecoder().decode((await reader.read()).value)).toBe(']');
      expect(await reader.read()).toMatchObject({ done: true });
      expect(response.headers.get('cache-control')).toBe('no-store');
    },
  );

  test('is broken off when the service breaks off, so that nobody takes a part for the whole', async () => {
    gateway.upstream.respond = (_seen, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('[', () => response.destroy());
    };
    const response = await fetch(`${gateway.address}/api/orders/${customer.id}`, { headers: authorization });
    await expect(response.text()).rejects.toThrow();
  });

  test('is refused like any response by a service that stops', async () => {
    gateway.upstream.respond = (_seen, response) =>
      void response.writeHead(503, { connection: 'close' }).end('{"success":false,"code":"UNAVAILABLE"}');
    const response = await gateway.inject({ method: 'GET', url: `/api/orders/${customer.id}`, headers: authorization });
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([503, 'UNAVAILABLE']);
  });
});

describe('forwarding', () => {
  test('sends the body byte for byte to the path of the contract', async () => {
    const odd = `{ "productId":"${id}",\n "quantity": 1.0, "size":"M", "note":"❤" }`;
    expect((await add(odd)).statusCode).toBe(200);
    expect(gateway.upstream.last).toMatchObject({ method: 'POST', path: '/cart/add' });
    expect(gateway.upstream.last.body.toString()).toBe(odd);
  });

  test('returns the status, type and body of the response', async () => {
    gateway.upstream.respond = (_seen, response) =>
      response
        .writeHead(409, {
          'content-type': 'application/json; charset=utf-8',
          'x-internal': 'secret',
          'transfer-encoding': 'chunked',
        })
        .end('{"success":false,"code":"OUT_OF_STOCK"}');
    const response = await add();
    expect(response.statusCode).toBe(409);
    expect(response.body).toBe('{"success":false,"code":"OUT_OF_STOCK"}');
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    });
    expect(response.headers['x-internal']).toBeUndefined();
  });

  test('sends the body of a DELETE request, as documented', async () => {
    await gateway.inject({
      method: 'DELETE',
      url: '/api/cart/remove',
      payload: { productId: id, size: 'M' },
      headers: authorization,
    });
    expect(JSON.parse(gateway.upstream.last.body.toString())).toEqual({ productId: id, size: 'M' });
  });

  test('sends a webhook unchanged, with its signature', async () => {
    const raw = '{"event":"payment.captured",  "payload":{"a":1}}';
    await gateway.inject({
      method: 'POST',
      url: '/api/payments/webhook',
      payload: raw,
      headers: {
        'content-type': 'application/json',
        'x-razorpay-signature': 'sig',
        'x-razorpay-event-id': 'evt_1',
        'x-other': 'no',
      },
    });
    expect(gateway.upstream.last.body.toString()).toBe(raw);
    expect(gateway.upstream.last.headers).toMatchObject({
      'x-razorpay-signature': 'sig',
      'x-razorpay-event-id': 'evt_1',
    });
    expect(gateway.upstream.last.headers['x-other']).toBeUndefined();
  });

  test('uses one request id in header, service and error: the caller’s if it is valid, else a new one', async () => {
    const valid = await add({}, { 'x-request-id': 'from-the-browser.1' });
    expect(valid.headers['x-request-id']).toBe('from-the-browser.1');
    expect(valid.json().requestId).toBe('from-the-browser.1');
    const long = await add(undefined, { 'x-request-id': 'x'.repeat(200) });
    expect(long.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(gateway.upstream.last.headers['x-request-id']).toBe(long.headers['x-request-id']);
  });

  test('sends no query that the call does not have, and no path built by the caller', async () => {
    await gateway.inject({ method: 'GET', url: `/api/products/getOne/${id}?x=../../health`, headers: authorization });
    expect(gateway.upstream.last.path).toBe(`/products/getOne/${id}`);
    const response = await gateway.inject({ method: 'GET', url: '/api/products/getOne/..%2f..%2fmetrics' });
    expect(response.statusCode).toBe(400);
  });
});

describe('a refused request has the one error shape', () => {
  const cases: [string, () => ReturnType<typeof gateway.inject>, number, string][] = [
    ['invalid JSON', () => add('{"productId":'), 400, 'MALFORMED_JSON'],
    [
      'a body with __proto__',
      () => add(`{"productId":"${id}","quantity":1,"__proto__":{"x":1}}`),
      400,
      'MALFORMED_JSON',
    ],
    ['a body of the wrong shape', () => add({ productId: 'x', quantity: 0 }), 400, 'VALIDATION_FAILED'],
    [
      'a body over the limit',
      () => add({ productId: id, quantity: 1, size: 'x'.repeat(600 * 1024) }),
      413,
      'PAYLOAD_TOO_LARGE',
    ],
    ['XML', () => add('<x/>', { 'content-type': 'application/xml' }), 415, 'UNSUPPORTED_MEDIA_TYPE'],
    [
      'a form',
      () => add('productId=1', { 'content-type': 'application/x-www-form-urlencoded' }),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    ['plain text', () => add('{}', { 'content-type': 'text/plain' }), 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['an unknown path', () => gateway.inject({ method: 'GET', url: '/api/nothing/here' }), 404, 'NOT_FOUND'],
    ['the API’s root', () => gateway.inject({ method: 'GET', url: '/api' }), 404, 'NOT_FOUND'],
    ['a path that cannot be decoded', () => gateway.inject({ method: 'GET', url: '/api/%zz' }), 404, 'NOT_FOUND'],
    [
      'another method at a known path',
      () => gateway.inject({ method: 'PATCH', url: '/api/cart/add', headers: authorization }),
      405,
      'METHOD_NOT_ALLOWED',
    ],
  ];
  test('TRACE, which would echo credentials', async () => {
    for (const url of ['/', '/api/config', '/api/cart/add', '/api/nothing']) {
      const response = await gateway.inject({ method: 'TRACE' as 'GET', url, headers: authorization });
      expect([404, 405]).toContain(response.statusCode);
      expect(response.body).not.toContain(authorization.authorization);
    }
    expect(gateway.upstream.seen).toEqual([]);
  });

  test.each(cases)('%s', async (_what, send, status, code) => {
    const response = await send();
    expect(response.statusCode).toBe(status);
    const body = response.json<Record<string, unknown>>();
    expect(body).toMatchObject({
      success: false,
      code,
      message: expect.any(String),
      requestId: response.headers['x-request-id'],
    });
    expect(
      Object.keys(body).filter((key) => !['success', 'code', 'message', 'requestId', 'details'].includes(key)),
    ).toEqual([]);
    expect(gateway.upstream.seen).toEqual([]);
  });

  test('a validation error names its field', async () => {
    expect((await add({ productId: 'x', quantity: 0 })).json().details.fields).toMatchObject({
      productId: 'This is not a valid id.',
      quantity: 'at least 1',
    });
  });
});

describe('when a service is down', () => {
  test('a request that was not received is retried, whatever the call', async () => {
    await gateway.upstream.stop();
    const waiting = add();
    await sleep(1_000);
    expect(gateway.upstream.seen).toHaveLength(0);
    await gateway.upstream.start();
    expect((await waiting).statusCode).toBe(200);
    expect(gateway.upstream.seen).toHaveLength(1);
  });

  test('a request that a closing service did not read is retried', async () => {
    let attempts = 0;
    gateway.upstream.respond = (seen, response) => {
      attempts += 1;
      if (attempts > 1) return echo(seen, response);
      response
        .writeHead(503, { 'content-type': 'application/json', connection: 'close' })
        .end('{"error":"Service Unavailable","message":"Service Unavailable","statusCode":503}');
    };
    expect((await add()).statusCode).toBe(200);
    expect(attempts).toBe(2);
  });

  test('a call that is not idempotent is not retried when the connection breaks', async () => {
    gateway.upstream.respond = (_seen, response) => response.destroy();
    const response = await add();
    expect(response.statusCode).toBe(503);
    expect(response.json()).toMatchObject({ success: false, code: 'UNAVAILABLE' });
    expect(gateway.upstream.seen).toHaveLength(1);
  });

  test('an idempotent call is retried when the connection breaks', async () => {
    gateway.upstream.respond = (seen, response) =>
      gateway.upstream.seen.length < 3 ? response.destroy() : echo(seen, response);
    const response = await gateway.inject({ method: 'GET', url: '/api/cart', headers: authorization });
    expect(response.statusCode).toBe(200);
    expect(gateway.upstream.seen).toHaveLength(3);
  });

  test('a call fails at its deadline', async () => {
    gateway.upstream.respond = () => undefined;
    const startedAt = Date.now();
    const response = await add();
    expect(response.statusCode).toBe(504);
    expect(response.json().code).toBe('DEADLINE_EXCEEDED');
    expect(Date.now() - startedAt).toBeLessThan(11_500);
  });
});

test('the gateway returns the browser’s configuration itself', async () => {
  const response = await gateway.inject({ method: 'GET', url: '/api/config' });
  expect(response.json()).toEqual({
    success: true,
    razorpay: { keyId: 'rzp_test_key', checkoutUrl: 'http://localhost:4000/v1/checkout.js' },
    cloudinary: {
      uploadUrl: 'http://localhost:4100/v1_1/demo/image/upload',
      folder: 'rangavalli/products',
    },
  });
});
