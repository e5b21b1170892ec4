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
    const answer = await gateway.inject(requestOf(key));
    if (role === 'public') return expect([401, 403]).not.toContain(answer.statusCode);
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ success: false, code: 'UNAUTHENTICATED', message: 'You must be logged in.' });
  });

  test('a customer', async () => {
    const answer = await gateway.inject({ ...requestOf(key), headers: await gateway.authorization(customer) });
    if (role !== 'admin') return expect([401, 403]).not.toContain(answer.statusCode);
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ success: false, code: 'FORBIDDEN' });
  });

  test('an admin', async () => {
    const answer = await gateway.inject({ ...requestOf(key), headers: await gateway.authorization(admin) });
    expect([401, 403]).not.toContain(answer.statusCode);
  });
});

describe('who somebody is', () => {
  const ask = async (headers: Record<string, string>) => gateway.inject({ method: 'GET', url: '/api/cart', headers });

  test('is told to the service, signed', async () => {
    expect((await ask(await gateway.authorization(customer))).statusCode).toBe(200);
    expect(verifyIdentity(gateway.upstream.last.headers[IDENTITY_HEADER], SECRET)).toEqual(customer);
  });

  test('is never taken from a header of the caller', async () => {
    const forged = { [IDENTITY_HEADER]: signIdentity(admin, SECRET) };
    expect((await ask(forged)).statusCode).toBe(401);
    await ask({ ...forged, ...(await gateway.authorization(customer)) });
    expect(verifyIdentity(gateway.upstream.last.headers[IDENTITY_HEADER], SECRET)).toEqual(customer);
    await gateway.inject({ method: 'GET', url: '/api/products/getAll', headers: forged });
    expect(gateway.upstream.last.headers[IDENTITY_HEADER]).toBeUndefined();
  });

  test.each([
    ['another issuer', { issuer: 'somebody' }],
    ['another audience', { audience: 'elsewhere' }],
    ['a past end', { expires: Math.floor(Date.now() / 1000) - 60 }],
  ])('is refused from a token with %s', async (_what, claims) => {
    expect((await ask(await gateway.authorization(customer, claims))).statusCode).toBe(401);
  });

  test('is refused from an unsigned or a symmetric token', async () => {
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
      'rubbish',
    ]) {
      expect((await ask({ authorization: `Bearer ${token}` })).statusCode).toBe(401);
    }
  });

  test('does not matter on a public call, where a bad token is as good as none', async () => {
    const answer = await gateway.inject({
      method: 'GET',
      url: '/api/products/getAll',
      headers: { authorization: 'Bearer rubbish' },
    });
    expect(answer.statusCode).toBe(200);
  });
});
