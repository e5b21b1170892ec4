import { setTimeout as sleep } from 'node:timers/promises';
import { type CallKey, calls, getCall } from '@rangavalli/contracts/calls';
import { permissionsOf, type Role, roles } from '@rangavalli/contracts/permissions';
import { IDENTITY_HEADER } from '@rangavalli/service-kit/http/identity';
import { buildIdentity, signTestIdentity } from '@rangavalli/service-kit/testing/test-identity';
import { customer, owner, startTestGateway, type TestGateway, verifiedBy } from '../testing/test-gateway.js';

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
const send = async (key: CallKey, headers: Record<string, string> = {}) => {
  const response = await gateway.inject({ ...requestOf(key), headers });
  const isRefused = response.statusCode === 401 || response.statusCode === 403;
  return isRefused ? response.json<{ code: string }>().code : 'allowed';
};

const people = Object.fromEntries(
  roles.map((role, index) => [role, buildIdentity({ id: index.toString(16).padStart(24, '0'), role })]),
) as Record<Role, ReturnType<typeof buildIdentity>>;

/** Elevated, and not. */
const asRole = async (role: Role, isElevated: boolean) => {
  const authorization = await gateway.authorization(people[role]);
  const elevatedUntil = isElevated ? new Date(Date.now() + 600_000).toISOString() : undefined;
  gateway.sessions.set(people[role].id, { elevatedUntil });
  return authorization;
};

describe('the access matrix', () => {
  const keys = Object.keys(calls) as CallKey[];

  test('of guests', async () => {
    for (const key of keys)
      expect([key, await send(key)]).toEqual([key, getCall(key).access === 'public' ? 'allowed' : 'UNAUTHENTICATED']);
  });

  describe.each(roles)('of the role %s', (role) => {
    const isPermitted = (key: CallKey) => {
      const { access } = getCall(key);
      return access === 'public' || access === 'customer' || permissionsOf(role).some((given) => given === access);
    };

    test.each(keys)('%s', async (key) => {
      const expected = isPermitted(key) ? 'allowed' : 'FORBIDDEN';
      expect(await send(key, await asRole(role, true))).toBe(expected);
    });

    test('without a step-up', async () => {
      const headers = await asRole(role, false);
      // A reply of the last test may be cached.
      await sleep(1_050);
      for (const key of keys.filter((one) => getCall(one).stepUp))
        expect([key, await send(key, headers)]).toEqual([key, isPermitted(key) ? 'STEP_UP_REQUIRED' : 'FORBIDDEN']);
    });
  });
});

describe('the identity', () => {
  const getCart = async (headers: Record<string, string>) =>
    gateway.inject({ method: 'GET', url: '/api/cart', headers });
  const received = (service = 'cart') => verifiedBy(service, gateway.upstream.last.headers[IDENTITY_HEADER]);

  test('is sent to the service, signed for it alone', async () => {
    expect((await getCart(await gateway.authorization(customer))).statusCode).toBe(200);
    expect(received()?.identity).toEqual(customer);
    expect(received('order')).toBeUndefined();
  });

  test('states from which network a request comes, also of a guest', async () => {
    await gateway.inject({
      method: 'POST',
      url: '/api/cart/preview',
      payload: { lines: [] },
      remoteAddress: '192.0.2.9',
    });
    expect(received()).toEqual({ visitor: { network: '192.0.2.9', hasSolvedChallenge: false } });
  });

  test('is not sent with reads whose response is the same for everybody', async () => {
    const headers = await gateway.authorization(customer);
    await gateway.inject({ method: 'GET', url: '/api/products/getAll?page=7', headers });
    expect(gateway.upstream.last.headers[IDENTITY_HEADER]).toBeUndefined();
  });

  test('is never taken from the caller’s header', async () => {
    const forged = { [IDENTITY_HEADER]: signTestIdentity('cart', owner) };
    expect((await getCart(forged)).statusCode).toBe(401);
    await getCart({ ...forged, ...(await gateway.authorization(customer)) });
    expect(received()?.identity).toEqual(customer);
    await gateway.inject({ method: 'POST', url: '/api/cart/preview', payload: { lines: [] }, headers: forged });
    expect(received()?.identity).toBeUndefined();
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
    const { id: sub, name, email, emailVerified, role, sessionId: sid } = owner;
    const standard = { iss: 'rangavalli', aud: 'rangavalli-store', iat: 1_700_000_000, exp: 9_999_999_999 };
    const body = part({ sub, name, email, emailVerified, role, sid, ver: 0, ...standard });
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
