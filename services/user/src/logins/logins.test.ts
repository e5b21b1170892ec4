import { getModelToken } from '@nestjs/mongoose';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { decodeJwt } from 'jose';
import type { Model } from 'mongoose';
import { SESSION, type SessionRecord } from '../sessions/session.schema.js';
import { GRACE_MS } from '../sessions/sessions.service.js';
import { Browser } from '../testing/browser.js';
import { password, startTestUserService, type TestUserService } from '../testing/test-user-service.js';

let service: TestUserService;
let customer: Identity;
let networks = 0;
beforeAll(async () => {
  service = await startTestUserService({ RATE_LIMIT: 'on' });
});
afterAll(() => service.stop());
beforeEach(async () => {
  customer = await service.addCustomer();
});

const browserElsewhere = () => {
  networks += 1;
  const browser = new Browser(service);
  browser.network = { network: `198.51.100.${networks}` };
  return browser;
};
const fail = async (browser: Browser, times: number, email = customer.email) => {
  const codes = [];
  for (let attempt = 0; attempt < times; attempt += 1)
    codes.push((await browser.logIn(email, 'wrong horse')).body.code);
  return codes;
};

describe('wrong passwords', () => {
  it('elsewhere never keep the right person out', async () => {
    const known = browserElsewhere();
    await known.logIn(customer.email, password);
    await fail(browserElsewhere(), 10);
    expect((await known.logIn(customer.email, password)).status).toBe(200);
    // From a new device in another network too.
    expect((await browserElsewhere().logIn(customer.email, password)).status).toBe(200);
  });

  it.each([
    ['an account', () => customer.email],
    ['an address without an account', () => 'nobody@example.com'],
  ])('of %s need a challenge in their network after five, also for the correct one', async (_what, email) => {
    const attacker = browserElsewhere();
    expect(await fail(attacker, 7, email())).toEqual([
      ...Array(5).fill('INVALID_CREDENTIALS'),
      'CHALLENGE_REQUIRED',
      'CHALLENGE_REQUIRED',
    ]);
    expect(await attacker.logIn(email(), password)).toMatchObject({ status: 428 });
  });

  it('with a solved challenge are verified, and the correct one is accepted', async () => {
    const browser = browserElsewhere();
    await fail(browser, 6);
    browser.network = { ...browser.network, hasSolvedChallenge: true };
    expect(await fail(browser, 1)).toEqual(['INVALID_CREDENTIALS']);
    expect((await browser.logIn(customer.email, password)).status).toBe(200);
  });

  it('of simultaneous requests are counted like sequential ones', async () => {
    const { network } = browserElsewhere();
    const responses = await Promise.all(
      Array.from({ length: 30 }, () => {
        const browser = new Browser(service);
        browser.network = network;
        return browser.logIn(customer.email, 'wrong horse');
      }),
    );
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(responses.filter(({ status }) => status === 428)).toHaveLength(25);
  });

  it('are cleared by the correct one', async () => {
    const browser = browserElsewhere();
    for (let repeat = 0; repeat < 2; repeat += 1) {
      await fail(browser, 4);
      browser.device = undefined;
      expect((await browser.logIn(customer.email, password)).status).toBe(200);
      browser.device = undefined;
    }
  });

  it('from many networks make every unknown device solve a challenge', async () => {
    await Promise.all(Array.from({ length: 25 }, () => fail(browserElsewhere(), 4)));
    expect((await browserElsewhere().logIn(customer.email, password)).status).toBe(428);
  });
});

test.each([
  ['with spaces around it and mixed case', '  MiXed Case hOrse 9 '],
  ['of 64 characters', 'Horse x7 '.repeat(8).slice(0, 64)],
  ['of 128 characters', 'Horse y8 '.repeat(15).slice(0, 128)],
])('a password %s logs in exactly as typed', async (_what, given) => {
  const email = `exact-${given.length}@example.com`;
  const body = { name: 'Meera', email, password: given };
  expect((await service.call('POST /users/register', { body })).status).toBe(201);
  const browser = browserElsewhere();
  for (const other of [given.trim(), given.toLowerCase(), given.slice(0, -1)].filter((text) => text !== given))
    expect((await browser.logIn(email, other)).status).toBe(401);
  expect((await browser.logIn(email, given)).status).toBe(200);
});

describe('a device', () => {
  it('is known by a signed cookie, for the accounts that have logged in with it', async () => {
    const browser = browserElsewhere();
    await browser.logIn(customer.email, password);
    expect(await fail(browser, 8)).toEqual(Array(8).fill('INVALID_CREDENTIALS'));
    const other = await service.addCustomer();
    expect((await fail(browser, 6, other.email)).at(-1)).toBe('CHALLENGE_REQUIRED');
  });

  it('is unknown with a forged or expired cookie', async () => {
    const browser = browserElsewhere();
    await browser.logIn(customer.email, password);
    const [id, expires, signature] = (browser.device ?? '').split('.');
    for (const forged of [
      `${id}.${Number(expires) + 1}.${signature}`,
      `${id}.${expires}.${'a'.repeat(43)}`,
      `${id}.${expires}`,
      'rubbish',
    ]) {
      const attacker = browserElsewhere();
      attacker.device = forged;
      expect((await fail(attacker, 6)).at(-1)).toBe('CHALLENGE_REQUIRED');
    }
  });

  it('that is new is announced, the first one is not', async () => {
    await service.accounts.updateOne({ _id: customer.id }, { $set: { emailVerifiedAt: new Date() } });
    const announced = () => service.emailsTo(customer.email, 'new-device');
    // `addCustomer` logged in with the first one.
    const browser = browserElsewhere();
    await browser.logIn(customer.email, password);
    await eventually(() =>
      expect(announced()).toMatchObject([{ data: { name: 'Meera Nair', device: 'Firefox on Linux' } }]),
    );
    await browser.logIn(customer.email, password);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(announced()).toHaveLength(1);
  });
});

describe('a step-up', () => {
  const stepUp = (body: object, as = customer) =>
    service.call('POST /users/step-up', { body: body as { password: string } }, as);

  it('with the password elevates this session for ten minutes', async () => {
    const { status, body } = await stepUp({ password });
    expect(status).toBe(200);
    const minutes = (Date.parse(body.elevatedUntil) - Date.now()) / 60_000;
    expect([minutes > 9.9, minutes <= 10]).toEqual([true, true]);
  });

  it('with a wrong password does not; ten of them make this session wait, no other one', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1)
      expect(await stepUp({ password: 'wrong horse' })).toMatchObject({
        status: 400,
        body: { code: 'WRONG_PASSWORD' },
      });
    expect(await stepUp({ password })).toMatchObject({ status: 429 });
    expect((await stepUp({ password }, await service.logIn(customer.email))).status).toBe(200);
  });

  it.each([{}, { password, totp: '123456' }, { totp: '12' }])('rejects %j', async (proof) => {
    expect(await stepUp(proof)).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
  });

  it('rotates the secret of the refresh cookie; the access token stays valid', async () => {
    const browser = browserElsewhere();
    const { body: login } = await browser.logIn(customer.email, password);
    const before = browser.copy();
    const { sid: sessionId } = decodeJwt<{ sid: string }>(login.token);
    const as = { ...customer, sessionId };
    const response = await browser.call('POST /users/step-up', { body: { password } }, as);
    expect(response).toMatchObject({ status: 200, setCookie: expect.stringContaining(`${sessionId}.`) });
    expect(browser.cookie).not.toBe(before.cookie);
    expect((await browser.call('GET /users/profile', {}, as)).status).toBe(200);
    await service.app
      .get<Model<SessionRecord>>(getModelToken(SESSION))
      .updateOne({ _id: sessionId }, { $set: { 'replaced.at': new Date(Date.now() - GRACE_MS - 1) } });
    expect((await browser.refresh()).status).toBe(200);
  });

  it('leaves the cookie of another session alone', async () => {
    const browser = browserElsewhere();
    await browser.logIn(customer.email, password);
    expect(await browser.call('POST /users/step-up', { body: { password } }, customer)).toMatchObject({
      status: 200,
      setCookie: undefined,
    });
  });

  it('needs an active session', async () => {
    await service.call('DELETE /users/sessions/{id}', { params: { id: customer.sessionId } }, customer);
    expect(await stepUp({ password })).toMatchObject({ status: 401, body: { code: 'SESSION_ENDED' } });
  });
});
