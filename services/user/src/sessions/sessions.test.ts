import { getModelToken } from '@nestjs/mongoose';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose';
import type { Model } from 'mongoose';
import { ACCOUNT, type AccountRecord } from '../accounts/account.schema.js';
import { Browser } from '../testing/browser.js';
import { password, startTestUserService, type TestUserService, tokenOf } from '../testing/test-user-service.js';
import { SigningKeys } from '../tokens/signing-keys.js';
import {
  CUSTOMER_SESSION_LIFETIME_MS,
  MAX_SESSIONS,
  SESSION_IDLE_MS,
  STAFF_SESSION_LIFETIME_MS,
} from '../user.config.js';
import { SESSION, type SessionRecord } from './session.schema.js';
import { GRACE_MS } from './sessions.service.js';

let service: TestUserService;
let customer: Identity;
let phone: Browser;
let laptop: Browser;
beforeAll(async () => {
  service = await startTestUserService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  customer = await service.addCustomer();
  await sessions().deleteMany({ userId: customer.id });
  phone = new Browser(
    service,
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
  );
  laptop = new Browser(service);
  await phone.logIn(customer.email, password);
  await laptop.logIn(customer.email, password);
});

const sessions = () => service.app.get<Model<SessionRecord>>(getModelToken(SESSION));
const accounts = () => service.app.get<Model<AccountRecord>>(getModelToken(ACCOUNT));
const isOpen = { endedAt: { $exists: false } };
const idOf = ({ cookie }: Browser) => cookie?.split('.')[0] ?? 'no session';
/** Ends the grace period of the last rotation. */
const endGrace = (browser: Browser) =>
  sessions().updateOne({ _id: idOf(browser) }, { $set: { 'replaced.at': new Date(Date.now() - GRACE_MS - 1) } });
const copiesOf = (session: SessionRecord, count: number): SessionRecord[] =>
  Array.from({ length: count }, () => ({ ...session, _id: crypto.randomUUID(), lastUsedAt: new Date() }));
const addSessions = async (count: number) =>
  sessions().insertMany(copiesOf(await sessions().findById(idOf(phone)).orFail().lean<SessionRecord>(), count));
const ended = { status: 401, body: { success: false, code: 'SESSION_ENDED' } };

describe('a login', () => {
  it('sets a cookie that scripts and other sites cannot use, for account calls only', async () => {
    const { setCookie, body } = await laptop.logIn(customer.email, password);
    const [value, ...attributes] = (setCookie ?? '').split('; ');
    expect(value).toMatch(/^rangavalli_refresh=[\da-f-]{36}\.[\w-]{43}$/);
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Strict']);
    expect(decodeJwt(body.token)['sid']).toBe(idOf(laptop));
  });

  it('stores only the hash of the secret', async () => {
    const stored = JSON.stringify(await sessions().findById(idOf(laptop)).lean());
    expect(stored).not.toContain(laptop.cookie?.split('.')[1]);
  });

  it('ends the previous session of the same browser', async () => {
    const before = idOf(laptop);
    await laptop.logIn(customer.email, password);
    expect(await sessions().exists({ _id: before, ...isOpen })).toBeNull();
    expect(await sessions().countDocuments({ userId: customer.id, ...isOpen })).toBe(2);
  });

  it('with a wrong password sets no cookie and keeps the session', async () => {
    expect((await laptop.logIn(customer.email, 'wrong horse')).setCookie).toBeUndefined();
    expect((await laptop.refresh()).status).toBe(200);
  });
});

describe('a refresh', () => {
  it('returns a token for 15 minutes and rotates the secret in the cookie', async () => {
    const before = laptop.cookie;
    const { status, body } = await laptop.refresh();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      user: { _id: customer.id, email: customer.email, role: 'user', orders: [] },
    });
    const { exp = 0, iat = 0, sub, sid } = decodeJwt(body.token);
    expect({ life: exp - iat, sub, sid }).toEqual({ life: 900, sub: customer.id, sid: idOf(laptop) });
    expect(laptop.cookie).not.toBe(before);
    await endGrace(laptop);
    expect((await laptop.refresh()).status).toBe(200);
  });

  it('of twenty simultaneous tabs yields one session with one secret', async () => {
    const tabs = Array.from({ length: 20 }, () => laptop.copy());
    const responses = await Promise.all(tabs.map((tab) => tab.refresh()));
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(tabs.map(({ cookie }) => cookie)).size).toBe(1);
    expect(tabs[0]?.cookie).not.toBe(laptop.cookie);
    expect(await sessions().countDocuments({ userId: customer.id, ...isOpen })).toBe(2);
    await endGrace(laptop);
    expect((await (tabs[7] as Browser).refresh()).status).toBe(200);
  });

  it('whose response was lost can be repeated, and yields the valid cookie', async () => {
    const lost = laptop.copy();
    await lost.refresh();
    expect((await laptop.refresh()).status).toBe(200);
    expect(laptop.cookie).toBe(lost.cookie);
    await endGrace(laptop);
    expect((await laptop.refresh()).status).toBe(200);
  });

  it('does not rotate again within the grace period', async () => {
    const late = laptop.copy();
    await laptop.refresh();
    const second = laptop.cookie;
    await laptop.refresh();
    expect(laptop.cookie).toBe(second);
    expect((await late.refresh()).status).toBe(200);
    expect(late.cookie).toBe(second);
  });

  it('with a replaced secret ends the session for both holders', async () => {
    const thief = laptop.copy();
    await laptop.refresh();
    await endGrace(laptop);
    expect(await thief.refresh()).toMatchObject(ended);
    expect(await laptop.refresh()).toMatchObject(ended);
    expect((await phone.refresh()).status).toBe(200);
  });

  it('by a thief is detected at the next one of the owner', async () => {
    const thief = laptop.copy();
    expect((await thief.refresh()).status).toBe(200);
    await endGrace(laptop);
    expect(await laptop.refresh()).toMatchObject(ended);
    expect(await thief.refresh()).toMatchObject(ended);
  });

  it('by a thief within the grace period is detected one step later', async () => {
    const thief = laptop.copy();
    await laptop.refresh();
    await thief.refresh();
    await endGrace(laptop);
    await thief.refresh();
    await endGrace(laptop);
    expect(await laptop.refresh()).toMatchObject(ended);
    expect(await thief.refresh()).toMatchObject(ended);
  });

  it('that is rejected does not change the cookie', async () => {
    await sessions().deleteOne({ _id: idOf(laptop) });
    expect(await laptop.refresh()).toMatchObject({ ...ended, setCookie: undefined });
  });

  it.each([
    undefined,
    'rubbish',
    `${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}.${'a'.repeat(43)}`,
    '{"$ne":""}.x',
  ])('with the cookie %s is rejected', async (cookie) => {
    laptop.cookie = cookie;
    expect(await laptop.refresh()).toMatchObject(ended);
  });

  it('is rejected 30 days after the last one', async () => {
    await sessions().updateOne(
      { _id: idOf(laptop) },
      { $set: { lastUsedAt: new Date(Date.now() - SESSION_IDLE_MS - 1) } },
    );
    expect(await laptop.refresh()).toMatchObject(ended);
    const indexes = await sessions().collection.indexes();
    expect(indexes.find(({ key }) => JSON.stringify(key) === '{"lastUsedAt":1}')?.expireAfterSeconds).toBe(30 * 86_400);
  });

  it('returns the present name and role, and fails when the account is gone', async () => {
    await accounts().updateOne({ _id: customer.id }, { $set: { role: 'owner', name: 'Meera Menon' } });
    const { body } = await laptop.refresh();
    expect(decodeJwt(body.token)).toMatchObject({ role: 'owner', name: 'Meera Menon' });
    await accounts().deleteOne({ _id: customer.id });
    expect(await laptop.refresh()).toMatchObject(ended);
    expect(await phone.refresh()).toMatchObject(ended);
  });

  it('works after the signing keys were rotated', async () => {
    const keys = service.app.get(SigningKeys);
    const rotate = async () => keys.rotate((await keys.published())[0]?.kid ?? '');
    const old = (await laptop.refresh()).body.token;
    await rotate();
    // The previous key stays published for at least a day, the maximum lifetime of a token.
    await jwtVerify(old, createLocalJWKSet({ keys: await keys.published() }));
    await rotate();
    await rotate();
    const { status, body } = await laptop.refresh();
    expect(status).toBe(200);
    await jwtVerify(body.token, createLocalJWKSet({ keys: await keys.published() }));
  });
});

describe('a logout', () => {
  it('ends the session and removes the cookie; it is idempotent and needs no cookie', async () => {
    const copy = laptop.copy();
    const first = await laptop.call('POST /users/logout', {});
    expect(first).toMatchObject({ status: 200, body: { success: true } });
    expect(first.setCookie).toBe('rangavalli_refresh=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict');
    expect(await copy.refresh()).toMatchObject(ended);
    expect((await copy.call('POST /users/logout', {})).status).toBe(200);
    expect((await laptop.call('POST /users/logout', {})).status).toBe(200);
    expect((await phone.refresh()).status).toBe(200);
  });

  it('with a replaced secret ends the session too', async () => {
    const old = laptop.copy();
    await laptop.refresh();
    await old.call('POST /users/logout', {});
    expect(await laptop.refresh()).toMatchObject(ended);
  });
});

describe('a new password', () => {
  const change = (browser: Browser, from = password, to = 'another horse 8') =>
    browser.call('PUT /users/password', { body: { currentPassword: from, newPassword: to } }, customer);

  it('ends every other session and sets a new cookie', async () => {
    const stolen = laptop.copy();
    const { status, setCookie } = await change(laptop);
    expect(status).toBe(200);
    expect(setCookie).toContain('HttpOnly');
    expect((await laptop.refresh()).status).toBe(200);
    expect(await phone.refresh()).toMatchObject(ended);
    expect(await stolen.refresh()).toMatchObject(ended);
    expect((await laptop.refresh()).status).toBe(200);
  });

  it('that is rejected ends no session', async () => {
    expect((await change(laptop, 'wrong horse')).setCookie).toBeUndefined();
    expect((await phone.refresh()).status).toBe(200);
  });

  it('ends sessions even when their documents were not deleted', async () => {
    await accounts().updateOne({ _id: customer.id }, { $inc: { sessionVersion: 1 } });
    expect(await laptop.refresh()).toMatchObject(ended);
    expect((await phone.call('GET /users/sessions', {}, customer)).body.sessions).toEqual([]);
  });

  it('set by an emailed link ends all sessions', async () => {
    const emails = () => service.emailsTo(customer.email, 'password-reset');
    await service.call('POST /users/password/forgot', { body: { email: customer.email } });
    await eventually(() => expect(emails()).toHaveLength(1));
    const body = { token: tokenOf(emails()[0]), password: 'another horse 8' };
    expect((await service.call('POST /users/password/reset', { body })).status).toBe(200);
    expect(await laptop.refresh()).toMatchObject(ended);
    expect(await phone.refresh()).toMatchObject(ended);
  });
});

describe('the list of sessions', () => {
  it('shows the most recent first, marks the current one and contains no secrets', async () => {
    const { body } = await laptop.call('GET /users/sessions', {}, customer);
    expect(body.sessions.map(({ device, current }) => ({ device, current }))).toEqual([
      { device: 'Firefox on Linux', current: true },
      { device: 'Chrome on Android', current: false },
    ]);
    expect(Object.keys(body.sessions[0] ?? {}).sort()).toEqual([
      'current',
      'device',
      'expiresAt',
      'id',
      'lastUsedAt',
      'startedAt',
    ]);
  });

  it('lets only the owner end a session', async () => {
    const other = await service.addCustomer();
    const end = (as: Identity) => laptop.call('DELETE /users/sessions/{id}', { params: { id: idOf(phone) } }, as);
    expect((await end(other)).status).toBe(200);
    expect((await phone.refresh()).status).toBe(200);
    expect((await end(customer)).status).toBe(200);
    expect((await end(customer)).status).toBe(200);
    expect(await phone.refresh()).toMatchObject(ended);
    expect(
      (await laptop.call('GET /users/sessions', {}, other)).body.sessions.some(({ id }) => id === idOf(laptop)),
    ).toBe(false);
  });
});

describe('the absolute lifetime', () => {
  const lifetimeOf = async (browser: Browser) => {
    const { startedAt, expiresAt } = await sessions().findById(idOf(browser)).orFail().lean<SessionRecord>();
    return expiresAt.getTime() - startedAt.getTime();
  };

  it('is 90 days for customers and 12 hours for staff', async () => {
    expect(await lifetimeOf(laptop)).toBe(CUSTOMER_SESSION_LIFETIME_MS);
    const support = await service.addStaff('support');
    const browser = new Browser(service);
    const { setCookie } = await browser.logIn(support.email, password);
    expect(await lifetimeOf(browser)).toBe(STAFF_SESSION_LIFETIME_MS);
    expect(setCookie).toMatch(/Max-Age=4(3200|3199)/);
  });

  it('ends a session however often it was used', async () => {
    await laptop.refresh();
    await sessions().updateOne({ _id: idOf(laptop) }, { $set: { expiresAt: new Date(Date.now() - 1) } });
    expect(await laptop.refresh()).toMatchObject(ended);
    expect((await phone.call('GET /users/sessions', {}, customer)).body.sessions).toHaveLength(1);
  });
});

describe('the end of a session', () => {
  const revocations = async () => (await service.events('user.revoked')).map(({ data }) => data);

  it('is published to the gateways, with the session of a logout', async () => {
    const sessionId = idOf(laptop);
    await laptop.call('POST /users/logout', {});
    await eventually(async () =>
      expect(await revocations()).toContainEqual({
        userId: customer.id,
        sessionVersion: 0,
        sessionId,
        reason: 'logged_out',
      }),
    );
  });

  it('is published for all sessions after a new password', async () => {
    const body = { currentPassword: password, newPassword: 'another horse 8' };
    await laptop.call('PUT /users/password', { body }, customer);
    await eventually(async () =>
      expect(await revocations()).toContainEqual({
        userId: customer.id,
        sessionVersion: 1,
        reason: 'password_changed',
      }),
    );
  });

  it('of all others leaves the own one', async () => {
    const own = { ...customer, sessionId: idOf(laptop) };
    expect((await laptop.call('DELETE /users/sessions', {}, own)).status).toBe(200);
    expect(await phone.refresh()).toMatchObject(ended);
    expect((await laptop.refresh()).status).toBe(200);
  });

  it('of all others has no limit', async () => {
    await addSessions(120);
    const own = { ...customer, sessionId: idOf(laptop) };
    expect((await laptop.call('DELETE /users/sessions', {}, own)).status).toBe(200);
    const left = await sessions()
      .find({ userId: customer.id, ...isOpen })
      .lean<SessionRecord[]>();
    expect(left.map(({ _id }) => _id)).toEqual([idOf(laptop)]);
  });

  it.each(['DELETE /users/sessions', 'DELETE /users/sessions/{id}'] as const)('by %s needs a step-up', async (key) => {
    const lowered = { ...customer, sessionId: idOf(laptop), elevatedUntil: 0 };
    const request = { params: { id: idOf(phone) } };
    expect(await laptop.call(key, request as never, lowered)).toMatchObject({
      status: 403,
      body: { code: 'STEP_UP_REQUIRED' },
    });
    expect((await phone.refresh()).status).toBe(200);
  });

  it('comes with the 51st of an account, for the least recently used one', async () => {
    const limited = await startTestUserService({ RATE_LIMIT: 'on' });
    try {
      const { email, id, sessionId } = await limited.addCustomer();
      const stored = limited.app.get<Model<SessionRecord>>(getModelToken(SESSION));
      const first = await stored.findById(sessionId).orFail().lean<SessionRecord>();
      await stored.insertMany(copiesOf(first, MAX_SESSIONS - 1));
      const isActive = async (session: string) => (await stored.exists({ _id: session, ...isOpen })) !== null;
      expect(await isActive(sessionId)).toBe(true);
      const last = await limited.logIn(email);
      expect([await isActive(sessionId), await isActive(last.sessionId)]).toEqual([false, true]);
      expect(await stored.countDocuments({ userId: id, ...isOpen })).toBe(MAX_SESSIONS);
    } finally {
      await limited.stop();
    }
  });
});

describe('the session check of the gateway', () => {
  const check = (sessionId: string, userId = customer.id) =>
    service.app.get(Commands).request('rpc.user.session.check', { userId, sessionId });

  it('returns the present state in the database', async () => {
    expect(await check(idOf(laptop))).toEqual({
      isActive: true,
      sessionVersion: 0,
      role: 'user',
      emailVerified: false,
      isSecondFactorSetupRequired: false,
    });
    await accounts().updateOne({ _id: customer.id }, { $set: { role: 'owner', emailVerifiedAt: new Date() } });
    expect(await check(idOf(laptop))).toMatchObject({ role: 'owner', emailVerified: true });
  });

  it.each([
    ['a logout', () => laptop.call('POST /users/logout', {})],
    ['the deletion of the account', () => accounts().deleteOne({ _id: customer.id })],
    ['a new session version', () => accounts().updateOne({ _id: customer.id }, { $inc: { sessionVersion: 1 } })],
  ])('reports an inactive session after %s', async (_what, end) => {
    const sessionId = idOf(laptop);
    await end();
    expect(await check(sessionId)).toEqual({ isActive: false });
  });

  it("does not accept another account's session", async () => {
    const other = await service.addCustomer();
    expect(await check(idOf(laptop), other.id)).toEqual({ isActive: false });
  });
});
