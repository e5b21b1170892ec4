import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { errorResponse, fakeApi } from '@rangavalli/web-kit/testing/fake-api';
import AccountRoutes from '../routes.js';

const startAuthentication = jest.fn();
jest.mock('@simplewebauthn/browser', () => ({
  startAuthentication: (options: unknown) => startAuthentication(options) as unknown,
}));

const user = {
  _id: 'a'.repeat(24),
  name: 'Asha Rao',
  email: 'asha@example.com',
  emailVerified: true,
  role: 'admin' as const,
  staffRole: 'manager' as const,
  createdAt: '2026-01-15T09:30:00.000Z',
  orders: [],
};
const loggedIn = { success: true as const, message: 'Login successful!', token: 't', user };
const secondFactorRequired = (methods: string[], more: object = {}) =>
  errorResponse(401, 'SECOND_FACTOR_REQUIRED', 'Please confirm the login with your second factor.', {
    loginToken: 'login-token',
    methods,
    ...more,
  });

const visit = () =>
  render(
    <MemoryRouter initialEntries={['/login?next=/cart']}>
      <Routes>
        <Route path="/admin/*" element={<p>the admin area</p>} />
        <Route path="*" element={<AccountRoutes />} />
      </Routes>
    </MemoryRouter>,
  );
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const logIn = async () => {
  visit();
  fill('Email', user.email);
  fill('Password', 'secret words');
  press('Login');
  await screen.findByRole('heading', { name: 'Two-step verification' });
};

beforeEach(() => localStorage.clear());
afterEach(() => void Reflect.deleteProperty(globalThis, 'PublicKeyCredential'));

it('requests the code after the password, and stores no session before it', async () => {
  const api = fakeApi({
    'POST /users/login': secondFactorRequired(['totp', 'recoveryCode']),
    'POST /users/login/second-factor': ({ body }) =>
      (body as { totp?: string }).totp === '123456'
        ? loggedIn
        : errorResponse(400, 'SECOND_FACTOR_INVALID', 'This code is incorrect.'),
  });
  await logIn();
  expect(localStorage.getItem('token')).toBeNull();
  fill('Code from your authenticator app', '000000');
  press('Login');
  expect((await screen.findByRole('alert')).textContent).toBe('This code is incorrect.');
  fill('Code from your authenticator app', '123456');
  press('Login');
  expect(await screen.findByText('the admin area')).toBeTruthy();
  expect(localStorage.getItem('token')).toBe('t');
  expect(api.requestsTo('POST /users/login/second-factor').at(-1)?.body).toEqual({
    loginToken: 'login-token',
    totp: '123456',
  });
});

it('is requested after an emailed code too', async () => {
  const api = fakeApi({
    'POST /users/otp': { success: true, message: 'sent', validMinutes: 10 },
    'POST /users/otp/verify': secondFactorRequired(['totp']),
    'POST /users/login/second-factor': loggedIn,
  });
  visit();
  press('Log in with a code by email');
  fireEvent.change(await screen.findByLabelText('Email'), { target: { value: user.email } });
  press('Email me a code');
  fireEvent.change(await screen.findByLabelText('Code from the email'), { target: { value: '048 215' } });
  await screen.findByRole('heading', { name: 'Two-step verification' });
  expect(localStorage.getItem('token')).toBeNull();
  expect(api.requestsTo('POST /users/otp/verify')[0]?.body).toEqual({ email: user.email, code: '048215' });
  fill('Code from your authenticator app', '123456');
  press('Login');
  await screen.findByText('the admin area');
  expect(api.requestsTo('POST /users/login/second-factor')[0]?.body).toEqual({
    loginToken: 'login-token',
    totp: '123456',
  });
});

it('emails the code to a corrected address', async () => {
  const api = fakeApi({ 'POST /users/otp': { success: true, message: 'sent', validMinutes: 10 } });
  visit();
  press('Log in with a code by email');
  const email = await screen.findByLabelText('Email');
  fireEvent.change(email, { target: { value: 'meena@gmial.com' } });
  press('Email me a code');
  await screen.findByText(/code to meena@gmial\.com/);
  expect(screen.queryByRole('button', { name: 'Email me a code' })).toBeNull();
  fireEvent.change(email, { target: { value: 'meena@gmail.com' } });
  expect(screen.queryByLabelText('Code from the email')).toBeNull();
  press('Email me a code');
  await screen.findByText(/code to meena@gmail\.com/);
  expect(api.requestsTo('POST /users/otp').map(({ body }) => body)).toEqual([
    { email: 'meena@gmial.com' },
    { email: 'meena@gmail.com' },
  ]);
});

it('takes a recovery code instead', async () => {
  const api = fakeApi({
    'POST /users/login': secondFactorRequired(['totp', 'recoveryCode']),
    'POST /users/login/second-factor': loggedIn,
  });
  await logIn();
  press('Lost your phone? Use a recovery code');
  fill('Recovery code', 'k7m2p-x9q4t');
  press('Login');
  await screen.findByText('the admin area');
  expect(api.requestsTo('POST /users/login/second-factor')[0]?.body).toEqual({
    loginToken: 'login-token',
    recoveryCode: 'k7m2p-x9q4t',
  });
});

it('takes a passkey instead', async () => {
  Object.assign(globalThis, { PublicKeyCredential: () => undefined });
  startAuthentication.mockResolvedValue({ id: 'key' });
  const api = fakeApi({
    'POST /users/login': secondFactorRequired(['passkey'], { passkeyOptions: { challenge: 'abc' } }),
    'POST /users/login/second-factor': loggedIn,
  });
  await logIn();
  expect(screen.queryByLabelText('Recovery code')).toBeNull();
  press('Use your passkey');
  await screen.findByText('the admin area');
  expect(startAuthentication).toHaveBeenCalledWith({ optionsJSON: { challenge: 'abc' } });
  expect(api.requestsTo('POST /users/login/second-factor')[0]?.body).toEqual({
    loginToken: 'login-token',
    passkey: { id: 'key' },
  });
});

it('starts again with email and password', async () => {
  fakeApi({ 'POST /users/login': secondFactorRequired(['totp']) });
  await logIn();
  press('Back to Login');
  expect(screen.getByRole('heading', { name: 'Login' })).toBeTruthy();
});

describe('logging in with a passkey', () => {
  it('needs neither email nor password', async () => {
    Object.assign(globalThis, { PublicKeyCredential: () => undefined });
    startAuthentication.mockResolvedValue({ id: 'key' });
    const api = fakeApi({
      'POST /users/login/passkey/options': { success: true, options: { challenge: 'xyz' } },
      'POST /users/login/passkey': loggedIn,
    });
    visit();
    press('Log in with a passkey');
    await screen.findByText('the admin area');
    expect(api.requestsTo('POST /users/login/passkey')[0]?.body).toEqual({ passkey: { id: 'key' } });
  });

  it('explains a refused passkey and can be tried again', async () => {
    Object.assign(globalThis, { PublicKeyCredential: () => undefined });
    startAuthentication.mockResolvedValue({ id: 'key' });
    fakeApi({
      'POST /users/login/passkey/options': { success: true, options: { challenge: 'xyz' } },
      'POST /users/login/passkey': errorResponse(400, 'PASSKEY_INVALID', 'This passkey was not accepted.'),
    });
    visit();
    press('Log in with a passkey');
    expect((await screen.findByRole('alert')).textContent).toBe('This passkey was not accepted.');
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Log in with a passkey' }).disabled).toBe(false),
    );
  });

  it('is not offered by a browser without passkeys', () => {
    fakeApi({});
    visit();
    expect(screen.queryByRole('button', { name: 'Log in with a passkey' })).toBeNull();
  });
});
