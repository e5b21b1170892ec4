import { services } from '@rangavalli/contracts/call';
import { byAddress, remoteSlices } from '@rangavalli/contracts/slices';
import { ConfigurationError, readConfig } from '@rangavalli/service-kit/config';
import { TEST_GATEWAY_ENV } from '@rangavalli/service-kit/testing/test-identity';
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
const times = async (count: number, send: () => Promise<{ statusCode: number }>) => {
  const statuses: number[] = [];
  for (let turn = 0; turn < count; turn += 1) statuses.push((await send()).statusCode);
  return statuses;
};

test('a caller over the limit gets retry-after and the one error shape', async () => {
  const send = () => gateway.inject({ method: 'GET', url: '/api/products/getAll', headers: from('192.0.2.1') });
  expect(await times(5, send)).toEqual([200, 200, 200, 200, 200]);
  const response = await send();
  expect(response.statusCode).toBe(429);
  expect(response.json()).toMatchObject({
    success: false,
    code: 'RATE_LIMITED',
    requestId: response.headers['x-request-id'],
  });
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
});

test('another address, and a customer behind the same address, are counted separately', async () => {
  const send = (headers: Record<string, string>) => () =>
    gateway.inject({ method: 'GET', url: '/api/products/getAll', headers });
  await times(6, send(from('192.0.2.2')));
  expect(await times(1, send(from('192.0.2.3')))).toEqual([200]);
  expect(await times(1, send({ ...from('192.0.2.2'), ...(await gateway.authorization(customer)) }))).toEqual([200]);
  expect(await times(1, send({ ...from('192.0.2.2'), authorization: 'Bearer made.up.token' }))).toEqual([429]);
});

test('without a proxy, the address that a caller claims does not count', async () => {
  const direct = await startTestGateway({ RATE_LIMIT: 'on', RATE_LIMIT_GENERAL: '3', CACHE_BYTES: '0' });
  let claimed = 0;
  const send = () =>
    direct.inject({ method: 'GET', url: '/api/products/getAll', headers: from(`192.0.2.${(claimed += 1)}`) });
  expect(await times(4, send).finally(() => direct.stop())).toEqual([200, 200, 200, 429]);
});

test('behind one proxy, only the address that it added counts', async () => {
  let claimed = 0;
  const send = () =>
    gateway.inject({
      method: 'GET',
      url: '/api/products/getAll',
      headers: from(`198.51.100.${(claimed += 1)}, ${'x'.repeat(9_000)}${claimed}, 192.0.2.9`),
    });
  expect(await times(6, send)).toEqual([200, 200, 200, 200, 200, 429]);
});

test('login has a lower limit of its own', async () => {
  const send = () =>
    gateway.inject({
      method: 'POST',
      url: '/api/users/login',
      payload: { email: 'a@example.com', password: 'x' },
      headers: from('192.0.2.4'),
    });
  expect(await times(3, send)).toEqual([200, 200, 429]);
  expect(
    (await gateway.inject({ method: 'GET', url: '/api/products/getAll', headers: from('192.0.2.4') })).statusCode,
  ).toBe(200);
});

test('token refresh and logout count as general calls', async () => {
  const send = () => gateway.inject({ method: 'POST', url: '/api/users/refresh', headers: from('192.0.2.6') });
  expect(await times(6, send)).toEqual([200, 200, 200, 200, 200, 429]);
});

test('webhooks are not limited', async () => {
  const send = () =>
    gateway.inject({
      method: 'POST',
      url: '/api/payments/webhook',
      payload: { event: 'x' },
      headers: from('192.0.2.5'),
    });
  expect(await times(20, send)).toEqual(Array(20).fill(200));
});

test('production does not start without rate limits and their secrets', () => {
  const url = 'http://127.0.0.1:1';
  const env = {
    NODE_ENV: 'production',
    PORT: '1',
    NATS_URL: 'x',
    ...TEST_GATEWAY_ENV,
    STAND_INS: 'allowed',
    SHELL_API_KEY: 'k'.repeat(32),
    CHALLENGE_SECRET: 'c'.repeat(32),
    PUBLIC_URL: url,
    RAZORPAY_KEY_ID: 'k',
    CLOUDINARY_UPLOAD_URL: url,
    SHELL_URL: url,
    ...byAddress(services, url),
    ...byAddress(remoteSlices, url),
  };
  expect(readConfig(gatewayConfig, env).RATE_LIMIT).toBe('on');
  expect(() => readConfig(gatewayConfig, { ...env, RATE_LIMIT: 'off' })).toThrow(ConfigurationError);
  expect(() => readConfig(gatewayConfig, { ...env, RATE_LIMIT: 'off' })).toThrow(
    'RATE_LIMIT: may not be off in production (value: "off")',
  );
  for (const PUBLIC_URL of ['http://localhost:8080', 'https://shop.example'])
    expect(readConfig(gatewayConfig, { ...env, PUBLIC_URL }).PUBLIC_URL).toBe(PUBLIC_URL);
  expect(() => readConfig(gatewayConfig, { ...env, PUBLIC_URL: 'http://shop.example' })).toThrow(
    'PUBLIC_URL: must be an https address in production',
  );
  for (const name of ['SHELL_API_KEY', 'CHALLENGE_SECRET'])
    expect(() => readConfig(gatewayConfig, { ...env, [name]: '' })).toThrow(`${name}: is needed in production`);
});
