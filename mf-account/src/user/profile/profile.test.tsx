import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { BrowserRouter } from '@rangavalli/web-kit/federation/router';
import { currentSession } from '@rangavalli/web-kit/session/session';
import { signIn } from '@rangavalli/web-kit/testing/builders';
import { polyfillDialogs } from '@rangavalli/web-kit/testing/polyfill-dialogs';
import { fakeApi, errorResponse } from '@rangavalli/web-kit/testing/fake-api';
import AccountRoutes from '../../routes.js';

const user = {
  _id: 'a'.repeat(24),
  name: 'Meena',
  email: 'meena@example.com',
  emailVerified: true,
  role: 'user' as const,
  createdAt: '2026-01-15T09:30:00.000Z',
  orders: [],
};
const shop = (changes: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({
    'GET /users/profile': { success: true, user },
    ...changes,
  });

async function open(button: string) {
  window.history.pushState({}, '', '/user/profile');
  render(
    <BrowserRouter>
      <AccountRoutes />
    </BrowserRouter>,
  );
  fireEvent.click(await screen.findByRole('button', { name: button }));
  await screen.findByRole('dialog');
}
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getAllByRole('button', { name }).at(-1) as HTMLElement);

beforeAll(polyfillDialogs);
beforeEach(() => act(() => signIn()));

describe('editing the profile', () => {
  it('saves name and phone and fires authChange', async () => {
    const changed = { ...user, name: 'Meena Rao', phone: '98480 12345' };
    const api = shop({ 'PUT /users/profile': { success: true, message: 'Profile updated', user: changed } });
    const onAuthChange = jest.fn();
    await open('Edit Profile');
    window.addEventListener('authChange', onAuthChange, { once: true });
    fill('Full name', 'Meena Rao');
    fill('Phone', '98480 12345');
    press('Save changes');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requestsTo('PUT /users/profile')[0]?.body).toEqual({ name: 'Meena Rao', phone: '98480 12345' });
    expect(currentSession()).toMatchObject({
      token: 'token-of-meena',
      user: { name: 'Meena Rao', phone: '98480 12345' },
    });
    expect(onAuthChange).toHaveBeenCalled();
    expect(api.requestsTo('GET /users/profile')).toHaveLength(2);
  });

  it('shows the error of a phone number before submitting', async () => {
    const api = shop();
    await open('Edit Profile');
    fill('Phone', '12345');
    press('Save changes');
    expect((await screen.findByRole('alert')).textContent).toContain('10-digit mobile number');
    expect(api.requestsTo('PUT /users/profile')).toEqual([]);
  });
});

describe('the email address', () => {
  it('is changed after a step-up, by a link to the new address', async () => {
    let isElevated = false;
    const api = shop({
      'PUT /users/email': () =>
        isElevated
          ? { success: true, message: 'We sent a link to new@example.com.' }
          : errorResponse(403, 'STEP_UP_REQUIRED', 'Please confirm that it is you to continue.'),
      'GET /users/second-factor': {
        success: true,
        secondFactor: { isRequired: false, isSetUp: false, totp: false, recoveryCodesLeft: 0, passkeys: [] },
      },
      'POST /users/step-up': () => {
        isElevated = true;
        return { success: true, message: 'Confirmed', elevatedUntil: '2026-01-15T09:40:00.000Z' };
      },
    });
    await open('Change email');
    fill('New email', 'new@example.com');
    press('Send link');
    fireEvent.change(await screen.findByLabelText('Your password'), { target: { value: 'a long enough password' } });
    press('Confirm');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requestsTo('PUT /users/email').map(({ body }) => body)).toEqual([
      { email: 'new@example.com' },
      { email: 'new@example.com' },
    ]);
  });

  it('cannot be changed to itself or to a taken one', async () => {
    const api = shop({
      'PUT /users/email': errorResponse(409, 'EMAIL_TAKEN', 'An account with this email already exists.'),
    });
    await open('Change email');
    fill('New email', ' Meena@example.com ');
    press('Send link');
    expect((await screen.findByRole('alert')).textContent).toBe('This is your current email.');
    expect(api.requestsTo('PUT /users/email')).toEqual([]);
    fill('New email', 'asha@example.com');
    press('Send link');
    expect(await screen.findByText('An account with this email already exists.')).toBeTruthy();
  });

  it('that is not confirmed is shown with a new link on request', async () => {
    const api = shop({
      'GET /users/profile': { success: true, user: { ...user, emailVerified: false } },
      'POST /users/email/verification': { success: true, message: 'We sent the link again.' },
    });
    window.history.pushState({}, '', '/user/profile');
    render(
      <BrowserRouter>
        <AccountRoutes />
      </BrowserRouter>,
    );
    expect(await screen.findByText('Please confirm your email address.')).toBeTruthy();
    expect(screen.getByText('Not confirmed')).toBeTruthy();
    press('Send the link again');
    await waitFor(() => expect(api.requestsTo('POST /users/email/verification')).toHaveLength(1));
  });
});
