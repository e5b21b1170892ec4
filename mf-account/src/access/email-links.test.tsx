import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { BrowserRouter } from '@rangavalli/web-kit/federation/router';
import { currentSession } from '@rangavalli/web-kit/session/session';
import { signIn } from '@rangavalli/web-kit/testing/builders';
import { errorResponse, fakeApi } from '@rangavalli/web-kit/testing/fake-api';
import AccountRoutes from '../routes.js';

const open = (address: string) => {
  window.history.pushState({}, '', address);
  render(
    <StrictMode>
      <BrowserRouter>
        <AccountRoutes />
      </BrowserRouter>
    </StrictMode>,
  );
};
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const used = errorResponse(410, 'EMAIL_LINK_INVALID', 'This link has already been used or has expired.');

beforeEach(() => localStorage.clear());

describe('confirming an email address', () => {
  it('happens once by opening the link', async () => {
    const api = fakeApi({
      'POST /users/email/verify': { success: true, message: 'Confirmed', email: 'meena@example.com' },
    });
    open('/confirm-email#token=abc.def');
    expect((await screen.findByText('Thank you. meena@example.com is confirmed.')).getAttribute('role')).toBe('status');
    expect(api.requestsTo('POST /users/email/verify').map(({ body }) => body)).toEqual([{ token: 'abc.def' }]);
    expect(screen.getByRole('link', { name: 'Login' })).toBeTruthy();
  });

  it('renews the token of a logged-in customer, which names the address', async () => {
    signIn();
    const api = fakeApi({
      'POST /users/email/verify': { success: true, message: 'Confirmed', email: 'meena@example.com' },
      'POST /users/refresh': {
        success: true,
        token: 'renewed-token',
        user: {
          _id: 'a'.repeat(24),
          name: 'Meena',
          email: 'meena@example.com',
          emailVerified: true,
          role: 'user',
          createdAt: '2026-01-15T09:30:00.000Z',
          orders: [],
        },
      },
    });
    open('/confirm-email#token=abc.def');
    await waitFor(() => expect(currentSession()?.token).toBe('renewed-token'));
    expect(api.requestsTo('POST /users/refresh')).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'Go to your account' }).getAttribute('href')).toBe('/user/profile');
  });

  it('explains a link that was used, and where to get another', async () => {
    fakeApi({ 'POST /users/email/verify': used });
    open('/confirm-email#token=abc.def');
    expect((await screen.findByRole('alert')).textContent).toContain('has already been used');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Log in to get a new link' }).getAttribute('href')).toBe('/login');
  });

  it('can be tried again after an outage', async () => {
    const api = fakeApi({ 'POST /users/email/verify': errorResponse(503, 'UNAVAILABLE', 'Temporarily unavailable.') });
    open('/confirm-email#token=abc.def');
    await screen.findByText('Temporarily unavailable.');
    api.responses['POST /users/email/verify'] = { success: true, message: 'Confirmed', email: 'meena@example.com' };
    press('Try again');
    expect(await screen.findByText('Thank you. meena@example.com is confirmed.')).toBeTruthy();
  });

  it('explains an incomplete link', () => {
    const api = fakeApi({});
    open('/confirm-email');
    expect(screen.getByRole('alert').textContent).toContain('This link is incomplete.');
    expect(api.requests).toEqual([]);
  });
});

describe('undoing a change of the email address', () => {
  it('needs a click, logs out and leads to a new password', async () => {
    signIn();
    const api = fakeApi({ 'POST /users/email/undo': { success: true, message: 'Your email address is restored.' } });
    open('/undo-email-change#token=abc.def');
    expect(api.requests).toEqual([]);
    press('Restore my email address');
    expect((await screen.findByRole('status')).textContent).toContain('Your email address is restored.');
    expect(currentSession()).toBeUndefined();
    expect(screen.getByRole('link', { name: 'Set a new password' }).getAttribute('href')).toBe('/forgot-password');
  });

  it('explains a link that was used', async () => {
    fakeApi({ 'POST /users/email/undo': used });
    open('/undo-email-change#token=abc.def');
    press('Restore my email address');
    expect((await screen.findByRole('alert')).textContent).toContain('has already been used');
  });
});

describe('accepting an invitation', () => {
  const invitation = {
    success: true as const,
    email: 'asha@example.com',
    role: 'fulfilment' as const,
    hasAccount: false,
    expiresAt: '2026-01-18T09:30:00.000Z',
  };

  it('creates an account with a password of twelve characters', async () => {
    const api = fakeApi({
      'POST /users/invitations/view': invitation,
      'POST /users/invitations/accept': { success: true, message: 'Welcome to the team.' },
    });
    open('/accept-invitation#token=abc.def');
    expect(await screen.findByText(/Your role: Orders and dispatch/)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('asha@example.com');
    fill('Name', 'Asha Rao');
    fill('Password', 'elevenchars');
    press('Accept invitation');
    expect((await screen.findByRole('alert')).textContent).toBe('Use at least 12 characters.');
    fill('Password', 'a long enough password');
    press('Accept invitation');
    expect(await screen.findByText('Welcome to the team.')).toBeTruthy();
    expect(api.requestsTo('POST /users/invitations/accept')[0]?.body).toEqual({
      token: 'abc.def',
      name: 'Asha Rao',
      password: 'a long enough password',
    });
    expect(screen.getByRole('link', { name: 'Login' })).toBeTruthy();
  });

  it('takes the password of an existing account', async () => {
    const api = fakeApi({
      'POST /users/invitations/view': { ...invitation, hasAccount: true },
      'POST /users/invitations/accept': errorResponse(401, 'INVALID_CREDENTIALS', 'Incorrect email or password.'),
    });
    open('/accept-invitation#token=abc.def');
    expect(await screen.findByText(/You already have an account/)).toBeTruthy();
    expect(screen.queryByLabelText('Name')).toBeNull();
    fill('Password', 'ten chars!');
    press('Accept invitation');
    expect(await screen.findByText('Incorrect email or password.')).toBeTruthy();
    expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true');
    expect(api.requestsTo('POST /users/invitations/accept')[0]?.body).toEqual({
      token: 'abc.def',
      password: 'ten chars!',
    });
  });

  it('sets a password for an account that has none', async () => {
    const api = fakeApi({
      'POST /users/invitations/view': { ...invitation, hasAccount: true, hasPassword: false },
      'POST /users/invitations/accept': { success: true, message: 'Welcome to the team.' },
    });
    open('/accept-invitation#token=abc.def');
    expect(await screen.findByText(/Choose a password for it/)).toBeTruthy();
    expect(screen.queryByLabelText('Name')).toBeNull();
    expect(screen.getByLabelText('Password').getAttribute('autocomplete')).toBe('new-password');
    fill('Password', 'elevenchars');
    press('Accept invitation');
    expect((await screen.findByRole('alert')).textContent).toBe('Use at least 12 characters.');
    fill('Password', 'a long enough password');
    press('Accept invitation');
    expect(await screen.findByText('Welcome to the team.')).toBeTruthy();
    expect(api.requestsTo('POST /users/invitations/accept')[0]?.body).toEqual({
      token: 'abc.def',
      password: 'a long enough password',
    });
  });

  it('explains an invitation that was withdrawn', async () => {
    fakeApi({ 'POST /users/invitations/view': used });
    open('/accept-invitation#token=abc.def');
    expect(await screen.findByText(/the owner of the shop to invite you again/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Accept invitation' })).toBeNull();
  });
});
