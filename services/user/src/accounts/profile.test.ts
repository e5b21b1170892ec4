import type { Identity } from '@rangavalli/service-kit/http/identity';
import { password, startUserBench, type UserBench } from '../testing/user-bench.js';

let shop: UserBench;
let meera: Identity;
beforeAll(async () => {
  shop = await startUserBench({ RATE_LIMIT: 'on' });
});
afterAll(() => shop.stop());
beforeEach(async () => {
  meera = await shop.shopper();
});

const login = (given: string) => shop.call('POST /users/login', { body: { email: meera.email, password: given } });
const change = (currentPassword: string, newPassword: string) =>
  shop.call('PUT /users/password', { body: { currentPassword, newPassword } }, meera);

describe('the profile', () => {
  const edit = (body: { name?: string; phone?: string }) => shop.call('PUT /users/profile', { body }, meera);

  it('takes a new name and phone, and keeps what is left out', async () => {
    expect(await edit({ name: ' Meera Menon ', phone: '98765 43210' })).toMatchObject({
      status: 200,
      body: { message: 'Profile updated', user: { name: 'Meera Menon', phone: '98765 43210', email: meera.email } },
    });
    await edit({ name: 'Meera Iyer' });
    expect((await shop.call('GET /users/profile', {}, meera)).body.user).toMatchObject({
      name: 'Meera Iyer',
      phone: '98765 43210',
    });
  });

  it('gives a phone up when it is left empty', async () => {
    await edit({ phone: '98765 43210' });
    expect((await edit({ phone: '' })).body.user.phone).toBeUndefined();
  });

  it('is answered field by field when it has faults, and changes neither role nor e-mail', async () => {
    expect((await edit({ name: ' ', phone: 'none' })).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { fields: { name: 'required', phone: 'Please enter a valid phone number.' } },
    });
    expect((await edit({ role: 'admin', email: 'other@example.com' } as never)).body.user).toMatchObject({
      role: 'user',
      email: meera.email,
    });
  });
});

describe('a new password', () => {
  it('is the one that counts from then on', async () => {
    expect(await change(password, 'another horse 8')).toMatchObject({
      status: 200,
      body: { success: true, message: 'Password changed' },
    });
    expect((await login(password)).status).toBe(401);
    expect((await login('another horse 8')).status).toBe(200);
  });

  it('needs the one before it, and that does not end the session', async () => {
    expect(await change('wrong horse', 'another horse 8')).toMatchObject({
      status: 400,
      body: { code: 'WRONG_PASSWORD', message: 'Your current password is not right.' },
    });
    expect((await login(password)).status).toBe(200);
  });

  it('is not guessed at: after ten wrong ones even the right one waits', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1)
      expect((await change('wrong horse', 'another horse 8')).status).toBe(400);
    expect((await change(password, 'another horse 8')).body.code).toBe('RATE_LIMITED');
  });

  it('is set once of two at the same moment', async () => {
    const answers = await Promise.all([change(password, 'another horse 8'), change(password, 'a third horse 7')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('is as long as at the registration', async () => {
    expect((await change(password, 'short')).body).toMatchObject({
      details: { fields: { newPassword: 'at least 8 characters' } },
    });
  });
});
