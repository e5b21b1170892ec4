import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { buildOrder } from '@rangavalli/web-kit/testing/builders';
import { fakeApi, errorResponse } from '@rangavalli/web-kit/testing/fake-api';
import { asAdmin, asha, expectToast, press, signInAs, toasts, visit } from '../testing/admin-area.js';

asAdmin();

describe('customers', () => {
  const listOf = (...customers: (typeof asha)[]) => ({
    success: true as const,
    customers,
    total: customers.length,
  });
  const club = { _id: 'c'.repeat(24), name: 'Silk Club', customers: 2, createdAt: asha.createdAt };
  const withCustomer = (changes: Parameters<typeof fakeApi>[0] = {}) =>
    fakeApi({
      'GET /users/admin/groups': { success: true, groups: [club] },
      'GET /users/admin/customers/{id}': { success: true, customer: asha },
      'GET /orders/list/{userId}': { success: true, orders: [], total: 0, spent: 0 },
      'GET /credit/customers/{userId}': { success: true, credit: { balance: 0, reserved: 0, movements: [] } },
      ...changes,
    });

  it('are searched by the server, and shown with their orders', async () => {
    const order = buildOrder({ amount: 500 });
    const ravi = { ...asha, _id: 'b'.repeat(24), name: 'Ravi', email: 'ravi@example.com', emailVerified: false };
    const api = withCustomer({
      'GET /users/admin/customers': ({ query }) => (query.get('q') === 'ASHA' ? listOf(asha) : listOf(asha, ravi)),
      'GET /orders/list/{userId}': ({ query }) =>
        query.get('cursor') === 'next'
          ? { success: true, orders: [buildOrder({ status: 'Cancelled', amount: 900 })] }
          : { success: true, orders: [order], total: 2, spent: 500, nextCursor: 'next' },
    });
    visit('/admin/customers');
    await screen.findByRole('link', { name: 'Ravi' });
    expect(screen.getByText('Not confirmed')).toBeTruthy();
    fireEvent.change(screen.getByLabelText(/^Search by/), { target: { value: 'ASHA' } });
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Ravi' })).toBeNull());
    expect(api.requestsTo('GET /users/admin/customers').at(-1)?.query.get('limit')).toBe('25');
    await act(async () => fireEvent.click(await screen.findByRole('link', { name: 'Asha Rao' })));
    expect(await screen.findByText('Total spent (excluding cancelled orders)')).toBeTruthy();
    expect(screen.getAllByText('₹500')).toHaveLength(2);
    expect(screen.getByRole('link', { name: 'RV-26-0042174' })).toBeTruthy();
    press('Load more');
    expect(await screen.findByText('₹900')).toBeTruthy();
  });

  it('are put in groups from the list and from their page, and are listed by group', async () => {
    const member = { ...asha, groups: [club._id, 'd'.repeat(24)] };
    const api = withCustomer({
      'GET /users/admin/customers': listOf(asha),
      'PUT /users/admin/customers/{id}/groups': { success: true, message: 'Groups updated.', customer: member },
    });
    visit('/admin/customers');
    const filter = await screen.findByLabelText('Group');
    press('Groups of Asha Rao');
    fireEvent.click(await screen.findByLabelText('Silk Club'));
    press('Save groups');
    await expectToast('Groups updated.');
    fireEvent.change(filter, { target: { value: club._id } });
    await waitFor(() => expect(api.requestsTo('GET /users/admin/customers').at(-1)?.query.get('group')).toBe(club._id));
    api.responses['GET /users/admin/customers/{id}'] = { success: true, customer: member };
    await act(async () => fireEvent.click(await screen.findByRole('link', { name: 'Asha Rao' })));
    fireEvent.click(await screen.findByRole('button', { name: 'Groups of Asha Rao' }));
    fireEvent.click(await screen.findByLabelText('Silk Club'));
    press('Save groups');
    await waitFor(() =>
      expect(api.requestsTo('PUT /users/admin/customers/{id}/groups').map(({ body }) => body)).toEqual([
        { groups: [club._id] },
        { groups: [] },
      ]),
    );
  });

  it('that do not exist are explained', async () => {
    withCustomer({ 'GET /users/admin/customers/{id}': errorResponse(404, 'NOT_FOUND', 'Not found.') });
    visit(`/admin/customers/${asha._id}`);
    expect(await screen.findByRole('heading', { name: 'Customer not found.' })).toBeTruthy();
  });

  it('become staff by an owner, who confirms with the password', async () => {
    let isElevated = false;
    const api = withCustomer({
      'PUT /users/admin/{id}/role': () =>
        isElevated
          ? { success: true, message: 'Asha Rao is now Support', user: asha }
          : errorResponse(403, 'STEP_UP_REQUIRED', 'Please confirm that it is you to continue.'),
      'POST /users/step-up': () => {
        isElevated = true;
        return { success: true, message: 'Confirmed', elevatedUntil: '2026-01-15T09:40:00.000Z' };
      },
    });
    visit(`/admin/customers/${asha._id}`);
    fireEvent.click(await screen.findByRole('button', { name: 'Change role' }));
    press('Save role');
    expect((await screen.findByRole('alert')).textContent).toBe('Please choose another role.');
    fireEvent.change(screen.getByLabelText('New role'), { target: { value: 'support' } });
    expect(screen.getByText(/Cannot approve refunds/)).toBeTruthy();
    press('Save role');
    fireEvent.change(await screen.findByLabelText('Your password'), { target: { value: 'a long enough password' } });
    press('Confirm');
    await expectToast('Asha Rao is now Support');
    expect(api.requestsTo('PUT /users/admin/{id}/role').map(({ body }) => body)).toEqual([
      { role: 'support' },
      { role: 'support' },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('keep their role when the owner does not confirm', async () => {
    const api = withCustomer({
      'DELETE /users/admin/{id}/sessions': errorResponse(403, 'STEP_UP_REQUIRED', 'Please confirm that it is you.'),
    });
    visit(`/admin/customers/${asha._id}`);
    fireEvent.click(await screen.findByRole('button', { name: 'Log out all devices' }));
    fireEvent.click(screen.getAllByRole('button', { name: 'Log out all devices' }).at(-1) as HTMLElement);
    await screen.findByLabelText('Your password');
    fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requestsTo('DELETE /users/admin/{id}/sessions')).toHaveLength(1);
    expect(toasts).toEqual([]);
  });

  it('who have lost their second factor are helped by support', async () => {
    let hasSecondFactor = true;
    const api = withCustomer({
      'GET /users/admin/customers/{id}': () => ({
        success: true,
        customer: { ...asha, ...(hasSecondFactor ? { hasSecondFactor: true as const } : {}) },
      }),
      'DELETE /users/admin/{id}/second-factor': () => {
        hasSecondFactor = false;
        return { success: true, message: 'Two-step verification removed' };
      },
    });
    signInAs('support');
    visit(`/admin/customers/${asha._id}`);
    fireEvent.click(await screen.findByRole('button', { name: 'Remove two-step verification' }));
    expect(screen.getByText(/All their devices are logged out/)).toBeTruthy();
    press('Remove');
    await expectToast('Two-step verification removed');
    expect(api.requestsTo('DELETE /users/admin/{id}/second-factor')[0]?.params).toEqual({ id: asha._id });
    await waitFor(() => expect(screen.queryByRole('button', { name: /two-step/ })).toBeNull());
  });

  it('offer each role only what it may do', async () => {
    withCustomer();
    signInAs('support');
    visit(`/admin/customers/${asha._id}`);
    expect(await screen.findByRole('button', { name: 'Log out all devices' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /two-step/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Change role' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Export data' })).toBeNull();
  });

  it('cannot change their own role', async () => {
    const self = { ...asha, _id: 'f'.repeat(24), name: 'Shop', role: 'admin' as const, staffRole: 'owner' as const };
    withCustomer({ 'GET /users/admin/customers/{id}': { success: true, customer: self } });
    visit(`/admin/customers/${self._id}`);
    expect(await screen.findByText('No orders found.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Change role' })).toBeNull();
  });
});
