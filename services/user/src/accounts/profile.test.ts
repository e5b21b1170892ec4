import type { Identity } from '@rangavalli/service-kit/http/identity';
import { password, startTestUserService, type TestUserService } from '../testing/test-user-service.js';

let service: TestUserService;
let customer: Identity;
beforeAll(async () => {
  service = await startTestUserService({ RATE_LIMIT: 'on' });
});
afterAll(() => service.stop());
beforeEach(async () => {
  customer = await service.addCustomer();
});

const login = (given: string) =>
  service.call('POST /users/login', { body: { email: customer.email, password: given } });
const change = (currentPassword: string, newPassword: string) =>
  service.call('PUT /users/password', { body: { currentPassword, newPassword } }, customer);

describe('the profile', () => {
  const edit = (body: { name?: string; phone?: string }) => service.call('PUT /users/profile', { body }, customer);

  it('changes name and phone, and keeps omitted fields', async () => {
    expect(await edit({ name: ' Meera Menon ', phone: '98765 43210' })).toMatchObject({
      status: 200,
      body: { message: 'Profile updated', user: { name: 'Meera Menon', phone: '98765 43210', email: customer.email } },
    });
    await edit({ name: 'Meera Iyer' });
    expect((await service.call('GET /users/profile', {}, customer)).body.user).toMatchObject({
      name: 'Meera Iyer',
      phone: '98765 43210',
    });
  });

  it('removes the phone when it is empty', async () => {
    await edit({ phone: '98765 43210' });
    expect((await edit({ phone: '' })).body.user.phone).toBeUndefined();
  });

  it.each([
    ['a second line', 'Meera\nYour prize waits at the shop'],
    ['a link', 'Meera https://evil.example/prize'],
    ['a domain', 'Meera, see evil-prize.com'],
    ['another control character', 'Meera\u0007'],
  ])('refuses %s in a name', async (_what, name) => {
    expect(await edit({ name })).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
    const body = { name, email: 'prize@example.com', password };
    expect((await service.call('POST /users/register', { body })).status).toBe(400);
  });

  it.each(['Dr. A.P.J. Abdul Kalam', 'മീര നായർ', "Mary-Jane O'Neil"])('accepts the name %s', async (name) => {
    expect((await edit({ name })).body.user).toMatchObject({ name });
  });

  it('returns errors per field, and changes neither role nor email', async () => {
    expect((await edit({ name: ' ', phone: 'none' })).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { fields: { name: 'This field is required.', phone: 'Please enter a valid phone number.' } },
    });
    expect((await edit({ role: 'admin', email: 'other@example.com' } as never)).body.user).toMatchObject({
      role: 'user',
      email: customer.email,
    });
  });
});

describe('a new password', () => {
  it('replaces the old one', async () => {
    expect(await change(password, 'another horse 8')).toMatchObject({
      status: 200,
      body: { success: true, message: 'Password changed', token: expect.any(String) },
    });
    expect((await login(password)).status).toBe(401);
    expect((await login('another horse 8')).status).toBe(200);
  });

  it('needs the current one; a wrong one does not end the session', async () => {
    expect(await change('wrong horse', 'another horse 8')).toMatchObject({
      status: 400,
      body: { code: 'WRONG_PASSWORD', message: 'Your current password is incorrect.' },
    });
    expect((await login(password)).status).toBe(200);
  });

  it('waits after ten wrong current passwords in one session; a new login is not affected', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1)
      expect((await change('wrong horse', 'another horse 8')).status).toBe(400);
    expect((await change(password, 'another horse 8')).body.code).toBe('RATE_LIMITED');
    customer = await service.logIn(customer.email);
    expect((await change(password, 'another horse 8')).status).toBe(200);
  });

  it('is set by one of two simultaneous requests', async () => {
    const responses = await Promise.all([change(password, 'another horse 8'), change(password, 'a third horse 7')]);
    expect(responses.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 400]);
  });

  it('has the same minimum length as at registration', async () => {
    expect((await change(password, 'short')).body).toMatchObject({
      details: { fields: { newPassword: 'at least 10 characters' } },
    });
  });
});
