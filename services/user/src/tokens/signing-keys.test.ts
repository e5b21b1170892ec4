import { randomBytes } from 'node:crypto';
import { testMongoUri } from '@rangavalli/service-kit/testing/test-service';
import { Secret, TOTP } from 'otpauth';
import { startTestUserService, TEST_DATA_KEY, type TestUserService } from '../testing/test-user-service.js';
import { SharedSecret, type SharedSecretRecord } from './shared-secret.js';
import { SigningKeys } from './signing-keys.js';

const running: TestUserService[] = [];
afterEach(async () => {
  for (const service of running.splice(0)) await service.stop();
});

const uri = new URL(testMongoUri());
beforeEach(() => {
  uri.pathname = `/test_signing_keys_${randomBytes(6).toString('hex')}`;
});

/** Starts the service on the same database each time, as a restart does. */
async function startService(env: NodeJS.ProcessEnv = {}): Promise<TestUserService> {
  const service = await startTestUserService({ MONGODB_URI: uri.href, ...env });
  running.push(service);
  return service;
}
const start = async (env?: NodeJS.ProcessEnv): Promise<SigningKeys> => (await startService(env)).app.get(SigningKeys);
const idsOf = async (keys: SigningKeys): Promise<string[]> => (await keys.published()).map(({ kid }) => kid);

it('a start after a rotation publishes another key, signs with the present one meanwhile, and does so once', async () => {
  const [present] = await idsOf(await start());
  const SIGNING_KEYS_SINCE = new Date().toISOString();
  const keys = await start({ SIGNING_KEYS_SINCE });
  const rotated = await idsOf(keys);
  expect(rotated).toEqual([expect.not.stringContaining(present ?? ''), present]);
  expect((await keys.current()).kid).toBe(present);
  expect(await idsOf(await start({ SIGNING_KEYS_SINCE }))).toEqual(rotated);
}, 60_000);

it('keys have 3,072 bits', async () => {
  const [key] = await (await start()).published();
  expect(Buffer.from(String(key?.n), 'base64url')).toHaveLength(3072 / 8);
}, 60_000);

describe('the data key', () => {
  const previous = TEST_DATA_KEY;
  const rotated = Buffer.alloc(32, 2).toString('base64url');
  const stored = (service: TestUserService) =>
    Promise.all(
      ['signing_keys', 'shared_secrets', 'accounts'].map((name) =>
        service.accounts.db.collection(name).find({}).toArray(),
      ),
    );
  const addTotp = async (service: TestUserService) => {
    const person = await service.addCustomer();
    const { secret } = (await service.call('POST /users/second-factor/totp', {}, person)).body;
    const pending = JSON.stringify(await stored(service));
    const totp = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() - 30_000 });
    await service.call('POST /users/second-factor/totp/confirm', { body: { totp } }, person);
    return { person, secret, pending };
  };

  it('encrypts signing keys, the HMAC secret and the secrets of authenticator apps', async () => {
    const service = await startService();
    const { secret, pending } = await addTotp(service);
    const confirmed = JSON.stringify(await stored(service));
    for (const text of [pending, confirmed]) expect(text).not.toMatch(new RegExp(`${secret}|"d":|"kty":`));
  }, 60_000);

  it('can be rotated: a start reads with the previous one and encrypts again', async () => {
    const before = await startService();
    const { person, secret } = await addTotp(before);
    const [kid] = await idsOf(before.app.get(SigningKeys));
    const signature = await before.app.get(SharedSecret).sign('login', 'x');
    await startService({ DATA_KEY: rotated, DATA_KEY_PREVIOUS: previous });
    const after = await startService({ DATA_KEY: rotated });
    expect(await idsOf(after.app.get(SigningKeys))).toContain(kid);
    expect(await after.app.get(SharedSecret).verify('login', 'x', signature)).toBe(true);
    const body = { totp: new TOTP({ secret: Secret.fromBase32(secret) }).generate() };
    expect((await after.call('POST /users/step-up', { body }, person)).status).toBe(200);
  }, 60_000);

  it('must be given', async () => {
    await expect(startService({ DATA_KEY: '' })).rejects.toThrow('DATA_KEY');
    await expect(startService({ DATA_KEY: 'short' })).rejects.toThrow('32 bytes in base64url');
  }, 60_000);
});

it('a start after a rotation replaces the HMAC secret, and the previous one still verifies', async () => {
  const present = (await startService()).app.get(SharedSecret);
  const signature = await present.sign('device', 'x');
  const service = await startService({ SIGNING_KEYS_SINCE: new Date().toISOString() });
  const record = () => service.accounts.db.collection<SharedSecretRecord>('shared_secrets').findOne({});
  expect((await record())?.previous).toEqual(expect.any(String));
  const verify = (by: SharedSecret, given: string) => by.verify('device', 'x', given);
  const rotating = service.app.get(SharedSecret);
  expect(await verify(rotating, signature)).toBe(true);
  // Processes that have not loaded the new secret yet accept what this one signs.
  expect(await verify(present, await rotating.sign('device', 'x'))).toBe(true);
  await service.accounts.db
    .collection<SharedSecretRecord>('shared_secrets')
    .updateOne({}, { $set: { createdAt: new Date(Date.now() - 120_000) } });
  const activated = (await startService()).app.get(SharedSecret);
  const replaced = await activated.sign('device', 'x');
  expect(replaced).not.toBe(signature);
  expect([await verify(activated, signature), await verify(rotating, replaced)]).toEqual([true, true]);
}, 60_000);
