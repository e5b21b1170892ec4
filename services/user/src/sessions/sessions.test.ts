import { getModelToken } from '@nestjs/mongoose';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose';
import type { Model } from 'mongoose';
import { ACCOUNT, type AccountRecord } from '../accounts/account.schema.js';
import { Browser } from '../testing/browser.js';
import { password, startUserBench, type UserBench } from '../testing/user-bench.js';
import { SigningKeys } from '../tokens/signing-keys.js';
import { GRACE_MS } from './sessions.service.js';
import { SESSION, SESSION_LIFE_MS, type SessionRecord } from './session.schema.js';

let shop: UserBench;
let meera: Identity;
let phone: Browser;
let laptop: Browser;
beforeAll(async () => {
  shop = await startUserBench();
});
afterAll(() => shop.stop());
beforeEach(async () => {
  meera = await shop.shopper();
  await sessions().deleteMany({ userId: meera.id });
  phone = new Browser(
    shop,
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
  );
  laptop = new Browser(shop);
  await phone.logIn(meera.email, password);
  await laptop.logIn(meera.email, password);
});

const sessions = () => shop.app.get<Model<SessionRecord>>(getModelToken(SESSION));
const accounts = () => shop.app.get<Model<AccountRecord>>(getModelToken(ACCOUNT));
const idOf = ({ cookie }: Browser) => cookie?.split('.')[0] ?? 'no session';
/** Lets the grace after the last replacement pass. */
const graceIsOver = (browser: Browser) =>
  sessions().updateOne({ _id: idOf(browser) }, { $set: { 'replaced.at': new Date(Date.now() - GRACE_MS - 1) } });
const ended = { status: 401, body: { success: false, code: 'SESSION_ENDED' } };

describe('logging in', () => {
  it('gives a cookie that scripts and other sites cannot use, for the calls of accounts only', async () => {
    const { setCookie, body } = await laptop.logIn(meera.email, password);
    const [value, ...attributes] = (setCookie ?? '').split('; ');
    expect(value).toMatch(/^rangavalli_refresh=[\da-f-]{36}\.[\w-]{43}$/);
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/api/users', 'SameSite=Strict']);
    expect(decodeJwt(body.token)['sid']).toBe(idOf(laptop));
  });

  it('keeps no secret, only its hash', async () => {
    const stored = JSON.stringify(await sessions().findById(idOf(laptop)).lean());
    expect(stored).not.toContain(laptop.cookie?.split('.')[1]);
  });

  it('again in the same browser ends the session before, whose cookie nobody holds any more', async () => {
    const before = idOf(laptop);
    await laptop.logIn(meera.email, password);
    expect(await sessions().exists({ _id: before })).toBeNull();
    expect(await sessions().countDocuments({ userId: meera.id })).toBe(2);
  });

  it('with a wrong password sets no cookie and leaves the session that is there', async () => {
    expect((await laptop.logIn(meera.email, 'wrong horse')).setCookie).toBeUndefined();
    expect((await laptop.refresh()).status).toBe(200);
  });
});

describe('a refresh', () => {
  it('gives a new token for a quarter of an hour, and another secret in the cookie', async () => {
    const before = laptop.cookie;
    const { status, body } = await laptop.refresh();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      user: { _id: meera.id, email: meera.email, role: 'user', orders: [] },
    });
    const { exp = 0, iat = 0, sub, sid } = decodeJwt(body.token);
    expect({ life: exp - iat, sub, sid }).toEqual({ life: 900, sub: meera.id, sid: idOf(laptop) });
    expect(laptop.cookie).not.toBe(before);
    await graceIsOver(laptop);
    expect((await laptop.refresh()).status).toBe(200);
  });

  it('by twenty tabs at once goes on as one session with one secret', async () => {
    const tabs = Array.from({ length: 20 }, () => laptop.copy());
    const answers = await Promise.all(tabs.map((tab) => tab.refresh()));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(tabs.map(({ cookie }) => cookie)).size).toBe(1);
    expect(tabs[0]?.cookie).not.toBe(laptop.cookie);
    expect(await sessions().countDocuments({ userId: meera.id })).toBe(2);
    await graceIsOver(laptop);
    expect((await (tabs[7] as Browser).refresh()).status).toBe(200);
  });

  it('whose answer was lost is asked again, and the browser has the cookie that counts', async () => {
    const lost = laptop.copy();
    await lost.refresh();
    expect((await laptop.refresh()).status).toBe(200);
    expect(laptop.cookie).toBe(lost.cookie);
    await graceIsOver(laptop);
    expect((await laptop.refresh()).status).toBe(200);
  });

  it('replaces nothing twice while a late one may still come', async () => {
    const late = laptop.copy();
    await laptop.refresh();
    const second = laptop.cookie;
    await laptop.refresh();
    expect(laptop.cookie).toBe(second);
    expect((await late.refresh()).status).toBe(200);
    expect(late.cookie).toBe(second);
  });

  it('by a replaced secret ends the whole session, the owner’s too', async () => {
    const thief = laptop.copy();
    await laptop.refresh();
    await graceIsOver(laptop);
    expect(await thief.refresh()).toMatchObject(ended);
    expect(await laptop.refresh()).toMatchObject(ended);
    expect((await phone.refresh()).status).toBe(200);
  });

  it('by a thief first is found out at the owner’s next', async () => {
    const thief = laptop.copy();
    expect((await thief.refresh()).status).toBe(200);
    await graceIsOver(laptop);
    expect(await laptop.refresh()).toMatchObject(ended);
    expect(await thief.refresh()).toMatchObject(ended);
  });

  it('by a thief within the grace is found out one step later', async () => {
    const thief = laptop.copy();
    await laptop.refresh();
    await thief.refresh();
    await graceIsOver(laptop);
    await thief.refresh();
    await graceIsOver(laptop);
    expect(await laptop.refresh()).toMatchObject(ended);
    expect(await thief.refresh()).toMatchObject(ended);
  });

  it('leaves the cookie alone when it is refused: a fresh one may have come meanwhile', async () => {
    await sessions().deleteOne({ _id: idOf(laptop) });
    expect(await laptop.refresh()).toMatchObject({ ...ended, setCookie: undefined });
  });

  it.each([
    undefined,
    'rubbish',
    `${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}.${'a'.repeat(43)}`,
    '{"$ne":""}.x',
  ])('by the cookie %s is refused', async (cookie) => {
    laptop.cookie = cookie;
    expect(await laptop.refresh()).toMatchObject(ended);
  });

  it('after thirty days of silence is too late', async () => {
    await sessions().updateOne({ _id: idOf(laptop) }, { $set: { usedAt: new Date(Date.now() - SESSION_LIFE_MS - 1) } });
    expect(await laptop.refresh()).toMatchObject(ended);
    const indexes = await sessions().collection.indexes();
    expect(indexes.find(({ key }) => JSON.stringify(key) === '{"usedAt":1}')?.expireAfterSeconds).toBe(30 * 86_400);
  });

  it('brings name and role as they are now, and ends with the account', async () => {
    await accounts().updateOne({ _id: meera.id }, { $set: { role: 'admin', name: 'Meera Menon' } });
    const { body } = await laptop.refresh();
    expect(decodeJwt(body.token)).toMatchObject({ role: 'admin', name: 'Meera Menon' });
    await accounts().deleteOne({ _id: meera.id });
    expect(await laptop.refresh()).toMatchObject(ended);
    expect(await phone.refresh()).toMatchObject(ended);
  });

  it('does not care for signing keys: nobody is logged out by new ones', async () => {
    const keys = shop.app.get(SigningKeys);
    const rotate = async () => keys.rotate((await keys.published())[0]?.kid ?? '');
    const old = (await laptop.refresh()).body.token;
    await rotate();
    // The old key is published for as long as it is the one before the newest: a day at least, a token's longest life.
    await jwtVerify(old, createLocalJWKSet({ keys: await keys.published() }));
    await rotate();
    await rotate();
    const { status, body } = await laptop.refresh();
    expect(status).toBe(200);
    await jwtVerify(body.token, createLocalJWKSet({ keys: await keys.published() }));
  });
});

describe('logging out', () => {
  it('ends the session and takes the cookie away; twice is fine, and without a cookie too', async () => {
    const copy = laptop.copy();
    const first = await laptop.call('POST /users/logout', {});
    expect(first).toMatchObject({ status: 200, body: { success: true } });
    expect(first.setCookie).toBe('rangavalli_refresh=; Path=/api/users; Max-Age=0; HttpOnly; SameSite=Strict');
    expect(await copy.refresh()).toMatchObject(ended);
    expect((await copy.call('POST /users/logout', {})).status).toBe(200);
    expect((await laptop.call('POST /users/logout', {})).status).toBe(200);
    expect((await phone.refresh()).status).toBe(200);
  });

  it('by a secret that was replaced ends the session too', async () => {
    const old = laptop.copy();
    await laptop.refresh();
    await old.call('POST /users/logout', {});
    expect(await laptop.refresh()).toMatchObject(ended);
  });
});

describe('a new password', () => {
  const change = (browser: Browser, from = password, to = 'another horse 8') =>
    browser.call('PUT /users/password', { body: { currentPassword: from, newPassword: to } }, meera);

  it('ends every other session, and goes on here with another cookie', async () => {
    const stolen = laptop.copy();
    const { status, setCookie } = await change(laptop);
    expect(status).toBe(200);
    expect(setCookie).toContain('HttpOnly');
    expect((await laptop.refresh()).status).toBe(200);
    expect(await phone.refresh()).toMatchObject(ended);
    expect(await stolen.refresh()).toMatchObject(ended);
    expect((await laptop.refresh()).status).toBe(200);
  });

  it('that is refused ends nothing', async () => {
    expect((await change(laptop, 'wrong horse')).setCookie).toBeUndefined();
    expect((await phone.refresh()).status).toBe(200);
  });

  it('ends sessions even when tidying up never happened, and one that an old password was about to begin', async () => {
    await accounts().updateOne({ _id: meera.id }, { $inc: { sessionEra: 1 } });
    expect(await laptop.refresh()).toMatchObject(ended);
    expect((await phone.call('GET /users/sessions', {}, meera)).body.sessions).toEqual([]);
  });

  it('by letter ends all sessions', async () => {
    const mine = async () => (await shop.letters()).filter((letter) => letter.includes(`To: ${meera.email}`));
    await shop.call('POST /users/password/forgot', { body: { email: meera.email } });
    const letter = await eventually(async () => (await mine())[0] ?? Promise.reject(new Error('no letter yet')));
    const token =
      /\/reset-password#token=([\w.-]+)/.exec(letter.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))?.[1] ?? '';
    expect(
      (await shop.call('POST /users/password/reset', { body: { token, password: 'another horse 8' } })).status,
    ).toBe(200);
    expect(await laptop.refresh()).toMatchObject(ended);
    expect(await phone.refresh()).toMatchObject(ended);
  });
});

describe('where somebody is logged in', () => {
  it('is listed, the latest first, with this browser marked and no secret told', async () => {
    const { body } = await laptop.call('GET /users/sessions', {}, meera);
    expect(body.sessions.map(({ device, current }) => ({ device, current }))).toEqual([
      { device: 'Firefox on Linux', current: true },
      { device: 'Chrome on Android', current: false },
    ]);
    expect(Object.keys(body.sessions[0] ?? {}).sort()).toEqual(['begunAt', 'current', 'device', 'id', 'usedAt']);
  });

  it('is ended from afar, by its owner only', async () => {
    const stranger = await shop.shopper();
    const end = (as: Identity) => laptop.call('DELETE /users/sessions/{id}', { params: { id: idOf(phone) } }, as);
    expect((await end(stranger)).status).toBe(200);
    expect((await phone.refresh()).status).toBe(200);
    expect((await end(meera)).status).toBe(200);
    expect((await end(meera)).status).toBe(200);
    expect(await phone.refresh()).toMatchObject(ended);
    expect(
      (await laptop.call('GET /users/sessions', {}, stranger)).body.sessions.some(({ id }) => id === idOf(laptop)),
    ).toBe(false);
  });
});

test('behind https the cookie is for https only', async () => {
  const { setRefreshCookie } = await import('./refresh-cookie.js');
  expect(setRefreshCookie({ id: 'i', secret: 's' }, 'https://shop.example')).toBe(
    'rangavalli_refresh=i.s; Path=/api/users; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure',
  );
});
