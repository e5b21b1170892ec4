import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { StaffMember } from '@rangavalli/contracts/entities/user';
import { errorResponse, fakeApi } from '@rangavalli/web-kit/testing/fake-api';
import { asAdmin, expectToast, press, signInAs, visit } from '../testing/admin-area.js';

const owner: StaffMember = {
  _id: 'f'.repeat(24),
  name: 'Shop',
  email: 'shop@example.com',
  staffRole: 'owner',
  hasSecondFactor: false,
  lastLoginAt: '2026-01-15T09:30:00.000Z',
  createdAt: '2026-01-01T09:30:00.000Z',
};
const asha: StaffMember = {
  _id: 'a'.repeat(24),
  name: 'Asha Rao',
  email: 'asha@example.com',
  staffRole: 'fulfilment',
  hasSecondFactor: true,
  createdAt: '2026-01-02T09:30:00.000Z',
};
const invitation = {
  id: 'b'.repeat(24),
  email: 'ravi@example.com',
  role: 'accountant' as const,
  invitedBy: { id: owner._id, name: 'Shop' },
  createdAt: '2026-01-15T09:30:00.000Z',
  expiresAt: '2026-01-18T09:30:00.000Z',
};
const shop = (changes: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({
    'GET /users/admin/staff': { success: true, staff: [owner, asha], invitations: [invitation] },
    ...changes,
  });

asAdmin();

it('lists members with their role, second factor and last login', async () => {
  shop();
  visit('/admin/staff');
  const row = (await screen.findByRole('rowheader', { name: 'Asha Rao' })).closest('tr');
  expect(row?.textContent).toContain('Orders and dispatch');
  expect(row?.textContent).toContain('On');
  expect(row?.textContent).toContain('Never');
  expect(screen.getByRole('rowheader', { name: 'Shop' }).closest('tr')?.textContent).toContain('Off');
});

it('changes the role of others, not one’s own', async () => {
  const api = shop({
    'PUT /users/admin/{id}/role': {
      success: true,
      message: 'Asha Rao is no longer staff',
      user: {
        _id: asha._id,
        name: asha.name,
        email: asha.email,
        emailVerified: true,
        role: 'user',
        createdAt: asha.createdAt,
      },
    },
  });
  visit('/admin/staff');
  await screen.findByRole('rowheader', { name: 'Shop' });
  expect(screen.queryByRole('button', { name: 'Change role of Shop' })).toBeNull();
  press('Change role of Asha Rao');
  press('Save role');
  expect((await screen.findByRole('alert')).textContent).toBe('Please choose another role.');
  fireEvent.change(screen.getByLabelText('New role'), { target: { value: 'user' } });
  expect(screen.getByText(/No access to the admin area/)).toBeTruthy();
  press('Save role');
  await expectToast('Asha Rao is no longer staff');
  expect(api.requestsTo('PUT /users/admin/{id}/role')[0]).toMatchObject({
    params: { id: asha._id },
    body: { role: 'user' },
  });
  await waitFor(() => expect(api.requestsTo('GET /users/admin/staff')).toHaveLength(2));
});

it('removes the second factor of others, not one’s own', async () => {
  const api = shop({
    'GET /users/admin/staff': {
      success: true,
      staff: [{ ...owner, hasSecondFactor: true }, asha],
      invitations: [],
    },
    'DELETE /users/admin/{id}/second-factor': { success: true, message: 'Two-step verification removed' },
  });
  visit('/admin/staff');
  await screen.findByRole('rowheader', { name: 'Shop' });
  expect(screen.queryByRole('button', { name: 'Remove two-step verification of Shop' })).toBeNull();
  press('Remove two-step verification of Asha Rao');
  press('Remove');
  await expectToast('Two-step verification removed');
  expect(api.requestsTo('DELETE /users/admin/{id}/second-factor')[0]?.params).toEqual({ id: asha._id });
});

it('explains that one owner must remain', async () => {
  shop({ 'PUT /users/admin/{id}/role': errorResponse(409, 'LAST_OWNER', 'The shop needs at least one owner.') });
  visit('/admin/staff');
  fireEvent.click(await screen.findByRole('button', { name: 'Change role of Asha Rao' }));
  fireEvent.change(screen.getByLabelText('New role'), { target: { value: 'manager' } });
  press('Save role');
  expect((await screen.findByRole('alert')).textContent).toBe('The shop needs at least one owner.');
});

it('invites a person by email', async () => {
  const api = shop({
    'POST /users/admin/invitations': { success: true, message: 'Invitation sent to ravi@example.com', invitation },
  });
  visit('/admin/staff');
  fireEvent.click(await screen.findByRole('button', { name: 'Invite staff' }));
  press('Send invitation');
  expect(await screen.findByText('Please enter an email address.')).toBeTruthy();
  expect(screen.getByText('Please choose a role.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'ravi@example.com' } });
  fireEvent.change(screen.getByLabelText('Role'), { target: { value: 'accountant' } });
  press('Send invitation');
  await expectToast('Invitation sent to ravi@example.com');
  expect(api.requestsTo('POST /users/admin/invitations')[0]?.body).toEqual({
    email: 'ravi@example.com',
    role: 'accountant',
  });
});

it('withdraws an invitation after a confirmation', async () => {
  const api = shop({ 'DELETE /users/admin/invitations/{id}': { success: true, message: 'Invitation withdrawn' } });
  visit('/admin/staff');
  fireEvent.click(await screen.findByRole('button', { name: 'Withdraw the invitation of ravi@example.com' }));
  expect(api.requestsTo('DELETE /users/admin/invitations/{id}')).toEqual([]);
  press('Withdraw');
  await expectToast('Invitation withdrawn');
});

it('shows a manager the staff without changing it', async () => {
  shop();
  signInAs('manager');
  visit('/admin/staff');
  await screen.findByRole('rowheader', { name: 'Asha Rao' });
  expect(screen.queryByRole('button', { name: /role|Invite|Withdraw|Remove/ })).toBeNull();
});
