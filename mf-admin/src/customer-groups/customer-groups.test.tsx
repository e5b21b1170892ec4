import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { errorResponse, fakeApi } from '@rangavalli/web-kit/testing/fake-api';
import { asAdmin, expectToast, press, visit } from '../testing/admin-area.js';
import { readEmails } from './read-emails.js';

const club = {
  _id: 'c'.repeat(24),
  name: 'Silk Club',
  description: 'Bought three silk sarees',
  customers: 2,
  createdAt: '2026-01-15T09:30:00.000Z',
};
const shop = (changes: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({
    'GET /users/admin/groups': { success: true, groups: [club] },
    'POST /users/admin/groups': { success: true, message: 'Group created.', group: club },
    'POST /users/admin/groups/{id}/customers': {
      success: true,
      message: '1 customer added.',
      added: 1,
      unknown: ['nobody@example.com'],
    },
    'DELETE /users/admin/groups/{id}': { success: true, message: 'Group deleted.' },
    ...changes,
  });
const enter = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

asAdmin();

it('creates a group, with errors beside their fields', async () => {
  const api = shop({
    'POST /users/admin/groups': errorResponse(409, 'GROUP_NAME_TAKEN', 'Another group has this name.'),
  });
  visit('/admin/customers/groups');
  fireEvent.click(await screen.findByRole('button', { name: 'Add group' }));
  press('Save group');
  expect(await screen.findByText('Enter a name of at most 60 characters.')).toBeTruthy();
  enter(/^Name/, ' Silk Club ');
  press('Save group');
  expect(await screen.findByText('Another group has this name.')).toBeTruthy();
  api.responses['POST /users/admin/groups'] = { success: true, message: 'Group created.', group: club };
  press('Save group');
  await expectToast('Group created.');
  expect(api.requestsTo('POST /users/admin/groups').at(-1)?.body).toEqual({ name: 'Silk Club' });
});

it('adds customers by a CSV file and names the addresses without an account', async () => {
  const api = shop();
  visit('/admin/customers/groups');
  fireEvent.click(await screen.findByRole('button', { name: 'Add customers to Silk Club' }));
  enter(/^Email addresses/, 'Asha@example.com');
  const file = new File([], 'customers.csv');
  file.text = async () => 'Name,Email\r\n"Rao, Asha",asha@example.com\r\nNobody,nobody@example.com\r\n';
  fireEvent.change(screen.getByLabelText(/^Or choose/), { target: { files: [file] } });
  await waitFor(() =>
    expect(screen.getByLabelText(/^Email addresses/)).toHaveProperty('value', expect.stringMatching(/nobody/)),
  );
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add customers' }));
  await expectToast('1 customer added.');
  expect(await screen.findByText('One address has no account and was left out:')).toBeTruthy();
  expect(api.requestsTo('POST /users/admin/groups/{id}/customers')[0]?.body).toEqual({
    emails: ['asha@example.com', 'nobody@example.com'],
  });
});

it('deletes a group after a confirmation', async () => {
  const api = shop();
  visit('/admin/customers/groups');
  fireEvent.click(await screen.findByRole('button', { name: 'Delete Silk Club' }));
  press('Delete');
  await expectToast('Group deleted.');
  expect(api.requestsTo('DELETE /users/admin/groups/{id}')[0]?.params).toEqual({ id: club._id });
});

it('finds the addresses in any text once', () => {
  expect(readEmails('a@b.in; A@B.in <c.d+e@f.co.in>,\n"g@h.in" nothing')).toEqual([
    'a@b.in',
    'c.d+e@f.co.in',
    'g@h.in',
  ]);
});
