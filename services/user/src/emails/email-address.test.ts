import type { Identity } from '@rangavalli/service-kit/http/identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { TestAuthenticator } from '../testing/authenticator.js';
import { Browser } from '../testing/browser.js';
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

const sentLink = async (email = customer.email, count = 1) => {
  await eventually(() => expect(service.emailsTo(email, 'email-verification')).toHaveLength(count));
  return tokenOf(service.emailsTo(email, 'email-verification').at(-1));
};
const confirm = (token: string) => service.call('POST /users/email/verify', { body: { token } });
const undo = (token: string) => service.call('POST /users/email/undo', { body: { token } });
/** Each customer has a network of their own unless a test names one. */
const change = (email: string, network = customer.email) =>
  service.call('PUT /users/email', { body: { email } }, customer, { network });
const profile = async () => (await service.call('GET /users/profile', {}, customer)).body.user;

describe('the link of a registration', () => {
  it('confirms the address, once, and carries no text of the user', async () => {
    const token = await sentLink();
    expect(service.emailsTo(customer.email)[0]?.data).toEqual({ link: expect.any(String), validMinutes: 1440 });
    expect(await profile()).toMatchObject({ emailVerified: false });
    expect(await confirm(token)).toMatchObject({ status: 200, body: { email: customer.email } });
    expect(await profile()).toMatchObject({ emailVerified: true });
    expect(await confirm(token)).toMatchObject({ status: 410, body: { code: 'EMAIL_LINK_INVALID' } });
  });

  it('expires after 24 hours', async () => {
    const token = await sentLink();
    const { verificationLinks } = await service.accounts.findById(customer.id).orFail().lean();
    const hours = ((verificationLinks?.[0]?.expiresAt.getTime() ?? 0) - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(24);
    const expired = { 'verificationLinks.0.expiresAt': new Date(Date.now() - 1) };
    await service.accounts.updateOne({ _id: customer.id }, { $set: expired });
    expect((await confirm(token)).status).toBe(410);
  });

  it('can be sent again, three times an hour at most, and earlier ones stay valid', async () => {
    const first = await sentLink();
    const send = () => service.call('POST /users/email/verification', {}, customer);
    expect((await send()).status).toBe(200);
    expect((await send()).status).toBe(200);
    expect(await send()).toMatchObject({ status: 429 });
    expect((await confirm(first)).status).toBe(200);
  });

  it.each(['rubbish', `${'a'.repeat(24)}.rubbish`])('is not %s', async (token) => {
    expect((await confirm(token)).status).toBe(410);
  });
});

test('an account without a confirmed address can log in', async () => {
  expect((await new Browser(service).logIn(customer.email, password)).status).toBe(200);
});

describe('a change of the address', () => {
  const next = () => `new-${customer.email}`;
  beforeEach(() => service.accounts.updateOne({ _id: customer.id }, { $set: { emailVerifiedAt: new Date() } }));

  it('takes effect with the link in the new mailbox, and the old one is notified', async () => {
    expect((await change(next())).status).toBe(200);
    expect(await profile()).toMatchObject({ email: customer.email, pendingEmail: next() });
    expect(service.emailsTo(next())[0]?.data).not.toHaveProperty('name');
    expect(await confirm(await sentLink(next()))).toMatchObject({ status: 200, body: { email: next() } });
    expect(await profile()).toMatchObject({ email: next(), emailVerified: true });
    expect(service.emailsTo(customer.email, 'email-changed')).toMatchObject([{ data: { validMinutes: 72 * 60 } }]);
    expect((await new Browser(service).logIn(next(), password)).status).toBe(200);
  });

  it('does not happen when the old mailbox could not be notified', async () => {
    await change(next());
    const token = await sentLink(next());
    service.failEmails(true);
    expect((await confirm(token)).status).toBe(503);
    service.failEmails(false);
    expect(await profile()).toMatchObject({ email: customer.email });
    expect((await confirm(token)).status).toBe(200);
  });

  it('to a taken or a reserved address is refused', async () => {
    const other = await service.addCustomer();
    expect(await change(other.email)).toMatchObject({ status: 409, body: { code: 'EMAIL_TAKEN' } });
    await change(next());
    await confirm(await sentLink(next()));
    const body = { name: 'Mallory', email: customer.email, password };
    expect(await service.call('POST /users/register', { body })).toMatchObject({
      status: 409,
      body: { code: 'EMAIL_TAKEN' },
    });
  });

  it('leaves an address that was never confirmed to its owner, without an email', async () => {
    await service.accounts.updateOne({ _id: customer.id }, { $unset: { emailVerifiedAt: 1 } });
    await change(next());
    expect((await confirm(await sentLink(next()))).status).toBe(200);
    expect(await profile()).toMatchObject({ email: next(), emailVerified: true });
    expect(service.emailsTo(customer.email, 'email-changed')).toEqual([]);
    await service.call('POST /users/otp', { body: { email: customer.email } });
    const [sent] = service.emailsTo(customer.email, 'login-code');
    const code = sent?.template === 'login-code' ? sent.data.code : 'no code';
    const login = await service.call('POST /users/otp/verify', { body: { email: customer.email, code } });
    expect([login.status, login.body.user.email]).toEqual([200, customer.email]);
    expect(login.body.user._id).not.toBe(customer.id);
  });

  it('is limited to five an hour per account and network, also for taken addresses', async () => {
    const other = await service.addCustomer();
    const codes = async (times: number, network?: string) => {
      const codes = [];
      for (let attempt = 0; attempt < times; attempt += 1) codes.push((await change(other.email, network)).body.code);
      return codes;
    };
    expect(await codes(6, '203.0.113.1')).toEqual([...Array(5).fill('EMAIL_TAKEN'), 'RATE_LIMITED']);
    expect(await codes(1, '203.0.113.2')).toEqual(['RATE_LIMITED']);
    customer = await service.addCustomer();
    expect(await codes(1, '203.0.113.1')).toEqual(['RATE_LIMITED']);
    expect(await codes(1, '203.0.113.2')).toEqual(['EMAIL_TAKEN']);
  });

  it('needs a step-up', async () => {
    customer = { ...customer, elevatedUntil: 0 };
    expect(await change(next())).toMatchObject({ status: 403, body: { code: 'STEP_UP_REQUIRED' } });
  });

  it('can be undone for 72 hours, with everything that a thief has set up', async () => {
    await change(next());
    await confirm(await sentLink(next()));
    const thief = new TestAuthenticator();
    const { options } = (await service.call('POST /users/passkeys/options', {}, customer)).body;
    await service.call('POST /users/passkeys', { body: { name: 'x', passkey: thief.register(options) } }, customer);
    await service.call('PUT /users/profile', { body: { phone: '98480 66666' } }, customer);
    const token = tokenOf(service.emailsTo(customer.email, 'email-changed')[0]);
    expect((await undo(token)).status).toBe(200);
    expect(await profile()).toMatchObject({ email: customer.email, emailVerified: true });
    expect(await profile()).not.toHaveProperty('phone');
    expect((await new Browser(service).logIn(customer.email, password)).status).toBe(401);
    expect((await service.call('GET /users/sessions', {}, customer)).body.sessions).toEqual([]);
    expect((await service.call('GET /users/second-factor', {}, customer)).body.secondFactor).toMatchObject({
      isSetUp: false,
      recoveryCodesLeft: 0,
    });
    await eventually(async () => {
      const revoked = (await service.events('user.revoked')).filter(({ data }) => data.userId === customer.id);
      // Ends a number and browsers that the thief has added.
      expect(revoked.at(-1)?.data).toMatchObject({ reason: 'reset', isHandedOver: true });
    });
    await eventually(() => expect(service.emailsTo(customer.email, 'password-reset')).toHaveLength(1));
    const body = { token: tokenOf(service.emailsTo(customer.email, 'password-reset')[0]), password: 'another horse 8' };
    expect((await service.call('POST /users/password/reset', { body })).status).toBe(200);
    expect((await undo(token)).status).toBe(410);
  });

  it('cannot be hidden by further changes', async () => {
    await change(next());
    await confirm(await sentLink(next()));
    const first = tokenOf(service.emailsTo(customer.email, 'email-changed')[0]);
    for (const number of [2, 3]) {
      await change(`${number}-${customer.email}`);
      await confirm(await sentLink(`${number}-${customer.email}`));
    }
    expect(await change(`4-${customer.email}`)).toMatchObject({ status: 429 });
    expect((await undo(first)).status).toBe(200);
    expect(await profile()).toMatchObject({ email: customer.email });
  });

  const moveTo = async (email: string) => {
    const from = (await profile()).email;
    await change(email);
    await confirm(await sentLink(email));
    await eventually(() => expect(service.emailsTo(from, 'email-changed')).toHaveLength(1));
    return tokenOf(service.emailsTo(from, 'email-changed')[0]);
  };

  it("cannot be hidden by undoing a later one, which keeps the owner's undo", async () => {
    const ofOwner = await moveTo(`a-${customer.email}`);
    const ofThief = await moveTo(`b-${customer.email}`);
    expect((await undo(ofThief)).status).toBe(200);
    expect(await profile()).toMatchObject({ email: `a-${customer.email}` });
    const body = { name: 'Mallory', email: customer.email, password };
    expect((await service.call('POST /users/register', { body })).body.code).toBe('EMAIL_TAKEN');
    expect((await undo(ofOwner)).status).toBe(200);
    expect(await profile()).toMatchObject({ email: customer.email });
    const { previousEmails, pastEmails } = await service.accounts.findById(customer.id).orFail().lean();
    // The mailbox of a thief is no past address of the owner.
    expect([previousEmails, pastEmails]).toEqual([undefined, undefined]);
  });

  it('takes passkeys along that were added in the 72 hours before it, and no older ones', async () => {
    const addPasskey = async (name: string) => {
      const { options } = (await service.call('POST /users/passkeys/options', {}, customer)).body;
      const body = { name, passkey: new TestAuthenticator().register(options) };
      await service.call('POST /users/passkeys', { body }, customer);
    };
    await addPasskey('of the owner');
    const daysAgo = new Date(Date.now() - 4 * 86_400_000);
    const aged = { 'passkeys.0.createdAt': daysAgo, 'recoveryCodes.createdAt': daysAgo };
    await service.accounts.updateOne({ _id: customer.id }, { $set: aged });
    await addPasskey('of a thief');
    expect((await undo(await moveTo(next()))).status).toBe(200);
    const { secondFactor } = (await service.call('GET /users/second-factor', {}, customer)).body;
    expect(secondFactor).toMatchObject({ passkeys: [{ name: 'of the owner' }], recoveryCodesLeft: 10 });
  });

  it('takes a request for deletion along that a thief has made, and none of the owner from long before', async () => {
    const deletesAt = async () => (await profile()).deletesAt;
    await service.call('POST /users/account/deletion', {}, customer);
    expect((await undo(await moveTo(next()))).status).toBe(200);
    expect(await deletesAt()).toBeUndefined();

    customer = await service.addCustomer();
    await service.accounts.updateOne({ _id: customer.id }, { $set: { emailVerifiedAt: new Date() } });
    await service.call('POST /users/account/deletion', {}, customer);
    const requestedAt = new Date(Date.now() - 4 * 86_400_000);
    await service.accounts.updateOne({ _id: customer.id }, { $set: { 'deletion.requestedAt': requestedAt } });
    expect((await undo(await moveTo(next()))).status).toBe(200);
    expect(await deletesAt()).toBeDefined();
  });

  it('cannot be undone later', async () => {
    await change(next());
    await confirm(await sentLink(next()));
    const expired = { 'previousEmails.0.expiresAt': new Date(Date.now() - 1) };
    await service.accounts.updateOne({ _id: customer.id }, { $set: expired });
    expect((await undo(tokenOf(service.emailsTo(customer.email, 'email-changed')[0]))).status).toBe(410);
  });
});

test('a notice whose email failed is sent later', async () => {
  const { Emails } = await import('./emails.js');
  service.failEmails(true);
  const body = { currentPassword: password, newPassword: 'another horse 8' };
  await service.call('PUT /users/password', { body }, customer);
  await eventually(() => expect(service.failedEmails.map(({ to }) => to)).toContain(customer.email));
  service.failEmails(false);
  const { NOTICE } = await import('./emails.js');
  const { getModelToken } = await import('@nestjs/mongoose');
  const notices = service.app.get<typeof service.accounts>(getModelToken(NOTICE));
  await notices.collection.updateMany({}, { $set: { createdAt: new Date(Date.now() - 60_000) } });
  await eventually(async () => {
    await service.app.get(Emails).sendPendingNotices();
    expect(service.emailsTo(customer.email, 'password-changed')).toHaveLength(1);
  }, 30_000);
});
