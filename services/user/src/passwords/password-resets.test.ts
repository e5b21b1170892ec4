import { PRIVACY_NOTICE_VERSION } from '@rangavalli/contracts/entities/account-data';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { Secret, TOTP } from 'otpauth';
import { Browser } from '../testing/browser.js';
import type { AccountRecord } from '../accounts/account.schema.js';
import { TestAuthenticator } from '../testing/authenticator.js';
import { password, startTestUserService, type TestUserService, tokenOf } from '../testing/test-user-service.js';

let service: TestUserService;
let customer: Identity;
beforeAll(async () => {
  service = await startTestUserService({ RATE_LIMIT: 'on' });
});
afterAll(() => service.stop());
beforeEach(async () => {
  service.failEmails(false);
  customer = await service.addCustomer();
});

const accounts = () => service.accounts;
const forgot = (email: string) => service.call('POST /users/password/forgot', { body: { email } });
const reset = (token: string, chosen: string) =>
  service.call('POST /users/password/reset', { body: { token, password: chosen } });
const login = (given: string) =>
  service.call('POST /users/login', { body: { email: customer.email, password: given } });
const emails = () => service.emailsTo(customer.email, 'password-reset');
const requestToken = async () => {
  await forgot(customer.email);
  await eventually(() => expect(emails()).toHaveLength(1));
  return tokenOf(emails()[0]);
};

test('an emailed link sets a new password, once', async () => {
  const token = await requestToken();
  // The address is not confirmed: the email carries no text of users.
  expect(emails()[0]?.data).toEqual({ link: expect.any(String), validMinutes: 30 });
  expect(await reset(token, 'another horse 8')).toMatchObject({ status: 200, body: { success: true } });
  expect((await login(password)).status).toBe(401);
  expect((await login('another horse 8')).status).toBe(200);
  expect(await reset(token, 'a third horse 7')).toMatchObject({ status: 400, body: { code: 'RESET_TOKEN_INVALID' } });
});

test('returns the same response for an address without an account, and sends no email to it', async () => {
  const [unknown, known] = [await forgot('nobody@example.com'), await forgot(customer.email)];
  expect({ status: unknown.status, body: unknown.body }).toEqual({ status: known.status, body: known.body });
  await eventually(() => expect(emails()).toHaveLength(1));
  expect(service.emailsTo('nobody@example.com')).toEqual([]);
});

test('does not store the token', async () => {
  const token = await requestToken();
  const stored = JSON.stringify(await accounts().findById(customer.id).lean());
  expect(token).toMatch(/^\w{24}\.[\w-]{43}$/);
  expect(stored).not.toContain(token.slice(25));
});

test('a link expires after 30 minutes', async () => {
  const token = await requestToken();
  const { resetLinks } = await accounts().findById(customer.id).orFail().lean<AccountRecord>();
  const validMs = (resetLinks?.[0]?.expiresAt.getTime() ?? 0) - Date.now();
  expect([validMs > 29 * 60_000, validMs <= 30 * 60_000]).toEqual([true, true]);
  await accounts().updateOne({ _id: customer.id }, { $set: { 'resetLinks.0.expiresAt': new Date(Date.now() - 1) } });
  expect((await reset(token, 'another horse 8')).body.code).toBe('RESET_TOKEN_INVALID');
});

test('one of two simultaneous resets succeeds', async () => {
  const token = await requestToken();
  const responses = await Promise.all([reset(token, 'another horse 8'), reset(token, 'a third horse 7')]);
  expect(responses.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 400]);
});

test("a stranger's request leaves earlier links valid until one is used", async () => {
  const first = await requestToken();
  await forgot(customer.email);
  await eventually(() => expect(emails()).toHaveLength(2));
  const second = tokenOf(emails()[1]);
  expect((await reset(first, 'another horse 8')).status).toBe(200);
  expect((await reset(second, 'a third horse 7')).body.code).toBe('RESET_TOKEN_INVALID');
});

test('sends at most three emails an hour to one address, with the same response', async () => {
  const responses = [];
  for (let time = 0; time < 6; time += 1) responses.push(await forgot(customer.email));
  await eventually(() => expect(emails()).toHaveLength(3));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(emails()).toHaveLength(3);
  expect(new Set(responses.map(({ status, body }) => `${status} ${body.message}`)).size).toBe(1);
  expect((await reset(tokenOf(emails()[0]), 'another horse 8')).status).toBe(200);
});

test("a stranger's requests elsewhere use up no email of the owner, and all networks together get twelve", async () => {
  const from = (network: string) =>
    service.call('POST /users/password/forgot', { body: { email: customer.email } }, undefined, { network });
  const count = (expected: number) => eventually(() => expect(emails()).toHaveLength(expected));
  for (let time = 0; time < 5; time += 1) await from('203.0.113.1');
  await count(3);
  await from('203.0.113.2');
  await count(4);
  const ofOwner = tokenOf(emails()[3]);
  for (let network = 3; network < 6; network += 1)
    for (let time = 0; time < 3; time += 1) await from(`203.0.113.${network}`);
  await count(12);
  // The links of a stranger replace no link of the owner.
  expect((await reset(ofOwner, 'another horse 8')).status).toBe(200);
  expect(emails()).toHaveLength(12);
});

test('a request whose email failed can be repeated at once', async () => {
  service.failEmails(true);
  const failed = await forgot(customer.email);
  await new Promise((resolve) => setTimeout(resolve, 300));
  service.failEmails(false);
  expect((await reset(await requestToken(), 'another horse 8')).status).toBe(200);
  expect(failed.status).toBe(200);
});

test('a reset ends the challenge of failed logins', async () => {
  const elsewhere = new Browser(service);
  for (let attempt = 0; attempt < 5; attempt += 1) await elsewhere.logIn(customer.email, 'wrong horse');
  expect((await elsewhere.logIn(customer.email, password)).body.code).toBe('CHALLENGE_REQUIRED');
  await reset(await requestToken(), 'another horse 8');
  expect((await elsewhere.logIn(customer.email, 'another horse 8')).status).toBe(200);
});

test('a reset confirms the address, refuses known passwords and is announced', async () => {
  const token = await requestToken();
  expect(await reset(token, 'password123')).toMatchObject({ status: 400, body: { code: 'PASSWORD_BREACHED' } });
  expect((await reset(token, 'another horse 8')).status).toBe(200);
  expect((await service.call('GET /users/profile', {}, customer)).body.user.emailVerified).toBe(true);
  await eventually(() =>
    expect(service.emailsTo(customer.email, 'password-changed')).toMatchObject([{ data: { name: 'Meera Nair' } }]),
  );
});

describe('second factors after a reset', () => {
  const addPasskey = async () => {
    const authenticator = new TestAuthenticator();
    const { options } = (await service.call('POST /users/passkeys/options', {}, customer)).body;
    const body = { name: 'Phone', passkey: authenticator.register(options) };
    expect((await service.call('POST /users/passkeys', { body }, customer)).status).toBe(201);
    return authenticator;
  };
  const logInWith = async (authenticator: TestAuthenticator) => {
    const { options } = (await service.call('POST /users/login/passkey/options', {})).body;
    return service.call('POST /users/login/passkey', { body: { passkey: authenticator.assert(options) } });
  };
  const addTotp = async () => {
    const { secret } = (await service.call('POST /users/second-factor/totp', {}, customer)).body;
    const totp = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    const body = { totp };
    expect((await service.call('POST /users/second-factor/totp/confirm', { body }, customer)).status).toBe(200);
  };

  const handOvers = () =>
    eventually(async () => {
      const revoked = (await service.events('user.revoked')).filter(({ data }) => data.userId === customer.id);
      expect(revoked).toHaveLength(1);
      return revoked.map(({ data }) => data.isHandedOver);
    });

  it('end when somebody else registered the address and never confirmed it', async () => {
    const attacker = await addPasskey();
    await addTotp();
    expect((await logInWith(attacker)).status).toBe(200);
    await service.call('POST /users/account/deletion', {}, customer);
    await service.call('PUT /users/profile', { body: { phone: '98480 66666' } }, customer);
    const consent = { purpose: 'marketing_email', granted: true, noticeVersion: PRIVACY_NOTICE_VERSION } as const;
    await service.call('PUT /users/consents', { body: consent }, customer);
    expect((await reset(await requestToken(), 'another horse 8')).status).toBe(200);
    expect((await logInWith(attacker)).body.code).toBe('PASSKEY_INVALID');
    expect((await login('another horse 8')).status).toBe(200);
    const left = await accounts().findById(customer.id).orFail().lean<AccountRecord>();
    for (const field of ['recoveryCodes', 'pendingTotp', 'deletion', 'phone', 'phoneDigits'])
      expect(left).not.toHaveProperty(field);
    const [consented] = (await service.call('GET /users/consents', {}, customer)).body.consents;
    expect(consented).toMatchObject({ purpose: 'marketing_email', granted: false });
    expect(await handOvers()).toEqual([true]);
  });

  const DAYS_AGO = new Date(Date.now() - 4 * 86_400_000);
  const asIfLongAgo = { 'totp.confirmedAt': DAYS_AGO, 'passkeys.0.createdAt': DAYS_AGO };

  it('stay required of an account whose address was confirmed, which keeps what it has set up', async () => {
    await accounts().updateOne({ _id: customer.id }, { $set: { emailVerifiedAt: new Date() } });
    await addTotp();
    await service.call('PUT /users/profile', { body: { phone: '98480 12345' } }, customer);
    const passkey = await addPasskey();
    const set = { ...asIfLongAgo, 'recoveryCodes.createdAt': DAYS_AGO };
    await accounts().updateOne({ _id: customer.id }, { $set: set });
    expect((await reset(await requestToken(), 'another horse 8')).status).toBe(200);
    expect((await login('another horse 8')).body).toMatchObject({
      code: 'SECOND_FACTOR_REQUIRED',
      details: { methods: ['totp', 'passkey', 'recoveryCode'] },
    });
    expect((await logInWith(passkey)).status).toBe(200);
    expect((await service.call('GET /users/profile', {}, customer)).body.user.phone).toBe('98480 12345');
    expect(await handOvers()).toEqual([undefined]);
    expect(service.emailsTo(customer.email, 'second-factor-changed')).toHaveLength(2);
  });

  it('end when a thief with the password added them in the last 72 hours, which is announced', async () => {
    await accounts().updateOne({ _id: customer.id }, { $set: { emailVerifiedAt: new Date() } });
    const thief = await addPasskey();
    await addTotp();
    expect((await reset(await requestToken(), 'another horse 8')).status).toBe(200);
    expect((await login('another horse 8')).status).toBe(200);
    expect((await logInWith(thief)).body.code).toBe('PASSKEY_INVALID');
    const left = await accounts().findById(customer.id).orFail().lean<AccountRecord>();
    for (const field of ['totp', 'recoveryCodes']) expect(left).not.toHaveProperty(field);
    await eventually(() =>
      expect(service.emailsTo(customer.email, 'second-factor-changed').map(({ data }) => data)).toContainEqual(
        expect.objectContaining({ change: 'removed' }),
      ),
    );
  });

  it('that are older stay, without recovery codes that a thief has replaced', async () => {
    await accounts().updateOne({ _id: customer.id }, { $set: { emailVerifiedAt: new Date() } });
    const own = await addPasskey();
    await accounts().updateOne({ _id: customer.id }, { $set: { 'passkeys.0.createdAt': DAYS_AGO } });
    await addTotp();
    expect((await reset(await requestToken(), 'another horse 8')).status).toBe(200);
    expect((await login('another horse 8')).body.details).toMatchObject({ methods: ['passkey'] });
    expect((await logInWith(own)).status).toBe(200);
  });

  it('stay for staff: a mailbox alone opens no account of theirs', async () => {
    customer = await service.addStaff('owner');
    await accounts().updateOne({ _id: customer.id }, { $set: { emailVerifiedAt: new Date() } });
    await addTotp();
    expect((await reset(await requestToken(), 'another horse 8 9')).status).toBe(200);
    expect((await login('another horse 8 9')).body.code).toBe('SECOND_FACTOR_REQUIRED');
  });
});

test.each([
  ['a reset', async () => reset(await requestToken(), 'another horse 8')],
  [
    'a changed password',
    () =>
      service.call(
        'PUT /users/password',
        { body: { currentPassword: password, newPassword: 'another horse 8' } },
        customer,
      ),
  ],
])('%s ends a pending change of the address', async (_what, setPassword) => {
  const email = `thief-of-${customer.email}`;
  const visitor = { network: `198.51.100.${customer.email}` };
  expect((await service.call('PUT /users/email', { body: { email } }, customer, visitor)).status).toBe(200);
  await eventually(() => expect(service.emailsTo(email)).toHaveLength(1));
  expect((await setPassword()).status).toBe(200);
  const body = { token: tokenOf(service.emailsTo(email)[0]) };
  expect((await service.call('POST /users/email/verify', { body })).body.code).toBe('EMAIL_LINK_INVALID');
});

test('a changed password invalidates a pending link', async () => {
  const token = await requestToken();
  await service.call(
    'PUT /users/password',
    { body: { currentPassword: password, newPassword: 'another horse 8' } },
    customer,
  );
  expect((await reset(token, 'a third horse 7')).body.code).toBe('RESET_TOKEN_INVALID');
});

test.each(['rubbish', 'rubbish.rubbish', `${'a'.repeat(24)}.rubbish`])('rejects %s as a token', async (token) => {
  expect(await reset(token, 'another horse 8')).toMatchObject({ status: 400, body: { code: 'RESET_TOKEN_INVALID' } });
});
