import { setTimeout as sleep } from 'node:timers/promises';
import { type CallKey, getCall, calls } from '@rangavalli/contracts/calls';
import { IDENTITY_HEADER, signIdentity, verifyIdentity } from '@rangavalli/service-kit/http/identity';
import { admin, customer, SECRET, startTestGateway, type TestGateway } from '../testing/test-gateway.js';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

const id = '65a1b2c3d4e5f60718293a4d';
const requestOf = (key: CallKey) => {
  const [method, path] = key.split(' ') as ['GET', string];
  return { method, url: `/api${path.replaceAll(/\{\w+\}/g, id)}`, ...(getCall(key).body ? { payload: {} } : {}) };
};

describe.each(Object.keys(calls) as CallKey[])('%s', (key) => {
  const { role } = getCall(key);

  test('a guest', async () => {
    const response = await gateway.inject(requestOf(key));
    if (role === 'public') return expect([401, 403]).not.toContain(response.statusCode);
    expect(response.statusCode).toBe(401);
    expect(response.json()).toMatchObject({
      success: false,
      code: 'UNAUTHENTICATED',
      message: 'You must be logged in.',
    });
  });

  test('a customer', async () => {
    const response = await gateway.inject({ ...requestOf(key), headers: await gateway.authorization(customer) });
    if (role !== 'admin') return expect([401, 403]).not.toContain(response.statusCode);
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({ success: false, code: 'FORBIDDEN' });
  });

  test('an admin', async () => {
    const response = await gateway.inject({ ...requestOf(key), headers: await gateway.authorization(admin) });
    expect([401, 403]).not.toContain(response.statusCode);
  });
});

describe('the identity', () => {
  const getCart = async (headers: Record<string, string>) =>
    gateway.inject({ method: 'GET', url: '/api/cart', headers });

  test('is sent to the service, signed', async () => {
    expect((await getCart(await gateway.authorization(customer))).statusCode).toBe(200);
    expect(verifyIdentity(gateway.upstream.last.headers[IDENTITY_HEADER], SECRET)).toEqual(customer);
  });

  test('is never taken from the caller’s header', async () => {
    const forged = { [IDENTITY_HEADER]: signIdentity(admin, SECRET) };
    expect((await getCart(forged)).statusCode).toBe(401);
    await getCart({ ...forged, ...(await gateway.authorization(customer)) });
    expect(verifyIdentity(gateway.upstream.last.headers[IDENTITY_HEADER], SECRET)).toEqual(customer);
    await gateway.inject({ method: 'GET', url: '/api/products/getAll', headers: forged });
    expect(gateway.upstream.last.headers[IDENTITY_HEADER]).toBeUndefined();
  });

  test.each([
    ['another issuer', { issuer: 'other' }],
    ['another audience', { audience: 'other' }],
    ['a past expiry', { expires: Math.floor(Date.now() / 1000) - 60 }],
  ])('is refused for a token with %s', async (_what, claims) => {
    expect((await getCart(await gateway.authorization(customer, claims))).statusCode).toBe(401);
  });

  test('is refused once a verified token has expired', async () => {
    const expires = Math.floor(Date.now() / 1000) + 2;
    const authorization = await gateway.authorization(customer, { expires });
    expect([(await getCart(authorization)).statusCode, (await getCart(authorization)).statusCode]).toEqual([200, 200]);
    await sleep(expires * 1000 - Date.now() + 50);
    expect((await getCart(authorization)).statusCode).toBe(401);
  });

  test('is refused for an unsigned, a symmetric or a malformed token', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const body = part({
      sub: admin.id,
      name: 'x',
      email: 'x@example.com',
      role: 'admin',
      iss: 'rangavalli',
      aud: 'rangavalli-store',
      exp: 9_999_999_999,
    });
    for (const token of [
      `${part({ alg: 'none' })}.${body}.`,
      `${part({ alg: 'HS256', kid: 'k1' })}.${body}.AAAA`,
      'nonsense',
    ]) {
      expect((await getCart({ authorization: `Bearer ${token}` })).statusCode).toBe(401);
    }
  });

  test('is not required on a public call, where an invalid token is ignored', async () => {
    const response = await gateway.inject({
      method: 'GET',
      url: '/api/products/getAll',
      headers: { authorization: 'Bearer nonsense' },
    });
    expect(response.statusCode).toBe(200);
  });
});
