import { getModelToken } from '@nestjs/mongoose';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import type { Model } from 'mongoose';
import { ACCOUNT, type AccountRecord } from '../accounts/account.schema.js';
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

const accounts = () => service.app.get<Model<AccountRecord>>(getModelToken(ACCOUNT));
const forgot = (email: string) => service.call('POST /users/password/forgot', { body: { email } });
const reset = (token: string, chosen: string) =>
  service.call('POST /users/password/reset', { body: { token, password: chosen } });
const login = (given: string) =>
  service.call('POST /users/login', { body: { email: customer.email, password: given } });
const emails = () => service.emails.filter(({ to }) => to === customer.email);
const requestToken = async () => {
  await forgot(customer.email);
  await eventually(() => expect(emails()).toHaveLength(1));
  return tokenOf(emails()[0]);
};

test('an emailed link sets a new password, once', async () => {
  const token = await requestToken();
  expect(emails()[0]).toMatchObject({ template: 'password-reset', data: { name: 'Meera Nair', validMinutes: 30 } });
  expect(await reset(token, 'another horse 8')).toMatchObject({ status: 200, body: { success: true } });
  expect((await login(password)).status).toBe(401);
  expect((await login('another horse 8')).status).toBe(200);
  expect(await reset(token, 'a third horse 7')).toMatchObject({ status: 400, body: { code: 'RESET_TOKEN_INVALID' } });
});

test('returns the same response for an address without an account, and sends no email to it', async () => {
  const before = service.emails.length;
  const [unknown, known] = [await forgot('nobody@example.com'), await forgot(customer.email)];
  expect({ status: unknown.status, body: unknown.body }).toEqual({ status: known.status, body: known.body });
  await eventually(() => expect(service.emails).toHaveLength(before + 1));
});

test('does not store the token', async () => {
  const token = await requestToken();
  const stored = JSON.stringify(await accounts().findById(customer.id).lean());
  expect(token).toMatch(/^\w{24}\.[\w-]{43}$/);
  expect(stored).not.toContain(token.slice(25));
});

test('a link expires after 30 minutes', async () => {
  const token = await requestToken();
  const { reset: stored } = await accounts().findById(customer.id).orFail().lean<AccountRecord>();
  expect((stored?.expiresAt.getTime() ?? 0) - (stored?.requestedAt.getTime() ?? 0)).toBe(30 * 60_000);
  await accounts().updateOne({ _id: customer.id }, { $set: { 'reset.expiresAt': new Date(Date.now() - 1) } });
  expect((await reset(token, 'another horse 8')).body.code).toBe('RESET_TOKEN_INVALID');
});

test('one of two simultaneous resets succeeds', async () => {
  const token = await requestToken();
  const responses = await Promise.all([reset(token, 'another horse 8'), reset(token, 'a third horse 7')]);
  expect(responses.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 400]);
});

test('sends a second email after a minute at the earliest, and its link replaces the first', async () => {
  const first = await requestToken();
  await forgot(customer.email);
  await accounts().updateOne({ _id: customer.id }, { $set: { 'reset.requestedAt': new Date(Date.now() - 61_000) } });
  await forgot(customer.email);
  await eventually(() => expect(emails()).toHaveLength(2));
  expect((await reset(first, 'another horse 8')).body.code).toBe('RESET_TOKEN_INVALID');
});

test('a request whose email failed can be repeated at once', async () => {
  service.failEmails(true);
  const failed = await forgot(customer.email);
  await eventually(async () =>
    expect((await accounts().findById(customer.id).lean<AccountRecord>())?.reset).toBeUndefined(),
  );
  service.failEmails(false);
  expect((await reset(await requestToken(), 'another horse 8')).status).toBe(200);
  expect(failed.status).toBe(200);
});

test('a reset lifts the rate limit of failed logins', async () => {
  for (let attempt = 0; attempt < 10; attempt += 1) await login('wrong horse');
  expect((await login(password)).body.code).toBe('RATE_LIMITED');
  await reset(await requestToken(), 'another horse 8');
  expect((await login('another horse 8')).status).toBe(200);
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
