import { Commands } from '@rangavalli/service-kit/commands/commands';
import type { SecondFactorDetails } from '@rangavalli/contracts/entities/second-factor';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { Secret, TOTP } from 'otpauth';
import type { AccountRecord } from '../accounts/account.schema.js';
import { TestAuthenticator } from '../testing/authenticator.js';
import { password, startTestUserService, type TestUserService } from '../testing/test-user-service.js';
import { SecondFactors } from './second-factors.js';

let service: TestUserService;
let person: Identity;
beforeAll(async () => {
  service = await startTestUserService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  person = await service.addStaff('owner');
});

const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
const startTotp = async () => (await service.call('POST /users/second-factor/totp', {}, person)).body;
const confirmTotp = (totp: string) =>
  service.call('POST /users/second-factor/totp/confirm', { body: { totp } }, person);
/** Confirms with the previous code: each is accepted once, and tests log in with the present one. */
const addTotp = async () => {
  const { secret } = await startTotp();
  const { body } = await confirmTotp(codeOf(secret, -1));
  return { secret, recoveryCodes: body.recoveryCodes ?? [] };
};
const addPasskey = async (authenticator = new TestAuthenticator(), name = 'Phone') => {
  const { body } = await service.call('POST /users/passkeys/options', {}, person);
  const passkey = authenticator.register(body.options);
  return { authenticator, response: await service.call('POST /users/passkeys', { body: { name, passkey } }, person) };
};
const logIn = async () => {
  const { status, body } = await service.call('POST /users/login', { body: { email: person.email, password } });
  return { status, code: body.code, details: body.details as SecondFactorDetails | undefined };
};
const confirmLogin = async (proof: object) => {
  const loginToken = (await logIn()).details?.loginToken ?? 'none';
  return service.call('POST /users/login/second-factor', { body: { loginToken, ...proof } });
};
const describeFactors = async () => (await service.call('GET /users/second-factor', {}, person)).body.secondFactor;

describe('an authenticator app', () => {
  it('is set up with its first code and comes with ten recovery codes', async () => {
    const { secret, uri } = await startTotp();
    expect(uri).toMatch(/^otpauth:\/\/totp\/Rangavalli:/);
    expect(uri).toContain(secret);
    expect((await confirmTotp('000000')).body.code).toBe('SECOND_FACTOR_INVALID');
    expect(await describeFactors()).toMatchObject({ isRequired: true, isSetUp: false, totp: false });
    const { status, body } = await confirmTotp(codeOf(secret));
    expect(status).toBe(200);
    expect(new Set(body.recoveryCodes).size).toBe(10);
    expect(await describeFactors()).toMatchObject({ isSetUp: true, totp: true, recoveryCodesLeft: 10 });
    const stored = JSON.stringify(await service.accounts.findById(person.id).lean());
    expect(stored).not.toContain(body.recoveryCodes?.[0]);
  });

  it('is required after the password, and never before it', async () => {
    const { secret } = await addTotp();
    expect(await logIn()).toMatchObject({
      status: 401,
      code: 'SECOND_FACTOR_REQUIRED',
      details: { methods: ['totp', 'recoveryCode'] },
    });
    const wrong = await service.call('POST /users/login', { body: { email: person.email, password: 'wrong horse' } });
    expect(wrong.body.code).toBe('INVALID_CREDENTIALS');
    expect(await confirmLogin({ totp: codeOf(secret) })).toMatchObject({
      status: 200,
      body: { token: expect.any(String), user: { _id: person.id } },
    });
  });

  it('accepts each code once, also at the same time', async () => {
    const { secret } = await addTotp();
    const totp = codeOf(secret);
    const responses = await Promise.all([confirmLogin({ totp }), confirmLogin({ totp })]);
    expect(responses.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 400]);
    expect((await confirmLogin({ totp })).body.code).toBe('SECOND_FACTOR_INVALID');
  });

  it('elevates rights', async () => {
    const { secret } = await addTotp();
    const stepUp = (totp: string) => service.call('POST /users/step-up', { body: { totp } }, person);
    expect((await stepUp('000000')).body.code).toBe('SECOND_FACTOR_INVALID');
    expect((await stepUp(codeOf(secret))).status).toBe(200);
  });

  it('is announced by email and audited for staff', async () => {
    await addTotp();
    await eventually(() =>
      expect(service.emailsTo(person.email, 'second-factor-changed')).toMatchObject([{ data: { change: 'added' } }]),
    );
    const entries = async () => (await service.events('audit.user.recorded')).map(({ data }) => data);
    await eventually(async () =>
      expect(await entries()).toContainEqual(
        expect.objectContaining({ action: 'security.second_factor_added', subjectId: person.id }),
      ),
    );
  });
});

describe('a recovery code', () => {
  it('replaces the second factor once', async () => {
    const { recoveryCodes } = await addTotp();
    const recoveryCode = recoveryCodes[3];
    expect((await confirmLogin({ recoveryCode })).status).toBe(200);
    expect((await confirmLogin({ recoveryCode })).body.code).toBe('SECOND_FACTOR_INVALID');
    expect(await describeFactors()).toMatchObject({ recoveryCodesLeft: 9 });
  });

  it('ends when new ones are created', async () => {
    const { recoveryCodes } = await addTotp();
    const { body } = await service.call('POST /users/second-factor/recovery-codes', {}, person);
    expect((await confirmLogin({ recoveryCode: recoveryCodes[0] })).status).toBe(400);
    expect((await confirmLogin({ recoveryCode: body.recoveryCodes[0] })).status).toBe(200);
  });
});

describe('the token between password and second factor', () => {
  it('is worthless when it is forged, or the password has changed', async () => {
    const { secret } = await addTotp();
    const loginToken = (await logIn()).details?.loginToken ?? '';
    const confirm = (token: string) =>
      service.call('POST /users/login/second-factor', { body: { loginToken: token, totp: codeOf(secret) } });
    expect(await confirm(`${loginToken.slice(0, -4)}AAAA`)).toMatchObject({ status: 401 });
    await service.accounts.updateOne({ _id: person.id }, { $inc: { sessionVersion: 1 } });
    expect(await confirm(loginToken)).toMatchObject({ status: 401, body: { code: 'SESSION_ENDED' } });
  });
});

describe('a passkey', () => {
  it('is registered and logs in without a password', async () => {
    const { authenticator, response } = await addPasskey();
    expect(response).toMatchObject({ status: 201, body: { passkey: { id: authenticator.id, name: 'Phone' } } });
    const { options } = (await service.call('POST /users/login/passkey/options', {})).body;
    const body = { passkey: authenticator.assert(options) };
    expect(await service.call('POST /users/login/passkey', { body })).toMatchObject({
      status: 200,
      body: { user: { _id: person.id } },
    });
    // The challenge was used.
    expect(await service.call('POST /users/login/passkey', { body })).toMatchObject({
      status: 400,
      body: { code: 'PASSKEY_INVALID' },
    });
  });

  it('is a second factor and elevates rights', async () => {
    const { authenticator } = await addPasskey();
    const { details } = await logIn();
    expect(details?.methods).toEqual(['passkey', 'recoveryCode']);
    const passkey = authenticator.assert(details?.passkeyOptions ?? { challenge: '' });
    const loginToken = details?.loginToken ?? '';
    expect((await service.call('POST /users/login/second-factor', { body: { loginToken, passkey } })).status).toBe(200);
    const { options } = (await service.call('POST /users/step-up/passkey/options', {}, person)).body;
    const body = { passkey: authenticator.assert(options) };
    expect((await service.call('POST /users/step-up', { body }, person)).status).toBe(200);
  });

  it('is refused for another origin, another purpose, another account and without verification', async () => {
    const { authenticator } = await addPasskey();
    const loginOptions = async () => (await service.call('POST /users/login/passkey/options', {})).body.options;
    const logInWith = async (passkey: ReturnType<TestAuthenticator['assert']>) =>
      (await service.call('POST /users/login/passkey', { body: { passkey } })).body.code;
    const phishing = new TestAuthenticator('https://evil.example');
    await addPasskey(phishing);
    expect(await logInWith(phishing.assert(await loginOptions()))).toBe('PASSKEY_INVALID');
    const stepUp = (await service.call('POST /users/step-up/passkey/options', {}, person)).body.options;
    expect(await logInWith(authenticator.assert(stepUp))).toBe('PASSKEY_INVALID');
    expect(await logInWith(authenticator.assert(await loginOptions(), { isVerified: false }))).toBe('PASSKEY_INVALID');
    expect(await logInWith(new TestAuthenticator().assert(await loginOptions()))).toBe('PASSKEY_INVALID');
    const mine = person;
    person = await service.addStaff('owner');
    const { authenticator: other } = await addPasskey();
    const options = (await service.call('POST /users/step-up/passkey/options', {}, mine)).body.options;
    const body = { passkey: other.assert(options) };
    expect((await service.call('POST /users/step-up', { body }, mine)).body.code).toBe('PASSKEY_INVALID');
  });

  it('is renamed, listed and removed, but the last factor of an owner stays', async () => {
    const { authenticator } = await addPasskey();
    const { id } = authenticator;
    const rename = { params: { id }, body: { name: 'Blue phone' } };
    expect((await service.call('PATCH /users/passkeys/{id}', rename, person)).body.passkey.name).toBe('Blue phone');
    expect((await describeFactors()).passkeys).toMatchObject([{ id, name: 'Blue phone' }]);
    const remove = () => service.call('DELETE /users/passkeys/{id}', { params: { id } }, person);
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'SECOND_FACTOR_NEEDED' } });
    await addTotp();
    expect((await remove()).status).toBe(200);
    expect(await remove()).toMatchObject({ status: 404, body: { code: 'PASSKEY_NOT_FOUND' } });
    expect(await service.call('DELETE /users/second-factor/totp', {}, person)).toMatchObject({ status: 409 });
  });

  it('is offered to customers, who can remove it', async () => {
    person = await service.addCustomer();
    const { authenticator } = await addPasskey();
    expect((await logIn()).code).toBe('SECOND_FACTOR_REQUIRED');
    const params = { id: authenticator.id };
    expect((await service.call('DELETE /users/passkeys/{id}', { params }, person)).status).toBe(200);
    expect((await logIn()).status).toBe(200);
    expect(await describeFactors()).toMatchObject({ isRequired: false, isSetUp: false, recoveryCodesLeft: 0 });
  });
});

test('setting up a second factor needs a step-up', async () => {
  const lowered = { ...person, elevatedUntil: 0 };
  for (const key of ['POST /users/second-factor/totp', 'POST /users/passkeys/options'] as const)
    expect(await service.call(key, {}, lowered)).toMatchObject({ status: 403, body: { code: 'STEP_UP_REQUIRED' } });
});

test('a request that is in flight during a password reset adds no second factor', async () => {
  const account = await service.accounts.findById(person.id).orFail().lean<AccountRecord>();
  await service.accounts.updateOne({ _id: person.id }, { $inc: { sessionVersion: 1 } });
  const totp = { secret: 'x', confirmedAt: new Date(), lastStep: 1 };
  const added = service.app.get(SecondFactors).add(account, {}, { $set: { totp } });
  await expect(added).rejects.toMatchObject({ code: 'SECOND_FACTOR_INVALID' });
});

test('in production, staff who need a second factor must set one up first', async () => {
  const production = await startTestUserService({ NODE_ENV: 'production', RATE_LIMIT: 'on' });
  try {
    const check = async ({ id: userId, sessionId }: Identity) =>
      production.app.get(Commands).request('rpc.user.session.check', { userId, sessionId });
    const [owner, support] = [await production.addStaff('owner'), await production.addStaff('support')];
    expect(await check(owner)).toMatchObject({ isSecondFactorSetupRequired: true });
    expect(await check(support)).toMatchObject({ isSecondFactorSetupRequired: false });
  } finally {
    await production.stop();
  }
  const { id: userId, sessionId } = person;
  expect(await service.app.get(Commands).request('rpc.user.session.check', { userId, sessionId })).toMatchObject({
    isSecondFactorSetupRequired: false,
  });
});
