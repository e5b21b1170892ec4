import { getModelToken } from '@nestjs/mongoose';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import type { Model } from 'mongoose';
import { password, startUserBench, type UserBench } from '../testing/user-bench.js';
import { ACCOUNT, type AccountRecord } from './account.schema.js';

let shop: UserBench;
let meera: Identity;
beforeAll(async () => {
  shop = await startUserBench({ RATE_LIMIT: 'on' });
});
afterAll(() => shop.stop());
beforeEach(async () => {
  meera = await shop.shopper();
});

const accounts = () => shop.app.get<Model<AccountRecord>>(getModelToken(ACCOUNT));
const forgot = (email: string) => shop.call('POST /users/password/forgot', { body: { email } });
const reset = (token: string, chosen: string) =>
  shop.call('POST /users/password/reset', { body: { token, password: chosen } });
const login = (given: string) => shop.call('POST /users/login', { body: { email: meera.email, password: given } });
/** The letters to Meera as text, soft line breaks undone. */
const lettersToMeera = async () =>
  (await shop.letters())
    .filter((letter) => letter.includes(`To: ${meera.email}`))
    .map((letter) => letter.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='));
const tokenOf = (letter = '') => /\/reset-password#token=([\w.-]+)/.exec(letter)?.[1] ?? 'no token in the letter';
const tokenByLetter = async () => {
  await forgot(meera.email);
  await eventually(async () => expect(await lettersToMeera()).toHaveLength(1));
  return tokenOf((await lettersToMeera())[0]);
};

test('a letter brings a link that sets a new password, once', async () => {
  const token = await tokenByLetter();
  expect(await reset(token, 'another horse 8')).toMatchObject({ status: 200, body: { success: true } });
  expect((await login(password)).status).toBe(401);
  expect((await login('another horse 8')).status).toBe(200);
  expect(await reset(token, 'a third horse 7')).toMatchObject({ status: 400, body: { code: 'RESET_TOKEN_INVALID' } });
});

test('the answer is the same for an address without an account, and nobody gets a letter', async () => {
  const before = (await shop.letters()).length;
  const [unknown, known] = [await forgot('nobody@example.com'), await forgot(meera.email)];
  expect({ status: unknown.status, body: unknown.body }).toEqual({ status: known.status, body: known.body });
  await eventually(async () => expect(await shop.letters()).toHaveLength(before + 1));
});

test('the token itself is not in the database', async () => {
  const token = await tokenByLetter();
  const stored = JSON.stringify(await accounts().findById(meera.id).lean());
  expect(token).toMatch(/^\w{24}\.[\w-]{43}$/);
  expect(stored).not.toContain(token.slice(25));
});

test('a link is good for half an hour', async () => {
  const token = await tokenByLetter();
  const { reset: kept } = await accounts().findById(meera.id).orFail().lean<AccountRecord>();
  expect((kept?.expiresAt.getTime() ?? 0) - (kept?.askedAt.getTime() ?? 0)).toBe(30 * 60_000);
  await accounts().updateOne({ _id: meera.id }, { $set: { 'reset.expiresAt': new Date(Date.now() - 1) } });
  expect((await reset(token, 'another horse 8')).body.code).toBe('RESET_TOKEN_INVALID');
});

test('of two resets at the same moment one is done', async () => {
  const token = await tokenByLetter();
  const answers = await Promise.all([reset(token, 'another horse 8'), reset(token, 'a third horse 7')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test('asking again at once sends no second letter; a minute later the newer letter is the one that counts', async () => {
  const first = await tokenByLetter();
  await forgot(meera.email);
  await accounts().updateOne({ _id: meera.id }, { $set: { 'reset.askedAt': new Date(Date.now() - 61_000) } });
  await forgot(meera.email);
  await eventually(async () => expect(await lettersToMeera()).toHaveLength(2));
  expect((await reset(first, 'another horse 8')).body.code).toBe('RESET_TOKEN_INVALID');
});

test('who was locked out for wrong passwords gets in by a new one', async () => {
  for (let attempt = 0; attempt < 10; attempt += 1) await login('wrong horse');
  expect((await login(password)).body.code).toBe('RATE_LIMITED');
  await reset(await tokenByLetter(), 'another horse 8');
  expect((await login('another horse 8')).status).toBe(200);
});

test('a changed password ends a letter that is on its way', async () => {
  const token = await tokenByLetter();
  await shop.call(
    'PUT /users/password',
    { body: { currentPassword: password, newPassword: 'another horse 8' } },
    meera,
  );
  expect((await reset(token, 'a third horse 7')).body.code).toBe('RESET_TOKEN_INVALID');
});

test.each(['rubbish', 'rubbish.rubbish', `${'a'.repeat(24)}.rubbish`])('%s is no token', async (token) => {
  expect(await reset(token, 'another horse 8')).toMatchObject({ status: 400, body: { code: 'RESET_TOKEN_INVALID' } });
});
