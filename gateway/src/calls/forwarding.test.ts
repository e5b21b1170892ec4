import { setTimeout as sleep } from 'node:timers/promises';
import { customer, startTestGateway, type TestGateway } from '../testing/test-gateway.js';

let gateway: TestGateway;
let authorization: { authorization: string };
const id = '65a1b2c3d4e5f60718293a4d';
beforeAll(async () => {
  gateway = await startTestGateway();
  authorization = await gateway.authorization(customer);
});
afterAll(() => gateway.stop());

const { answer: echo } = await import('../testing/fake-upstream.js').then(({ FakeUpstream }) => new FakeUpstream());
beforeEach(() => {
  gateway.upstream.answer = echo;
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

describe('what goes through', () => {
  test('is the body, byte for byte, at the path of the contract', async () => {
    const odd = `{ "productId":"${id}",\n "quantity": 1.0, "size":"M", "note":"❤" }`;
    expect((await add(odd)).statusCode).toBe(200);
    expect(gateway.upstream.last).toMatchObject({ method: 'POST', path: '/cart/add' });
    expect(gateway.upstream.last.body.toString()).toBe(odd);
  });

  test('is the answer with its status, type and body', async () => {
    gateway.upstream.answer = (_seen, response) =>
      response
        .writeHead(409, {
          'content-type': 'application/json; charset=utf-8',
          'x-internal': 'secret',
          'transfer-encoding': 'chunked',
        })
        .end('{"success":false,"code":"OUT_OF_STOCK"}');
    const answer = await add();
    expect(answer.statusCode).toBe(409);
    expect(answer.body).toBe('{"success":false,"code":"OUT_OF_STOCK"}');
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    });
    expect(answer.headers['x-internal']).toBeUndefined();
  });

  test('is a body of DELETE, as the documented call has it', async () => {
    await gateway.inject({
      method: 'DELETE',
      url: '/api/cart/remove',
      payload: { productId: id, size: 'M' },
      headers: authorization,
    });
    expect(JSON.parse(gateway.upstream.last.body.toString())).toEqual({ productId: id, size: 'M' });
  });

  test('is a webhook as it came, with its signature', async () => {
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

  test('is a request id: the caller’s when it is sane, else a new one; the same in header, service and error', async () => {
    const sane = await add({}, { 'x-request-id': 'from-the-browser.1' });
    expect(sane.headers['x-request-id']).toBe('from-the-browser.1');
    expect(sane.json().requestId).toBe('from-the-browser.1');
    const odd = await add(undefined, { 'x-request-id': 'x'.repeat(200) });
    expect(odd.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(gateway.upstream.last.headers['x-request-id']).toBe(odd.headers['x-request-id']);
  });

  test('is not a query that the call does not have, nor a path of the caller’s making', async () => {
    await gateway.inject({ method: 'GET', url: `/api/products/getOne/${id}?x=../../health`, headers: authorization });
    expect(gateway.upstream.last.path).toBe(`/products/getOne/${id}`);
    const answer = await gateway.inject({ method: 'GET', url: '/api/products/getOne/..%2f..%2fmetrics' });
    expect(answer.statusCode).toBe(400);
  });
});

describe('what is refused', () => {
  const cases: [string, () => ReturnType<typeof gateway.inject>, number, string][] = [
    ['a body that is no JSON', () => add('{"productId":'), 400, 'MALFORMED_JSON'],
    [
      'a body that reaches for prototypes',
      () => add(`{"productId":"${id}","quantity":1,"__proto__":{"x":1}}`),
      400,
      'MALFORMED_JSON',
    ],
    ['a body of the wrong shape', () => add({ productId: 'x', quantity: 0 }), 400, 'VALIDATION_FAILED'],
    [
      'a body that is too large',
      () => add({ productId: id, quantity: 1, size: 'x'.repeat(300 * 1024) }),
      413,
      'PAYLOAD_TOO_LARGE',
    ],
    [
      'another kind of content',
      () => add('<x/>', { 'content-type': 'application/xml' }),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'a form',
      () => add('productId=1', { 'content-type': 'application/x-www-form-urlencoded' }),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    ['plain text', () => add('{}', { 'content-type': 'text/plain' }), 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['an unknown path', () => gateway.inject({ method: 'GET', url: '/api/nothing/here' }), 404, 'NOT_FOUND'],
    ['the API’s root', () => gateway.inject({ method: 'GET', url: '/api' }), 404, 'NOT_FOUND'],
    ['a path that can’t be read', () => gateway.inject({ method: 'GET', url: '/api/%zz' }), 404, 'NOT_FOUND'],
    [
      'a known path by another method',
      () => gateway.inject({ method: 'PATCH', url: '/api/cart/add', headers: authorization }),
      405,
      'METHOD_NOT_ALLOWED',
    ],
  ];
  test.each(cases)('%s', async (_what, ask, status, code) => {
    const answer = await ask();
    expect(answer.statusCode).toBe(status);
    const body = answer.json() as Record<string, unknown>;
    expect(body).toMatchObject({
      success: false,
      code,
      message: expect.any(String),
      requestId: answer.headers['x-request-id'],
    });
    expect(
      Object.keys(body).filter((key) => !['success', 'code', 'message', 'requestId', 'details'].includes(key)),
    ).toEqual([]);
    expect(gateway.upstream.seen).toEqual([]);
  });

  test('a fault in the shape names its field', async () => {
    expect((await add({ productId: 'x', quantity: 0 })).json().details.fields).toMatchObject({
      productId: 'not a valid id',
      quantity: 'at least 1',
    });
  });
});

describe('a service that is away', () => {
  test('is waited for: a request that never arrived is sent again, whatever it is', async () => {
    await gateway.upstream.stop();
    const waiting = add();
    await sleep(1_000);
    expect(gateway.upstream.seen).toHaveLength(0);
    await gateway.upstream.start();
    expect((await waiting).statusCode).toBe(200);
    expect(gateway.upstream.seen).toHaveLength(1);
  });

  test('and closing its connections is asked again: it read nothing', async () => {
    let turnedAway = 0;
    gateway.upstream.answer = (seen, response) => {
      turnedAway += 1;
      if (turnedAway > 1) return echo(seen, response);
      response
        .writeHead(503, { 'content-type': 'application/json', connection: 'close' })
        .end('{"error":"Service Unavailable","message":"Service Unavailable","statusCode":503}');
    };
    expect((await add()).statusCode).toBe(200);
    expect(turnedAway).toBe(2);
  });

  test('in the middle of a call that can’t be repeated is told to the caller, and asked once', async () => {
    gateway.upstream.answer = (_seen, response) => response.destroy();
    const answer = await add();
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ success: false, code: 'UNAVAILABLE' });
    expect(gateway.upstream.seen).toHaveLength(1);
  });

  test('in the middle of a call that can be repeated is asked again', async () => {
    gateway.upstream.answer = (seen, response) =>
      gateway.upstream.seen.length < 3 ? response.destroy() : echo(seen, response);
    const answer = await gateway.inject({ method: 'GET', url: '/api/cart', headers: authorization });
    expect(answer.statusCode).toBe(200);
    expect(gateway.upstream.seen).toHaveLength(3);
  });

  test('or silent for the call’s whole time is given up', async () => {
    gateway.upstream.answer = () => undefined;
    const begun = Date.now();
    const answer = await add();
    expect(answer.statusCode).toBe(504);
    expect(answer.json().code).toBe('DEADLINE_EXCEEDED');
    expect(Date.now() - begun).toBeLessThan(11_500);
  });
});

test('the configuration of the browser is answered here', async () => {
  const answer = await gateway.inject({ method: 'GET', url: '/api/config' });
  expect(answer.json()).toEqual({
    success: true,
    razorpay: { keyId: 'rzp_test_key', checkoutUrl: 'http://localhost:4000/v1/checkout.js' },
    cloudinary: {
      uploadUrl: 'http://localhost:4100/v1_1/demo/image/upload',
      uploadPreset: 'rangavalli',
      folder: 'rangavalli/products',
    },
  });
});
