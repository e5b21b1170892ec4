import { type CallKey, calls, getCall } from '@rangavalli/contracts/calls';
import { customer, owner, startTestGateway, type TestGateway } from '../testing/test-gateway.js';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ PUBLIC_URL: 'http://localhost:3000', CORS_ORIGINS: 'http://localhost:3001' });
});
afterAll(() => gateway.stop());

const id = '65a1b2c3d4e5f60718293a4d';
const refresh = 'rangavalli_refresh=0b6d1c8e-0000-4000-8000-000000000000.secret_-part';
const device = 'device=eyJhbGciOiJIUzI1NiJ9.eyJkIjoxfQ.sig-na_ture';
const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const cookie = `other=1; ${refresh}; rangavalli_refreshed=no; ${device}; devices=2; __Host-device=x.y; theme=dark`;
const set = [
  `${refresh}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict`,
  `${device}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict`,
  'internal=1; Path=/',
];

beforeEach(() => {
  gateway.upstream.seen.length = 0;
  gateway.upstream.respond = (_seen, response) =>
    response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': set }).end('{"success":true}');
});

/** Valid bodies of the calls that have one. */
const bodies: Partial<Record<CallKey, object>> = {
  'POST /users/login': { email: 'asha@example.com', password: 'x' },
  'POST /users/login/second-factor': { loginToken: 'x', totp: '123456' },
  'POST /users/login/passkey': {
    passkey: {
      id: 'a',
      rawId: 'a',
      type: 'public-key',
      response: { clientDataJSON: 'a', authenticatorData: 'a', signature: 'a' },
    },
  },
  'POST /users/otp/verify': { email: 'asha@example.com', code: '123456' },
  'POST /users/step-up': { password: 'x' },
  'PUT /users/password': { currentPassword: 'x', newPassword: 'another horse 8' },
};
const send = async (key: CallKey, headers: Record<string, string> = {}) => {
  const [method, path] = key.split(' ') as ['POST', string];
  return gateway.inject({
    method,
    url: `/api${path.replaceAll(/\{\w+\}/g, id)}`,
    ...(bodies[key] ? { payload: bodies[key] } : {}),
    headers: {
      ...(await gateway.authorization(['public', 'customer'].includes(getCall(key).access) ? customer : owner)),
      cookie,
      'user-agent': agent,
      ...headers,
    },
  });
};
const keys = Object.keys(calls) as CallKey[];

describe('the cookies of session and device', () => {
  test('are used by nine calls', () => {
    expect(keys.filter((key) => getCall(key).session).sort()).toEqual([
      'GET /users/sessions',
      'POST /users/login',
      'POST /users/login/passkey',
      'POST /users/login/second-factor',
      'POST /users/logout',
      'POST /users/otp/verify',
      'POST /users/refresh',
      'POST /users/step-up',
      'PUT /users/password',
    ]);
  });

  test.each(keys.filter((key) => getCall(key).session))(
    'are the only cookies of %s, in both directions',
    async (key) => {
      const response = await send(key);
      expect(response.statusCode).toBe(200);
      expect(gateway.upstream.last.headers).toMatchObject({ cookie: `${refresh}; ${device}`, 'user-agent': agent });
      expect(response.headers['set-cookie']).toEqual(set.slice(0, 2));
      expect(response.headers['cache-control']).toBe('no-store');
    },
  );

  test.each(keys.filter((key) => !getCall(key).session && getCall(key).service !== 'gateway'))(
    'are neither sent to nor set by %s',
    async (key) => {
      const response = await send(key);
      for (const { headers } of gateway.upstream.seen)
        expect([headers.cookie, headers['user-agent']]).toEqual([undefined, undefined]);
      expect(response.headers['set-cookie']).toBeUndefined();
    },
  );

  test.each([
    '',
    'other=1',
    'rangavalli_refresh=',
    'rangavalli_refresh=a b',
    'rangavalli_refresh="x"',
    `rangavalli_refresh=${'x'.repeat(600)}`,
    '__Host-rangavalli_refresh=a.b',
    'xrangavalli_refresh=a.b',
  ])('are not accepted as %j', async (invalid) => {
    expect((await send('POST /users/refresh', { cookie: invalid })).statusCode).toBe(200);
    expect(gateway.upstream.last.headers.cookie).toBeUndefined();
  });
});

describe.each(['POST /users/refresh', 'POST /users/logout'] as const)('%s', (key) => {
  test.each([
    ['a page of the shop', { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' }],
    ['a page of the shop at another host name', { origin: 'http://192.0.2.7:3000', host: '192.0.2.7:3000' }],
    ['a page of a listed origin', { origin: 'http://localhost:3001', 'sec-fetch-site': 'same-site' }],
    ['a browser that omits the same origin', { 'sec-fetch-site': 'same-origin' }],
    ['a client that is not a browser', {}],
  ])('is accepted from %s', async (_from, headers) => {
    expect((await send(key, headers as Record<string, string>)).statusCode).toBe(200);
  });

  test.each([
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['another site in an old browser', { origin: 'https://evil.example' }],
    ['an unlisted port', { origin: 'http://localhost:3002', 'sec-fetch-site': 'same-site' }],
    ['a sandboxed page', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['another site without an origin header', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling site without an origin header', { 'sec-fetch-site': 'same-site' }],
    ['a followed link or form', { 'sec-fetch-site': 'none' }],
    ['the shop’s host with another scheme', { origin: 'https://localhost:3000' }],
  ])('is refused from %s, and not forwarded', async (_from, headers) => {
    const response = await send(key, headers);
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({ success: false, code: 'FORBIDDEN' });
    expect(response.headers['set-cookie']).toBeUndefined();
    expect(gateway.upstream.seen).toEqual([]);
  });
});

test('an unlisted origin may neither read responses nor send the cookie', async () => {
  const preflight = (origin: string) =>
    gateway.inject({
      method: 'OPTIONS',
      url: '/api/users/refresh',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
  expect((await preflight('https://evil.example')).headers['access-control-allow-origin']).toBeUndefined();
  expect((await preflight('http://localhost:3001')).headers).toMatchObject({
    'access-control-allow-origin': 'http://localhost:3001',
    'access-control-allow-credentials': 'true',
  });
});

test('with TLS the names of the cookies bind them to the host', async () => {
  // Last: passport has one strategy per process, the newest gateway's.
  const secure = await startTestGateway({ PUBLIC_URL: 'https://shop.example' });
  const own = `__Host-${refresh}; __Host-${device}`;
  secure.upstream.respond = (_seen, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json', 'set-cookie': [`__Host-${refresh}`, refresh] })
      .end('{"success":true}');
  const response = await secure.inject({
    method: 'POST',
    url: '/api/users/refresh',
    headers: { cookie: `${refresh}; ${own}` },
  });
  expect(secure.upstream.last.headers.cookie).toBe(own);
  expect(response.headers['set-cookie']).toBe(`__Host-${refresh}`);
  await secure.stop();
});
