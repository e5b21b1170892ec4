import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { SecondFactor } from '@rangavalli/contracts/entities/second-factor';
import { BrowserRouter } from '@rangavalli/web-kit/federation/router';
import { currentSession, storeSession } from '@rangavalli/web-kit/session/session';
import { signIn } from '@rangavalli/web-kit/testing/builders';
import { errorResponse, fakeApi } from '@rangavalli/web-kit/testing/fake-api';
import { fakePush, removePush } from '@rangavalli/web-kit/testing/fake-push';
import { polyfillDialogs } from '@rangavalli/web-kit/testing/polyfill-dialogs';
import AccountRoutes from '../../routes.js';

const startRegistration = jest.fn();
jest.mock('@simplewebauthn/browser', () => ({
  startRegistration: (options: unknown) => startRegistration(options) as unknown,
}));

const nothing: SecondFactor = { isRequired: false, isSetUp: false, totp: false, recoveryCodesLeft: 0, passkeys: [] };
const CODES = ['aaaaa-11111', 'bbbbb-22222'];
const phone = { id: 'key-1', name: 'My phone', createdAt: '2026-01-15T09:30:00.000Z' };

const shop = (changes: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({
    'GET /users/second-factor': { success: true, secondFactor: nothing },
    'GET /users/sessions': { success: true, sessions: [] },
    ...changes,
  });
const withFactor = (secondFactor: Partial<SecondFactor>) => ({
  'GET /users/second-factor': { success: true as const, secondFactor: { ...nothing, ...secondFactor } },
});

async function show() {
  window.history.pushState({}, '', '/user/security');
  render(
    <BrowserRouter>
      <AccountRoutes />
    </BrowserRouter>,
  );
  await screen.findByRole('heading', { name: 'Passkeys' });
}
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
/** The last one, since dialogs are behind the page in the document. */
const press = (name: string) => fireEvent.click(screen.getAllByRole('button', { name }).at(-1) as HTMLElement);
const dialog = (name: string) => within(screen.getByRole('dialog', { name }));

beforeAll(polyfillDialogs);
beforeEach(() => act(() => signIn()));
afterEach(() => void Reflect.deleteProperty(globalThis, 'PublicKeyCredential'));

describe('changing the password', () => {
  const fillNew = (password: string, confirmation = password) => {
    fill('Current password', 'correct horse 9');
    fill('New password', password);
    fill('Confirm new password', confirmation);
    press('Change password');
  };

  it('shows a wrong current password at its field and keeps the session', async () => {
    shop({ 'PUT /users/password': errorResponse(400, 'WRONG_PASSWORD', 'Your current password is incorrect.') });
    await show();
    press('Change password');
    fillNew('another horse 8');
    expect(await screen.findByText('Your current password is incorrect.')).toBeTruthy();
    expect(screen.getByLabelText('Current password').getAttribute('aria-invalid')).toBe('true');
    expect(currentSession()).toBeTruthy();
  });

  it('is not submitted while the confirmation differs, and continues with the new session', async () => {
    fakePush();
    localStorage.setItem('rangavalli.push', currentSession()?.owner ?? '');
    const api = shop({
      'PUT /users/password': { success: true, message: 'Password changed', token: 'next-token' },
      'GET /notifications/push/key': { success: true, key: 'key' },
      'POST /notifications/push': { success: true, message: 'On' },
    });
    await show();
    press('Change password');
    fillNew('another horse 8', 'another horse 9');
    expect(await screen.findByText('The passwords do not match.')).toBeTruthy();
    expect(api.requestsTo('PUT /users/password')).toEqual([]);
    fill('Confirm new password', 'another horse 8');
    press('Change password');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requestsTo('PUT /users/password')[0]?.body).toEqual({
      currentPassword: 'correct horse 9',
      newPassword: 'another horse 8',
    });
    expect(currentSession()).toMatchObject({ token: 'next-token', user: { name: 'Meena' } });
    expect(api.requestsTo('GET /users/sessions')).toHaveLength(2);
    // The notifications of this browser belong to the new session.
    await waitFor(() =>
      expect(api.requestsTo('POST /notifications/push')).toMatchObject([{ authorization: 'Bearer next-token' }]),
    );
    removePush();
  });

  it('ends notifications that another account switched on in this browser', async () => {
    const unsubscribe = fakePush();
    localStorage.setItem('rangavalli.push', 'another-account');
    const api = shop({
      'PUT /users/password': { success: true, message: 'Password changed', token: 'next-token' },
      'GET /notifications/push/key': { success: true, key: 'key' },
    });
    await show();
    press('Change password');
    fillNew('another horse 8');
    await waitFor(() => expect(unsubscribe).toHaveBeenCalledTimes(1));
    expect(api.requestsTo('POST /notifications/push')).toEqual([]);
    removePush();
  });

  it('explains a password that is too common, at its field', async () => {
    shop({ 'PUT /users/password': errorResponse(400, 'PASSWORD_BREACHED', 'This password is in lists.') });
    await show();
    press('Change password');
    fillNew('password1234');
    expect(await screen.findByText('This password is in lists.')).toBeTruthy();
    expect(screen.getByLabelText('New password').getAttribute('aria-invalid')).toBe('true');
  });

  it('needs twelve characters for staff', async () => {
    const { token = '', user } = currentSession() ?? {};
    if (user) act(() => storeSession({ token, user: { ...user, role: 'admin', staffRole: 'support' } }));
    const api = shop();
    await show();
    press('Change password');
    fillNew('elevenchars');
    expect(await screen.findByText('Use at least 12 characters.')).toBeTruthy();
    expect(api.requestsTo('PUT /users/password')).toEqual([]);
  });
});

describe('an account without a password', () => {
  it('gets a link for setting one', async () => {
    const { token = '', user } = currentSession() ?? {};
    if (user) act(() => storeSession({ token, user: { ...user, hasPassword: false } }));
    const api = shop({ 'POST /users/password/forgot': { success: true, message: 'We have sent you an email.' } });
    await show();
    expect(screen.queryByRole('button', { name: 'Change password' })).toBeNull();
    press('Set a password');
    await waitFor(() =>
      expect(api.requestsTo('POST /users/password/forgot').map(({ body }) => body)).toEqual([
        { email: 'meena@example.com' },
      ]),
    );
  });
});

describe('two-step verification', () => {
  it('is set up by scanning a code and entering the digits, and shows the recovery codes once', async () => {
    const api = shop({
      'POST /users/second-factor/totp': {
        success: true,
        secret: 'JBSWY3DPEHPK3PXP',
        uri: 'otpauth://totp/Rangavalli:meena%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Rangavalli',
      },
      'POST /users/second-factor/totp/confirm': ({ body }) =>
        (body as { totp: string }).totp === '123 456'
          ? { success: true, message: 'Two-step verification is on.', recoveryCodes: CODES }
          : errorResponse(400, 'SECOND_FACTOR_INVALID', 'This code is incorrect.'),
    });
    await show();
    press('Set up authenticator app');
    await screen.findByRole('img', { name: 'QR code for your authenticator app' });
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy();
    fill('Code from the app', '000000');
    press('Turn on');
    expect((await screen.findByRole('alert')).textContent).toBe('This code is incorrect.');
    fill('Code from the app', '123 456');
    Object.assign(api.responses, withFactor({ isSetUp: true, totp: true, recoveryCodesLeft: 2 }));
    press('Turn on');
    await screen.findByRole('dialog', { name: 'Save your recovery codes' });
    for (const code of CODES) expect(screen.getByText(code)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Download' }).getAttribute('href')).toContain(CODES[0]);
    press('I have saved them');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByText('aaaaa-11111')).toBeNull();
    expect(await screen.findByText('2 codes left')).toBeTruthy();
  });

  it('reminds a role that needs it', async () => {
    shop(withFactor({ isRequired: true }));
    await show();
    expect(screen.getByText(/Your role needs two-step verification/)).toBeTruthy();
  });

  it('explains why the last second factor of a role that needs one stays', async () => {
    const api = shop({
      ...withFactor({ isRequired: true, isSetUp: true, totp: true, recoveryCodesLeft: 8 }),
      'DELETE /users/second-factor/totp': errorResponse(409, 'SECOND_FACTOR_NEEDED', 'Please add another one first.'),
    });
    await show();
    press('Remove');
    dialog('Remove the authenticator app?').getByText(/recovery codes stop working/);
    press('Remove app');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requestsTo('DELETE /users/second-factor/totp')).toHaveLength(1);
    expect(api.requestsTo('GET /users/second-factor')).toHaveLength(1);
  });

  it('replaces the recovery codes after a confirmation', async () => {
    const api = shop({
      ...withFactor({ isSetUp: true, totp: true, recoveryCodesLeft: 1 }),
      'POST /users/second-factor/recovery-codes': { success: true, message: 'New codes', recoveryCodes: CODES },
    });
    await show();
    expect(screen.getByText('1 code left')).toBeTruthy();
    press('Get new codes');
    expect(api.requestsTo('POST /users/second-factor/recovery-codes')).toEqual([]);
    press('Get new codes');
    expect(await screen.findByText('bbbbb-22222')).toBeTruthy();
  });
});

describe('passkeys', () => {
  beforeEach(() => void Object.assign(globalThis, { PublicKeyCredential: () => undefined }));

  it('are added with a name', async () => {
    startRegistration.mockResolvedValue({ id: 'key-1' });
    const api = shop({
      'POST /users/passkeys/options': { success: true, options: { challenge: 'abc' } },
      'POST /users/passkeys': { success: true, message: 'Passkey added', passkey: phone, recoveryCodes: CODES },
    });
    await show();
    press('Add a passkey');
    fill('Name', 'My phone');
    Object.assign(api.responses, withFactor({ isSetUp: true, passkeys: [phone] }));
    press('Continue');
    await screen.findByRole('dialog', { name: 'Save your recovery codes' });
    expect(startRegistration).toHaveBeenCalledWith({ optionsJSON: { challenge: 'abc' } });
    expect(api.requestsTo('POST /users/passkeys')[0]?.body).toEqual({ name: 'My phone', passkey: { id: 'key-1' } });
    expect(await screen.findByText('My phone')).toBeTruthy();
  });

  it('explain a device that has one already', async () => {
    startRegistration.mockRejectedValue(Object.assign(new Error('exists'), { name: 'InvalidStateError' }));
    shop({ 'POST /users/passkeys/options': { success: true, options: { challenge: 'abc' } } });
    await show();
    press('Add a passkey');
    fill('Name', 'My phone');
    press('Continue');
    expect((await screen.findByRole('alert')).textContent).toBe('This device already has a passkey for your account.');
  });

  it('are renamed and removed', async () => {
    const api = shop({
      ...withFactor({ isSetUp: true, passkeys: [phone] }),
      'PATCH /users/passkeys/{id}': { success: true, message: 'Saved', passkey: { ...phone, name: 'Work phone' } },
      'DELETE /users/passkeys/{id}': { success: true, message: 'Passkey removed' },
    });
    await show();
    press('Rename');
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('My phone');
    fill('Name', 'Work phone');
    press('Save');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requestsTo('PATCH /users/passkeys/{id}')[0]).toMatchObject({
      params: { id: 'key-1' },
      body: { name: 'Work phone' },
    });
    press('Remove');
    expect(screen.getByRole('dialog', { name: 'Remove “My phone”?' })).toBeTruthy();
    Object.assign(api.responses, withFactor({}));
    press('Remove passkey');
    expect(await screen.findByText('No passkeys yet.')).toBeTruthy();
  });
});

it('explains a browser without passkeys', async () => {
  shop();
  await show();
  expect(screen.getByText('This browser does not support passkeys.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
});

describe('active sessions', () => {
  const session = (number: number, device: string, current = false) => ({
    id: `0b6d1c8e-0000-4000-8000-00000000000${number}`,
    device,
    startedAt: '2026-01-15T09:30:00.000Z',
    lastUsedAt: '2026-01-16T10:30:00.000Z',
    expiresAt: '2026-04-15T09:30:00.000Z',
    current,
  });
  const android = session(1, 'Chrome on Android');
  const here = session(2, 'Firefox on Linux', true);

  it('are listed, this device first and without a button', async () => {
    shop({ 'GET /users/sessions': { success: true, sessions: [android, here] } });
    await show();
    await screen.findByText('This device');
    const rows = screen.getAllByRole('listitem').filter((row) => row.textContent?.includes('Last used'));
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringContaining('Firefox on Linux This device'),
      expect.stringContaining('Chrome on Android'),
    ]);
    expect(screen.getByRole('button', { name: 'Log out' }).getAttribute('aria-describedby')).toBe(
      `session-${android.id}`,
    );
  });

  it('are ended by Log out, which reloads the list', async () => {
    const api = shop({
      'GET /users/sessions': { success: true, sessions: [here, android] },
      'DELETE /users/sessions/{id}': { success: true },
    });
    await show();
    const button = await screen.findByRole('button', { name: 'Log out' });
    api.responses['GET /users/sessions'] = { success: true, sessions: [here] };
    fireEvent.click(button);
    await waitFor(() => expect(screen.queryByText('Chrome on Android')).toBeNull());
    expect(api.requestsTo('DELETE /users/sessions/{id}')[0]?.params).toEqual({ id: android.id });
    expect(document.activeElement?.textContent).toBe('Active sessions');
    expect(currentSession()).toBeTruthy();
  });

  it('are all ended at once but the own one, after a confirmation', async () => {
    const api = shop({
      'GET /users/sessions': { success: true, sessions: [here, android] },
      'DELETE /users/sessions': { success: true, message: 'Logged out of 1 other device' },
    });
    await show();
    fireEvent.click(await screen.findByRole('button', { name: 'Log out all other devices' }));
    expect(api.requestsTo('DELETE /users/sessions')).toEqual([]);
    api.responses['GET /users/sessions'] = { success: true, sessions: [here] };
    press('Log out all other devices');
    await waitFor(() => expect(screen.queryByText('Chrome on Android')).toBeNull());
    expect(screen.queryByRole('button', { name: 'Log out all other devices' })).toBeNull();
  });

  it('are ended after a step-up', async () => {
    let isElevated = false;
    const refused = errorResponse(403, 'STEP_UP_REQUIRED', 'Please confirm that it is you to continue.');
    const api = shop({
      'GET /users/sessions': { success: true, sessions: [here, android] },
      'DELETE /users/sessions/{id}': () => (isElevated ? { success: true } : refused),
      'DELETE /users/sessions': () => (isElevated ? { success: true, message: 'Logged out' } : refused),
      'POST /users/step-up': () => {
        isElevated = true;
        return { success: true, message: 'Confirmed', elevatedUntil: '2030-01-01T00:00:00.000Z' };
      },
    });
    const confirm = async () => {
      fireEvent.change(await screen.findByLabelText('Your password'), { target: { value: 'correct horse 9' } });
      press('Confirm');
    };
    await show();
    fireEvent.click(await screen.findByRole('button', { name: 'Log out' }));
    await confirm();
    await waitFor(() => expect(api.requestsTo('DELETE /users/sessions/{id}')).toHaveLength(2));
    isElevated = false;
    fireEvent.click(await screen.findByRole('button', { name: 'Log out all other devices' }));
    press('Log out all other devices');
    await confirm();
    await waitFor(() => expect(api.requestsTo('DELETE /users/sessions')).toHaveLength(2));
  });

  it('have an error state, while the rest is shown', async () => {
    const api = shop({
      'GET /users/sessions': errorResponse(503, 'UNAVAILABLE', 'Temporarily unavailable. Please try again.'),
    });
    await show();
    await screen.findByText('Failed to load your sessions.');
    expect(screen.getByRole('button', { name: 'Change password' })).toBeTruthy();
    api.responses['GET /users/sessions'] = { success: true, sessions: [here] };
    press('Try again');
    await screen.findByText('This device');
  });
});
