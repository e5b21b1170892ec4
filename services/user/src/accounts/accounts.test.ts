import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getModelToken } from '@nestjs/mongoose';
import { buildIdentity } from '@rangavalli/service-kit/testing/test-identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { createLocalJWKSet, jwtVerify } from 'jose';
import type { Model } from 'mongoose';
import { needsSecondFactor } from '../second-factor/second-factors.js';
import { password, startTestUserService, type TestUserService } from '../testing/test-user-service.js';
import { SigningKeys } from '../tokens/signing-keys.js';
import { ACCOUNT, type AccountRecord } from './account.schema.js';
import { ShopAccounts } from './shop-accounts.js';

let service: TestUserService;
const folder = await mkdtemp(join(tmpdir(), 'rangavalli-accounts-'));
const file = join(folder, 'accounts.json');
const writeAccounts = (adminPassword: string) =>
  writeFile(
    file,
    JSON.stringify({
      admin: { email: 'Admin@Example.com', password: adminPassword },
      shopper: { email: 'asha@example.com', password: 'shopper password' },
    }),
  );

beforeAll(async () => {
  await writeAccounts('first password');
  service = await startTestUserService({ ACCOUNTS_FILE: file, RATE_LIMIT: 'on' });
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

const login = (email: string, given: string) => service.call('POST /users/login', { body: { email, password: given } });

test('registers a customer, publishes it, and logs them in with any spelling of the email', async () => {
  const registered = await service.call('POST /users/register', {
    body: { name: 'Meera', email: ' Meera@Example.com ', password },
  });
  expect(registered).toMatchObject({ status: 201, body: { success: true, message: 'Registration successful!' } });
  const { status, body } = await login('MEERA@example.com', password);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    success: true,
    message: 'Login successful!',
    user: { name: 'Meera', email: 'meera@example.com', role: 'user', orders: [] },
  });
  expect(Object.keys(body.user).sort()).toEqual([
    '_id',
    'createdAt',
    'email',
    'emailVerified',
    'name',
    'orders',
    'role',
  ]);
  await eventually(async () => expect(await service.publishedCount('user.registered')).toBe(1));
});

test('issues a token with the identity, signed by a published key', async () => {
  const { body } = await login('asha@example.com', 'shopper password');
  const jwks = await service.call('GET /users/jwks', {});
  expect(JSON.stringify(jwks.body)).not.toContain('"d"');
  const { payload, protectedHeader } = await jwtVerify(body.token, createLocalJWKSet(jwks.body as never), {
    issuer: 'rangavalli',
    audience: 'rangavalli-store',
    algorithms: ['RS256'],
  });
  expect(payload).toMatchObject({
    sub: body.user._id,
    name: 'Asha Rao',
    email: 'asha@example.com',
    emailVerified: true,
    role: 'user',
    ver: 1,
    sid: expect.any(String),
  });
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(900);
  expect(protectedHeader.kid).toBeDefined();
});

test('after a rotation both keys are published, and the new one signs when every process has loaded it', async () => {
  const keys = service.app.get(SigningKeys);
  const { kid } = await keys.current();
  const before = (await login('asha@example.com', 'shopper password')).body.token;
  await Promise.all([keys.rotate(kid), keys.rotate(kid)]);
  const published = await keys.published();
  expect(published).toHaveLength(2);
  expect(published[1]?.kid).toBe(kid);
  await jwtVerify(before, createLocalJWKSet({ keys: published }));
  // The gateway may get the keys from a process that loaded them a minute ago.
  expect((await keys.current()).kid).toBe(kid);
  expect((await keys.current(Date.now() + 120_000)).kid).toBe(published[0]?.kid);
});

test('registers an email once, also for simultaneous requests', async () => {
  const responses = await Promise.all(
    Array.from({ length: 5 }, () =>
      service.call('POST /users/register', { body: { name: 'Twin', email: 'twin@example.com', password } }),
    ),
  );
  expect(responses.map(({ status }) => status).sort((one, other) => one - other)).toEqual([201, 409, 409, 409, 409]);
  expect(responses.find(({ status }) => status === 409)?.body.code).toBe('EMAIL_TAKEN');
});

test('names a taken address five times an hour per network, and then reveals nothing', async () => {
  const register = (email: string, network: string) =>
    service.call('POST /users/register', { body: { name: 'Meera', email, password } }, undefined, { network });
  const [curious, other] = ['203.0.113.1', '203.0.113.2'];
  for (let time = 0; time < 7; time += 1) expect((await register(`free${time}@example.com`, curious)).status).toBe(201);
  for (let time = 0; time < 5; time += 1)
    expect((await register('asha@example.com', curious)).body.code).toBe('EMAIL_TAKEN');
  for (const email of ['asha@example.com', 'free@example.com'])
    expect(await register(email, curious)).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
  expect((await register('asha@example.com', other)).body.code).toBe('EMAIL_TAKEN');
  expect((await register('free@example.com', other)).status).toBe(201);
});

test('ignores a role in the registration', async () => {
  await service.call('POST /users/register', {
    body: { name: 'Mallory', email: 'mallory@example.com', password, role: 'admin' } as never,
  });
  expect((await login('mallory@example.com', password)).body.user.role).toBe('user');
});

test('wrong passwords and unknown emails get the same response in about the same time', async () => {
  const timed = async (email: string) => {
    const startedAt = performance.now();
    const { status, body } = await login(email, 'not the password');
    return { ms: performance.now() - startedAt, response: { status, code: body.code, message: body.message } };
  };
  /** Of two: other work of the machine makes only some slower. */
  const fastest = async (email: string) => {
    const [one, other] = [await timed(email), await timed(email)];
    return one.ms < other.ms ? one : other;
  };
  await timed('warm@example.com');
  const known = await fastest('meera@example.com');
  const unknown = await fastest('nobody@example.com');
  expect(known.response).toEqual({
    status: 401,
    code: 'INVALID_CREDENTIALS',
    message: 'Incorrect email or password.',
  });
  expect(unknown.response).toEqual(known.response);
  expect(unknown.ms).toBeGreaterThan(known.ms / 4);
});

test('stores passwords as argon2id with the parameters of OWASP', async () => {
  const account = await service.app
    .get<Model<AccountRecord>>(getModelToken(ACCOUNT))
    .findOne({ email: 'asha@example.com' })
    .orFail()
    .lean();
  expect(account.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('rejects the profile request of a deleted account', async () => {
  const ghost = buildIdentity({ id: '65a1b2c3d4e5f60718293a4b', name: 'Ghost', email: 'ghost@example.com' });
  expect((await service.call('GET /users/profile', {}, ghost)).status).toBe(401);
});

test('shows the role of staff as documented, with their own one', async () => {
  const { body } = await login('admin@example.com', 'first password');
  expect(body.user).toMatchObject({ name: 'Shop Admin', role: 'admin', staffRole: 'owner' });
});

test('lists the customers in pages, newest first, without staff and secrets', async () => {
  const { body } = await login('admin@example.com', 'first password');
  const owner = buildIdentity({ id: body.user._id, role: 'owner' });
  const read = async (query: { q?: string; limit?: string; cursor?: string | undefined } = {}) =>
    (await service.call('GET /users/admin/customers', { query: query as never }, owner)).body;
  const list = await read();
  expect(list.customers.map(({ email }) => email)).toContain('asha@example.com');
  expect(list.customers.map(({ email }) => email)).not.toContain('admin@example.com');
  expect(JSON.stringify(list)).not.toContain('argon2');
  // To the second: ids that two processes give within one have no order.
  const times = list.customers.map(({ createdAt }) => createdAt.slice(0, 'yyyy-mm-ddThh:mm:ss'.length));
  expect(times).toEqual([...times].sort().reverse());
  expect(list.total).toBe(list.customers.length);
  const { nextCursor } = await read({ limit: '1' });
  expect((await read({ limit: '1', cursor: nextCursor })).customers).toEqual([list.customers[1]]);
  const refused = { code: 'VALIDATION_FAILED', details: { fields: { cursor: expect.any(String) } } };
  expect(await read({ cursor: 'forged' })).toMatchObject(refused);
  expect(await read({ q: 'asha', cursor: nextCursor })).toMatchObject(refused);
  for (const q of ['asha@exa', 'ASHA', 'rao'])
    expect((await read({ q })).customers.map(({ email }) => email)).toEqual(['asha@example.com']);
  expect((await read({ q: '.*' })).customers).toEqual([]);
  const asha = buildIdentity({ id: (await read({ q: 'asha' })).customers[0]?._id ?? '' });
  await service.call('PUT /users/profile', { body: { phone: '+91 98480-10407' } }, asha);
  for (const q of ['9848', '98480 10407', '+91 984', '+91 9848010407', '09848010407'])
    expect((await read({ q })).customers.map(({ email }) => email)).toEqual(['asha@example.com']);
  expect((await read({ q: '10407' })).customers).toEqual([]);
});

test("creates the shop's accounts once and follows the password of the file", async () => {
  const accounts = service.app.get<Model<AccountRecord>>(getModelToken(ACCOUNT));
  const starts = service.app.get(ShopAccounts);
  const read = () => accounts.findOne({ email: 'admin@example.com' }).orFail().lean<AccountRecord>();
  await eventually(async () => expect((await read()).outbox).toEqual([]));
  const before = await read();
  await starts.onApplicationBootstrap();
  expect(await read()).toEqual(before);
  await writeAccounts('second password');
  await Promise.all([starts.onApplicationBootstrap(), starts.onApplicationBootstrap()]);
  expect((await login('admin@example.com', 'first password')).status).toBe(401);
  expect((await login('admin@example.com', 'second password')).status).toBe(200);
  expect(await accounts.countDocuments({ email: 'admin@example.com' })).toBe(1);
});

test("creates the shop's accounts from a value too, and quotes none of it where it is not JSON", async () => {
  const start = (accounts: string) =>
    new ShopAccounts(service.app.get(getModelToken(ACCOUNT)), { ACCOUNTS: accounts } as never);
  const credentials = (name: string) => ({ email: `${name}@value.example`, password: 'a password of a value' });
  await start(JSON.stringify({ admin: credentials('owner'), shopper: credentials('buyer') })).onApplicationBootstrap();
  const owner = await service.app
    .get<Model<AccountRecord>>(getModelToken(ACCOUNT))
    .findOne({ email: 'owner@value.example' });
  expect(owner?.role).toBe('owner');
  await expect(start('{"admin": secret').onApplicationBootstrap()).rejects.toThrow(/^ACCOUNTS cannot.*:\nnot JSON$/s);
});

test('creates the account of the demo products, whose role needs no second factor', async () => {
  const accounts = service.app.get<Model<AccountRecord>>(getModelToken(ACCOUNT));
  const start = (SEED_ACCOUNT: string) =>
    new ShopAccounts(accounts, { SEED_ACCOUNT } as never).onApplicationBootstrap();
  await start(JSON.stringify({ email: 'products@value.example', password: 'a password of a value' }));
  const account = await accounts.findOne({ email: 'products@value.example' }).orFail();
  expect([account.role, needsSecondFactor(account)]).toEqual(['catalogue', false]);
  await expect(start('secret')).rejects.toThrow(/^SEED_ACCOUNT cannot.*:\nnot JSON$/s);
});
