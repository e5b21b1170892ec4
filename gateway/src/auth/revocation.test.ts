import { setTimeout as sleep } from 'node:timers/promises';
import { IDENTITY_HEADER } from '@rangavalli/service-kit/http/identity';
import { startTestNats, type TestNats } from '@rangavalli/service-kit/testing/nats-server';
import { buildIdentity } from '@rangavalli/service-kit/testing/test-identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { startTestGateway, type TestGateway, verifiedBy } from '../testing/test-gateway.js';

const CLOCK_SKEW_S = 5;
const CACHED_MS = 1_050;
const ACCOMPLICE = '/api/users/admin/65a1b2c3d4e5f60718293a4d/role';

let nats: TestNats;
let gateway: TestGateway;
let count = 0;

beforeAll(async () => {
  nats = await startTestNats();
  gateway = await startTestGateway({ NATS_URL: nats.url });
});
afterAll(async () => {
  await gateway.stop();
  await nats.stop();
});
beforeEach(() => {
  gateway.sessions.isDown = false;
  gateway.upstream.seen.length = 0;
});

/** Each test has people of its own. */
const build = (role: 'user' | 'owner' | 'catalogue' = 'user') => {
  count += 1;
  return buildIdentity({ id: count.toString(16).padStart(24, 'a'), role });
};
type Headers = Record<string, string>;
const call = async (method: 'GET' | 'PUT' | 'POST', url: string, headers: Headers, payload?: object) => {
  const response = await gateway.inject({ method, url, headers, ...(payload ? { payload } : {}) });
  return response.statusCode === 200 ? 'allowed' : response.json<{ code: string }>().code;
};
const getCart = (headers: Headers) => call('GET', '/api/cart', headers);
const getStaff = (headers: Headers) => call('GET', '/api/users/admin/staff', headers);
const setRole = (headers: Headers) => call('PUT', ACCOMPLICE, headers, { role: 'owner' });
/** A token from after the gateway's start: its revocation cannot have been missed. */
const later = () => ({ issuedAt: Math.floor(Date.now() / 1000) + CLOCK_SKEW_S + 1 });
const inTenMinutes = () => new Date(Date.now() + 600_000).toISOString();

describe('a revoked access token', () => {
  test('of a demoted owner promotes nobody within two seconds, on no call', async () => {
    const person = build('owner');
    const token = await gateway.authorization(person);
    gateway.sessions.set(person.id, { elevatedUntil: inTenMinutes() });
    expect([await getStaff(token), await setRole(token), await getCart(token)]).toEqual(Array(3).fill('allowed'));
    // The user service publishes it in the write that changes the role.
    await gateway.sessions.publishRevoked({ userId: person.id, sessionVersion: 1, reason: 'demoted' });
    await eventually(async () => expect(await setRole(token)).toBe('SESSION_REVOKED'), 2_000);
    gateway.upstream.seen.length = 0;
    expect([await getStaff(token), await getCart(token)]).toEqual(['SESSION_REVOKED', 'SESSION_REVOKED']);
    expect(gateway.upstream.seen).toEqual([]);
  });

  test('is a guest’s on public calls', async () => {
    const person = build();
    const token = await gateway.authorization(person);
    const preview = () => call('POST', '/api/cart/preview', token, { lines: [] });
    const sentIdentity = () => verifiedBy('cart', gateway.upstream.last.headers[IDENTITY_HEADER])?.identity;
    expect([await preview(), sentIdentity()?.id]).toEqual(['allowed', person.id]);
    await gateway.sessions.publishRevoked({ userId: person.id, sessionVersion: 1, reason: 'deleted' });
    await eventually(async () => expect([await preview(), sentIdentity()]).toEqual(['allowed', undefined]), 2_000);
  });

  test.each(['deleted', 'password_changed', 'reset', 'promoted'] as const)(
    'ends when the account was %s; the next token is accepted',
    async (reason) => {
      const person = build();
      const token = await gateway.authorization(person, later());
      expect(await getCart(token)).toBe('allowed');
      await gateway.sessions.publishRevoked({ userId: person.id, sessionVersion: 3, reason });
      await eventually(async () => expect(await getCart(token)).toBe('SESSION_REVOKED'), 2_000);
      gateway.sessions.set(person.id, { sessionVersion: 3 });
      expect(await getCart(await gateway.authorization(person, { ...later(), version: 3 }))).toBe('allowed');
      // An older event that arrives late brings nothing back.
      await gateway.sessions.publishRevoked({ userId: person.id, sessionVersion: 2, reason });
      expect(await getCart(token)).toBe('SESSION_REVOKED');
    },
  );

  test('ends at logout, and those of other devices stay', async () => {
    const phone = build();
    const laptop = buildIdentity({ id: phone.id });
    const [onPhone, onLaptop] = [await gateway.authorization(phone), await gateway.authorization(laptop)];
    expect([await getCart(onPhone), await getCart(onLaptop)]).toEqual(['allowed', 'allowed']);
    const { id: userId, sessionId } = phone;
    await gateway.sessions.publishRevoked({ userId, sessionId, sessionVersion: 0, reason: 'logged_out' });
    await eventually(async () => expect(await getCart(onPhone)).toBe('SESSION_REVOKED'), 2_000);
    expect(await getCart(onLaptop)).toBe('allowed');
  });

  test('is refused by a gateway that missed the event', async () => {
    const [person, other] = [build(), build()];
    const [token, othersToken] = [await gateway.authorization(person), await gateway.authorization(other)];
    expect([await getCart(token), await getCart(othersToken)]).toEqual(['allowed', 'allowed']);
    await nats.kill();
    gateway.sessions.set(person.id, { sessionVersion: 1 });
    // No service can reply: an outage logs no customer out.
    await eventually(async () => expect(await getCart(token)).toBe('allowed'));
    await nats.start();
    await eventually(async () => expect(await getCart(token)).toBe('SESSION_REVOKED'));
    expect(await getCart(othersToken)).toBe('allowed');
  });

  test('is refused by a gateway that started later', async () => {
    const person = build();
    const token = await gateway.authorization(person);
    gateway.sessions.end(person.sessionId);
    // No gateway has seen this session before.
    expect(await getCart(token)).toBe('SESSION_REVOKED');
  });
});

describe('a session of staff', () => {
  test('is confirmed by the user service, at most once a second', async () => {
    const person = build('owner');
    const token = await gateway.authorization(person, later());
    const checks = () => gateway.sessions.checked.filter((id) => id === person.sessionId).length;
    expect(await Promise.all(Array.from({ length: 20 }, () => getStaff(token)))).toEqual(Array(20).fill('allowed'));
    expect(checks()).toBe(1);
    // The event was lost.
    gateway.sessions.set(person.id, { sessionVersion: 1 });
    await sleep(CACHED_MS);
    expect(await getStaff(token)).toBe('SESSION_REVOKED');
    expect(checks()).toBe(2);
  });

  test('has the rights of the role that the user service knows', async () => {
    const person = build('owner');
    const token = await gateway.authorization(person);
    gateway.sessions.set(person.id, { role: 'catalogue', emailVerified: false });
    expect(await getStaff(token)).toBe('FORBIDDEN');
    expect(await getCart(token)).toBe('allowed');
    const { identity } = verifiedBy('cart', gateway.upstream.last.headers[IDENTITY_HEADER]) ?? {};
    expect(identity).toMatchObject({ id: person.id, role: 'catalogue', emailVerified: false });
  });

  test('waits for its second factor on calls of staff, and sets it up with the rights of a customer', async () => {
    const person = build('owner');
    const token = await gateway.authorization(person);
    gateway.sessions.set(person.id, { isSecondFactorSetupRequired: true });
    expect(await getStaff(token)).toBe('SECOND_FACTOR_SETUP_REQUIRED');
    const roleSeenBy = (service: string) =>
      verifiedBy(service, gateway.upstream.last.headers[IDENTITY_HEADER])?.identity?.role;
    expect([await call('GET', '/api/users/second-factor', token), roleSeenBy('user')]).toEqual(['allowed', 'user']);
    const getOrders = () => call('GET', `/api/orders/${build().id}`, token);
    expect([await getOrders(), roleSeenBy('order')]).toEqual(['allowed', 'user']);
    await sleep(CACHED_MS);
    gateway.sessions.set(person.id, { isSecondFactorSetupRequired: false });
    expect([await getOrders(), roleSeenBy('order')]).toEqual(['allowed', 'owner']);
  });

  test('continues without the user service for minutes, but without step-ups', async () => {
    const [known, unknown] = [build('owner'), build('owner')];
    const token = await gateway.authorization(known);
    gateway.sessions.set(known.id, { elevatedUntil: inTenMinutes() });
    expect(await getStaff(token)).toBe('allowed');
    gateway.sessions.isDown = true;
    await sleep(CACHED_MS);
    const outcomes = [
      getStaff(token),
      setRole(token),
      getStaff(await gateway.authorization(unknown)),
      getCart(await gateway.authorization(build())),
    ];
    expect(await Promise.all(outcomes)).toEqual(['allowed', 'UNAVAILABLE', 'UNAVAILABLE', 'allowed']);
  });

  test('waits seconds for a step-up, and one lost reply fails nobody else', async () => {
    const [first, second] = [build('owner'), build('owner')];
    const [firstToken, secondToken] = [await gateway.authorization(first), await gateway.authorization(second)];
    for (const { id } of [first, second]) gateway.sessions.set(id, { elevatedUntil: inTenMinutes() });
    // After the last test's outage.
    await eventually(async () => expect(await getStaff(await gateway.authorization(build('owner')))).toBe('allowed'));
    gateway.sessions.isDown = true;
    const waiting = setRole(firstToken);
    expect(await getStaff(firstToken)).toBe('UNAVAILABLE');
    gateway.sessions.isDown = false;
    expect([await getStaff(secondToken), await setRole(secondToken), await waiting]).toEqual(Array(3).fill('allowed'));
  });

  test('waits while revocations cannot arrive; the state of the store stays visible', async () => {
    const person = build('owner');
    const token = await gateway.authorization(person);
    // After the last test's outage.
    await eventually(async () => expect(await getStaff(token)).toBe('allowed'));
    await nats.kill();
    await sleep(CACHED_MS);
    await eventually(async () => expect(await getStaff(token)).toBe('UNAVAILABLE'));
    expect(await call('GET', '/api/system', token)).toBe('allowed');
    await nats.start();
    await eventually(async () => expect(await getStaff(token)).toBe('allowed'));
  });
});

describe('a call that needs a step-up', () => {
  test('is refused without one, and not forwarded', async () => {
    const token = await gateway.authorization(build('owner'));
    expect(await setRole(token)).toBe('STEP_UP_REQUIRED');
    expect(gateway.upstream.seen).toEqual([]);
  });

  test('is accepted at once after the step-up, until it ends', async () => {
    const person = build('owner');
    const token = await gateway.authorization(person);
    expect(await setRole(token)).toBe('STEP_UP_REQUIRED');
    const elevatedUntil = Date.now() + 1_500;
    gateway.sessions.set(person.id, { elevatedUntil: new Date(elevatedUntil).toISOString() });
    expect(await setRole(token)).toBe('allowed');
    const { identity } = verifiedBy('user', gateway.upstream.last.headers[IDENTITY_HEADER]) ?? {};
    expect(identity?.elevatedUntil).toBe(elevatedUntil);
    await sleep(elevatedUntil - Date.now() + 10);
    expect(await setRole(token)).toBe('STEP_UP_REQUIRED');
  });

  test('of a customer is decided by the same state', async () => {
    const person = build();
    const token = await gateway.authorization(person, later());
    const getExport = () => call('GET', '/api/users/account/export', token);
    expect(await getExport()).toBe('STEP_UP_REQUIRED');
    gateway.sessions.set(person.id, { elevatedUntil: inTenMinutes() });
    expect(await getExport()).toBe('allowed');
  });

  test('does not elevate other calls', async () => {
    const person = build('owner');
    const token = await gateway.authorization(person);
    gateway.sessions.set(person.id, { elevatedUntil: inTenMinutes() });
    expect(await getStaff(token)).toBe('allowed');
    const { identity } = verifiedBy('user', gateway.upstream.last.headers[IDENTITY_HEADER]) ?? {};
    expect(identity).toMatchObject({ id: person.id });
    expect(identity?.elevatedUntil).toBeUndefined();
  });
});
