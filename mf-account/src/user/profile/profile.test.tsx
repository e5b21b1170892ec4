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
  role: 'user' as const,
  createdAt: '2026-01-15T09:30:00.000Z',
  orders: [],
};
const shop = (changes: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({
    'GET /users/profile': { success: true, user },
    'GET /users/sessions': { success: true, sessions: [] },
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

describe('changing the password', () => {
  it('shows a wrong current password at its field and keeps the session', async () => {
    shop({ 'PUT /users/password': errorResponse(400, 'WRONG_PASSWORD', 'Your current password is incorrect.') });
    await open('Change password');
    fill('Current password', 'wrong horse');
    fill('New password', 'another horse 8');
    fill('Confirm new password', 'another horse 8');
    press('Change password');
    expect(await screen.findByText('Your current password is incorrect.')).toBeTruthy();
    expect(screen.getByLabelText('Current password').getAttribute('aria-invalid')).toBe('true');
    expect(currentSession()).toBeTruthy();
  });

  it('is not submitted while the confirmation differs', async () => {
    const api = shop({ 'PUT /users/password': { success: true, message: 'Password changed' } });
    await open('Change password');
    fill('Current password', 'correct horse 9');
    fill('New password', 'another horse 8');
    fill('Confirm new password', 'another horse 9');
    press('Change password');
    expect(await screen.findByText('The passwords do not match.')).toBeTruthy();
    expect(api.requestsTo('PUT /users/password')).toEqual([]);
    fill('Confirm new password', 'another horse 8');
    press('Change password');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requestsTo('PUT /users/password')[0]?.body).toEqual({
      currentPassword: 'correct horse 9',
      newPassword: 'another horse 8',
    });
  });
});

describe('active sessions', () => {
  const session = (number: number, device: string, current = false) => ({
    id: `0b6d1c8e-0000-4000-8000-00000000000${number}`,
    device,
    startedAt: '2026-01-15T09:30:00.000Z',
    lastUsedAt: '2026-01-16T10:30:00.000Z',
    current,
  });
  const phone = session(1, 'Chrome on Android');
  const here = session(2, 'Firefox on Linux', true);
  const show = async () => {
    window.history.pushState({}, '', '/user/profile');
    render(
      <BrowserRouter>
        <AccountRoutes />
      </BrowserRouter>,
    );
    await screen.findByRole('heading', { name: 'Active sessions' });
  };

  it('are listed, this device first and without a button', async () => {
    shop({ 'GET /users/sessions': { success: true, sessions: [phone, here] } });
    await show();
    await screen.findByText('This device');
    const rows = screen.getAllByRole('listitem').filter((row) => row.textContent?.includes('Last used'));
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringContaining('Firefox on Linux This device'),
      expect.stringContaining('Chrome on Android'),
    ]);
    expect(screen.getAllByRole('button', { name: 'Log out' })).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Log out' }).getAttribute('aria-describedby')).toBe(
      `session-${phone.id}`,
    );
  });

  it('are ended by Log out, which reloads the list', async () => {
    const api = shop({
      'GET /users/sessions': { success: true, sessions: [here, phone] },
      'DELETE /users/sessions/{id}': { success: true },
    });
    await show();
    const button = await screen.findByRole('button', { name: 'Log out' });
    api.responses['GET /users/sessions'] = { success: true, sessions: [here] };
    fireEvent.click(button);
    await waitFor(() => expect(screen.queryByText('Chrome on Android')).toBeNull());
    expect(api.requestsTo('DELETE /users/sessions/{id}')[0]?.params).toEqual({ id: phone.id });
    expect(document.activeElement?.textContent).toBe('Active sessions');
    expect(currentSession()).toBeTruthy();
  });

  it('have an error state, while the profile is shown', async () => {
    const api = shop({
      'GET /users/sessions': errorResponse(503, 'UNAVAILABLE', 'Temporarily unavailable. Please try again.'),
    });
    await show();
    await screen.findByText('Failed to load your sessions.');
    expect(screen.getByRole('button', { name: 'Edit Profile' })).toBeTruthy();
    api.responses['GET /users/sessions'] = { success: true, sessions: [here] };
    fireEvent.click(screen.getByRole('button', { name: /try again|retry/i }));
    await screen.findByText('This device');
  });
});
