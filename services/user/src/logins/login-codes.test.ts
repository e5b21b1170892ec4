import { getModelToken } from '@nestjs/mongoose';
import { PRIVACY_NOTICE_VERSION } from '@rangavalli/contracts/entities/account-data';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import type { Model } from 'mongoose';
import { Browser } from '../testing/browser.js';
import { buildAddress, password, startTestUserService, type TestUserService } from '../testing/test-user-service.js';
import { LOGIN_CODE } from './login-codes.js';

let service: TestUserService;
let addresses = 0;
let networks = 0;
beforeAll(async () => {
  service = await startTestUserService({ RATE_LIMIT: 'on' });
});
afterAll(() => service.stop());

const newEmail = () => `guest${(addresses += 1)}@example.com`;
const newBrowser = (network = `203.0.113.${(networks += 1)}`) => {
  const browser = new Browser(service);
  browser.network = { network };
  return browser;
};
const request = (email: string, browser = newBrowser()) => browser.call('POST /users/otp', { body: { email } });
const lastCodeTo = (email: string): string => {
  const [last] = service.emailsTo(email, 'login-code').slice(-1);
  return last?.template === 'login-code' ? last.data.code : 'no code';
};
const verify = (email: string, code: string, more: object = {}, browser = newBrowser()) =>
  browser.call('POST /users/otp/verify', { body: { email, code, ...more } });
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

async function codeFor(email: string): Promise<string> {
  await request(email);
  return lastCodeTo(email);
}

describe('a login code', () => {
  it('makes an account without a password, and logs in like a login', async () => {
    const email = newEmail();
    const browser = newBrowser();
    const code = await codeFor(email);
    expect(code).toMatch(/^\d{6}$/);
    const { status, body } = await verify(email, code, { name: 'Lakshmi Devi', phone: '+91 98480 12345' }, browser);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      message: 'Login successful!',
      token: expect.any(String),
      user: { name: 'Lakshmi Devi', email, phone: '9848012345', emailVerified: true, hasPassword: false, role: 'user' },
    });
    expect((await browser.refresh()).status).toBe(200);
    // The code is all the email that a new account gets.
    expect(service.emailsTo(email).map(({ template }) => template)).toEqual(['login-code']);
    expect((await newBrowser().logIn(email, '')).body.code).toBe('VALIDATION_FAILED');
    expect((await newBrowser().logIn(email, password)).body.code).toBe('INVALID_CREDENTIALS');
    // The second time the account exists; what the visitor sends changes nothing.
    const again = await verify(email, await codeFor(email), { name: 'Somebody else' });
    expect(again.body.user).toMatchObject({ _id: body.user._id, name: 'Lakshmi Devi' });
  });

  it('names an account by its address until the customer gives a name', async () => {
    const email = `ravi.teja${(addresses += 1)}@example.com`;
    expect((await verify(email, await codeFor(email))).body.user.name).toBe('Ravi Teja');
  });

  it('is stored as a hash, for an address that is stored as a hash', async () => {
    const email = newEmail();
    const code = await codeFor(email);
    const stored = await service.app.get<Model<object>>(getModelToken(LOGIN_CODE)).find().lean();
    expect(stored.length).toBeGreaterThan(0);
    expect(JSON.stringify(stored)).not.toContain(email);
    expect(JSON.stringify(stored.map((record) => ({ ...record, expiresAt: '' })))).not.toContain(`"${code}"`);
  });

  it('is valid once, also for simultaneous requests', async () => {
    const email = newEmail();
    const code = await codeFor(email);
    const results = await Promise.all(Array.from({ length: 4 }, () => verify(email, code)));
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await verify(email, code)).body.code).toBe('LOGIN_CODE_INVALID');
    expect(await service.accounts.countDocuments({ email })).toBe(1);
  });

  it('ends with the next code, after five wrong attempts from a network, and after ten minutes', async () => {
    const email = newEmail();
    const browser = newBrowser();
    const first = await codeFor(email);
    const second = await codeFor(email);
    if (first !== second) expect((await verify(email, first, {}, browser)).status).toBe(400);
    for (let attempt = 0; attempt < 4; attempt += 1) await verify(email, wrong(second), {}, browser);
    expect((await verify(email, second, {}, browser)).body.code).toBe('LOGIN_CODE_INVALID');
    const third = await codeFor(email);
    const codes = service.app.get<Model<{ expiresAt: Date }>>(getModelToken(LOGIN_CODE));
    // The only code that is this young.
    const [newest] = await codes.find().sort({ expiresAt: -1 }).limit(1);
    expect(newest && newest.expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(600_000);
    await codes.updateOne({ _id: newest?._id }, { $set: { expiresAt: new Date(Date.now() - 1) } });
    expect((await verify(email, third)).body.code).toBe('LOGIN_CODE_INVALID');
  });

  it('survives the attempts of a stranger elsewhere, but not ten in all', async () => {
    const guess = (email: string, code: string, browser: Browser) =>
      Promise.all(Array.from({ length: 7 }, () => verify(email, wrong(code), {}, browser)));
    const [email, other] = [newEmail(), newEmail()];
    const codes = [await codeFor(email), await codeFor(other)] as const;
    await guess(email, codes[0], newBrowser());
    expect((await verify(email, codes[0])).status).toBe(200);
    for (let network = 0; network < 2; network += 1) await guess(other, codes[1], newBrowser());
    expect((await verify(other, codes[1])).body.code).toBe('LOGIN_CODE_INVALID');
    // The attempts at this code do not count for the next.
    const owner = newBrowser();
    await guess(other, codes[1], owner);
    expect((await verify(other, await codeFor(other), {}, owner)).status).toBe(200);
  });

  it('of another address is worthless', async () => {
    const [mine, theirs] = [newEmail(), newEmail()];
    await request(theirs);
    expect((await verify(theirs, wrong(lastCodeTo(theirs)))).status).toBe(400);
    expect((await verify(mine, lastCodeTo(theirs))).status).toBe(400);
  });

  it('is requested with the same response for every address, five times an hour from a network', async () => {
    const { email: known } = await service.addCustomer();
    const unknown = newEmail();
    const browser = newBrowser();
    const responses = [];
    for (const email of [known, unknown]) {
      const { status, body } = await request(email, browser);
      responses.push([status, body.message?.replace(email, '…')]);
    }
    expect(responses[0]).toEqual(responses[1]);
    const statuses = [];
    for (let index = 0; index < 5; index += 1) statuses.push((await request(unknown, browser)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
    expect(service.emailsTo(unknown, 'login-code')).toHaveLength(5);
    // A stranger does not keep the owner of the address out.
    expect((await verify(unknown, await codeFor(unknown))).status).toBe(200);
  });

  it('is sent to an address fifteen times an hour, wherever it is requested', async () => {
    const email = newEmail();
    const statuses = [];
    for (let index = 0; index < 16; index += 1) statuses.push((await request(email)).status);
    expect(statuses).toEqual([...Array<number>(15).fill(200), 429]);
  });

  it('is limited per network, whose refused requests use up no codes of an address', async () => {
    const browser = newBrowser();
    const statuses = await Promise.all(
      Array.from({ length: 101 }, async () => (await request(newEmail(), browser)).status),
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    const email = newEmail();
    for (let index = 0; index < 5; index += 1) expect((await request(email, browser)).status).toBe(429);
    for (let index = 0; index < 5; index += 1) expect((await request(email)).status).toBe(200);
  });
});

describe('an account that exists', () => {
  it('of staff is never entered by a code', async () => {
    const { email } = await service.addStaff('support');
    expect((await verify(email, await codeFor(email))).body.code).toBe('PASSWORD_LOGIN_REQUIRED');
    await service.accounts.updateOne({ email }, { $set: { emailVerifiedAt: new Date() } });
    expect((await verify(email, await codeFor(email))).body).not.toHaveProperty('token');
  });

  it('with a second factor still needs it', async () => {
    const { email } = await service.addCustomer();
    const totp = { secret: 'sealed', confirmedAt: new Date(), lastStep: 0 };
    await service.accounts.updateOne({ email }, { $set: { emailVerifiedAt: new Date(), totp } });
    const { body } = await verify(email, await codeFor(email));
    expect(body).toMatchObject({
      code: 'SECOND_FACTOR_REQUIRED',
      details: { methods: ['totp'], loginToken: expect.any(String) },
    });
  });

  it('with a confirmed address keeps its password and sessions', async () => {
    const { email } = await service.addCustomer();
    await service.accounts.updateOne({ email }, { $set: { emailVerifiedAt: new Date() } });
    const elsewhere = newBrowser();
    await elsewhere.logIn(email, password);
    expect((await verify(email, await codeFor(email))).body.user.hasPassword).toBeUndefined();
    expect((await elsewhere.refresh()).status).toBe(200);
    expect((await newBrowser().logIn(email, password)).status).toBe(200);
  });

  it('with a confirmed address keeps a request for deletion, which its customer has made', async () => {
    const customer = await service.addCustomer();
    await service.accounts.updateOne({ email: customer.email }, { $set: { emailVerifiedAt: new Date() } });
    await service.call('POST /users/account/deletion', {}, customer);
    const { body } = await verify(customer.email, await codeFor(customer.email));
    expect(body.user.deletesAt).toEqual(expect.any(String));
  });

  it('that somebody registered with the address of another person goes to that person alone', async () => {
    const attacker = await service.addCustomer('Free gifts');
    const theirs = newBrowser();
    await theirs.logIn(attacker.email, password);
    await service.call('POST /address', { body: buildAddress({ isDefault: true }) }, attacker);
    await service.call('POST /users/account/deletion', {}, attacker);
    await service.call('PUT /users/profile', { body: { phone: '98480 66666' } }, attacker);
    const consent = { purpose: 'marketing_email', granted: true, noticeVersion: PRIVACY_NOTICE_VERSION } as const;
    await service.call('PUT /users/consents', { body: consent }, attacker);
    await service.accounts.updateOne(
      { email: attacker.email },
      { $set: { totp: { secret: 'sealed', confirmedAt: new Date(), lastStep: 0 } } },
    );
    const code = await codeFor(attacker.email);
    const owner = newBrowser();
    const { status, body } = await verify(attacker.email, code, { name: 'Padma Iyer' }, owner);
    expect(status).toBe(200);
    expect(body.user).toMatchObject({ name: 'Padma Iyer', emailVerified: true, hasPassword: false });
    expect((await newBrowser().logIn(attacker.email, password)).body.code).toBe('INVALID_CREDENTIALS');
    expect((await theirs.refresh()).body.code).toBe('SESSION_ENDED');
    expect((await owner.refresh()).status).toBe(200);
    const book = await service.call('GET /address', {}, attacker);
    expect(book.body.addresses.map(({ isDefault }) => isDefault)).toEqual([false]);
    const stored = await service.accounts.findOne({ email: attacker.email }).lean();
    for (const field of ['passwordHash', 'totp', 'deletion', 'phone', 'phoneDigits'])
      expect(stored).not.toHaveProperty(field);
    const contact = await service.app.get(Commands).request('rpc.user.contact.get', { userId: attacker.id });
    expect(contact.contact).toMatchObject({ hasMarketingConsent: false });
  });
});

describe('the account of a customer on the phone', () => {
  const ensure = (email: string, name = 'Padma Iyer') =>
    service.app.get(Commands).request('rpc.user.customer.ensure', { email, name, phone: '9848012345' });
  const versionOf = async (email: string) => (await service.accounts.findOne({ email }).orFail().lean()).sessionVersion;

  it('is taken from somebody who registered it with an address that nobody had confirmed', async () => {
    const attacker = await service.addCustomer('Free gifts');
    const { email } = attacker;
    const theirs = newBrowser();
    await theirs.logIn(email, password);
    await service.call('POST /users/account/deletion', {}, attacker);
    await service.call('POST /address', { body: buildAddress({ isDefault: true }) }, attacker);
    const replies = await Promise.all([ensure(email), ensure(email)]);
    for (const reply of replies)
      expect(reply).toEqual({ userId: attacker.id, name: 'Padma Iyer', emailVerified: false });
    expect((await newBrowser().logIn(email, password)).body.code).toBe('INVALID_CREDENTIALS');
    expect((await theirs.refresh()).body.code).toBe('SESSION_ENDED');
    // Ends the access tokens at every gateway.
    await eventually(async () =>
      expect((await service.events('user.revoked')).map(({ data }) => data)).toContainEqual({
        userId: attacker.id,
        sessionVersion: 1,
        reason: 'reset',
        // Ends what they decided about notifications.
        isHandedOver: true,
      }),
    );
    const stored = await service.accounts.findOne({ email }).lean();
    expect(stored).toMatchObject({ phone: '9848012345', phoneDigits: '9848012345' });
    for (const field of ['passwordHash', 'deletion', 'verificationLinks']) expect(stored).not.toHaveProperty(field);
    const book = await service.call('GET /address', {}, attacker);
    expect(book.body.addresses.map(({ isDefault }) => isDefault)).toEqual([false]);

    // Nobody has set up anything since.
    await ensure(email, 'Padma');
    expect(await versionOf(email)).toBe(1);
    const owner = newBrowser();
    expect((await verify(email, await codeFor(email), {}, owner)).body.user).toMatchObject({
      name: 'Padma Iyer',
      phone: '9848012345',
    });
    await ensure(email);
    expect((await owner.refresh()).status).toBe(200);
  });

  it('with a confirmed address keeps its name, password and sessions', async () => {
    const { id, email } = await service.addCustomer();
    await service.accounts.updateOne({ email }, { $set: { emailVerifiedAt: new Date() } });
    const elsewhere = newBrowser();
    await elsewhere.logIn(email, password);
    expect(await ensure(email)).toEqual({ userId: id, name: 'Meera Nair', emailVerified: true });
    expect((await elsewhere.refresh()).status).toBe(200);
    expect((await newBrowser().logIn(email, password)).status).toBe(200);
  });

  it('is created once, and is never one of staff', async () => {
    const email = newEmail();
    const replies = await Promise.all([ensure(email), ensure(email)]);
    expect(new Set(replies.map(({ userId }) => userId)).size).toBe(1);
    const staff = await service.addStaff('support');
    await expect(ensure(staff.email)).rejects.toMatchObject({ code: 'EMAIL_TAKEN' });
  });
});

describe('an account without a password', () => {
  it('gets one by the emailed link, and confirms actions with a code until then', async () => {
    const email = newEmail();
    const { body } = await verify(email, await codeFor(email));
    const caller = service.identityOf(body);
    const stepUp = (proof: object) => service.call('POST /users/step-up', { body: proof }, caller);
    expect((await stepUp({ password })).body).toMatchObject({ code: 'WRONG_PASSWORD' });
    expect((await stepUp({ emailCode: await codeFor(email) })).status).toBe(200);

    await service.call('POST /users/password/forgot', { body: { email } });
    await eventually(() => expect(service.emailsTo(email, 'password-reset')).toHaveLength(1));
    const [sent] = service.emailsTo(email, 'password-reset');
    const token = sent?.template === 'password-reset' ? (sent.data.link.split('token=')[1] ?? '') : '';
    expect((await service.call('POST /users/password/reset', { body: { token, password } })).status).toBe(200);
    const login = await newBrowser().logIn(email, password);
    expect(login.body.user).not.toHaveProperty('hasPassword');
    // The stronger proof is required from now on.
    const withPassword = service.identityOf(login.body);
    const proof = { emailCode: await codeFor(email) };
    expect((await service.call('POST /users/step-up', { body: proof }, withPassword)).body).toMatchObject({
      code: 'SECOND_FACTOR_INVALID',
    });
  });
});
