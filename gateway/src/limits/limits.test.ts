import { ConfigurationError, readConfig } from '@rangavalli/service-kit/config';
import { gatewayConfig } from '../config.js';
import { customer, startTestGateway, type TestGateway } from '../testing/test-gateway.js';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({
    RATE_LIMIT: 'on',
    RATE_LIMIT_GENERAL: '5',
    RATE_LIMIT_CREDENTIALS: '2',
    TRUST_PROXY: 'true',
    CACHE_BYTES: '0',
  });
});
afterAll(() => gateway.stop());

const from = (address: string) => ({ 'x-forwarded-for': address });
const times = async (count: number, ask: () => Promise<{ statusCode: number }>) => {
  const statuses: number[] = [];
  for (let turn = 0; turn < count; turn += 1) statuses.push((await ask()).statusCode);
  return statuses;
};

test('who asks too often is told when to come again, in the one error shape', async () => {
  const ask = () => gateway.inject({ method: 'GET', url: '/api/products/getAll', headers: from('192.0.2.1') });
  expect(await times(5, ask)).toEqual([200, 200, 200, 200, 200]);
  const answer = await ask();
  expect(answer.statusCode).toBe(429);
  expect(answer.json()).toMatchObject({
    success: false,
    code: 'RATE_LIMITED',
    requestId: answer.headers['x-request-id'],
  });
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
});

test('another address, and a customer behind the same one, are counted by themselves', async () => {
  const ask = (headers: Record<string, string>) => () =>
    gateway.inject({ method: 'GET', url: '/api/products/getAll', headers });
  await times(6, ask(from('192.0.2.2')));
  expect(await times(1, ask(from('192.0.2.3')))).toEqual([200]);
  expect(await times(1, ask({ ...from('192.0.2.2'), ...(await gateway.authorization(customer)) }))).toEqual([200]);
  expect(await times(1, ask({ ...from('192.0.2.2'), authorization: 'Bearer made.up.token' }))).toEqual([429]);
});

test('logging in has its own, smaller count', async () => {
  const ask = () =>
    gateway.inject({
      method: 'POST',
      url: '/api/users/login',
      payload: { email: 'a@example.com', password: 'x' },
      headers: from('192.0.2.4'),
    });
  expect(await times(3, ask)).toEqual([200, 200, 429]);
  expect(
    (await gateway.inject({ method: 'GET', url: '/api/products/getAll', headers: from('192.0.2.4') })).statusCode,
  ).toBe(200);
});

test('renewing a token and logging out count as ordinary calls: a family behind one address does both often', async () => {
  const ask = () => gateway.inject({ method: 'POST', url: '/api/users/refresh', headers: from('192.0.2.6') });
  expect(await times(6, ask)).toEqual([200, 200, 200, 200, 200, 429]);
});

test('webhooks are not counted', async () => {
  const ask = () =>
    gateway.inject({
      method: 'POST',
      url: '/api/payments/webhook',
      payload: { event: 'x' },
      headers: from('192.0.2.5'),
    });
  expect(await times(20, ask)).toEqual(Array(20).fill(200));
});

test('production does not start without limits', () => {
  const url = 'http://127.0.0.1:1';
  const env = {
    NODE_ENV: 'production',
    PORT: '1',
    NATS_URL: 'x',
    INTERNAL_SECRET: 'x'.repeat(32),
    PUBLIC_URL: url,
    RAZORPAY_KEY_ID: 'k',
    CLOUDINARY_UPLOAD_URL: url,
    CATALOG_URL: url,
    CART_URL: url,
    ORDER_URL: url,
    PAYMENT_URL: url,
    USER_URL: url,
    SHELL_URL: url,
    MF_CATALOG_URL: url,
    MF_CHECKOUT_URL: url,
    MF_ACCOUNT_URL: url,
    MF_ADMIN_URL: url,
  };
  expect(readConfig(gatewayConfig, env).RATE_LIMIT).toBe('on');
  expect(() => readConfig(gatewayConfig, { ...env, RATE_LIMIT: 'off' })).toThrow(ConfigurationError);
  expect(() => readConfig(gatewayConfig, { ...env, RATE_LIMIT: 'off' })).toThrow(
    'RATE_LIMIT: may not be off in production (was: "off")',
  );
});
