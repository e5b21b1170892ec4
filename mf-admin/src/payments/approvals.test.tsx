import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { RefundApproval } from '@rangavalli/contracts/entities/refund-approval';
import { errorResponse, fakeApi } from '@rangavalli/web-kit/testing/fake-api';
import { asAdmin, expectToast, press, signInAs, visit } from '../testing/admin-area.js';

const approval = (overrides: Partial<RefundApproval> = {}): RefundApproval => ({
  id: 'approval-1',
  orderNumber: 'RV-26-0042174',
  orderId: 'c'.repeat(24),
  paymentId: 'pay_1',
  amount: 25_000,
  reason: 'Wrong colour',
  cause: 'amount',
  requestedBy: { id: 'a'.repeat(24), name: 'Asha Rao' },
  requestedAt: '2026-01-15T09:30:00.000Z',
  state: 'pending',
  ...overrides,
});
const listOf = (...approvals: RefundApproval[]) => ({
  success: true as const,
  approvals,
  total: approvals.length,
});
const APPROVE = 'Approve the refund of ₹25,000 requested by Asha Rao';
const REJECT = 'Reject the refund of ₹25,000 requested by Asha Rao';
const open = () => visit('/admin/payments?view=approvals');

asAdmin();

describe('refund approvals', () => {
  it('are approved by a second person after a step-up', async () => {
    let isElevated = false;
    const api = fakeApi({
      'GET /payments/approvals': listOf(approval()),
      'POST /payments/approvals/{id}/approve': () =>
        isElevated
          ? { success: true, message: 'Refund approved', approval: approval({ state: 'approved' }) }
          : errorResponse(403, 'STEP_UP_REQUIRED', 'Please confirm that it is you to continue.'),
      'POST /users/step-up': () => {
        isElevated = true;
        return { success: true, message: 'Confirmed', elevatedUntil: '2026-01-15T09:40:00.000Z' };
      },
    });
    open();
    fireEvent.click(await screen.findByRole('button', { name: APPROVE }));
    expect(screen.getByText(/₹25,000 will be refunded to the customer\. Reason: Wrong colour\./)).toBeTruthy();
    press('Approve');
    fireEvent.change(await screen.findByLabelText('Your password'), { target: { value: 'a long enough password' } });
    press('Confirm');
    await expectToast('Refund approved');
    expect(api.requestsTo('POST /payments/approvals/{id}/approve').at(-1)?.params).toEqual({ id: 'approval-1' });
    await waitFor(() => expect(api.requestsTo('GET /payments/approvals')).toHaveLength(2));
  });

  it('are rejected with a reason', async () => {
    const api = fakeApi({
      'GET /payments/approvals': listOf(approval()),
      'POST /payments/approvals/{id}/reject': {
        success: true,
        message: 'Refund rejected',
        approval: approval({ state: 'rejected' }),
      },
    });
    open();
    fireEvent.click(await screen.findByRole('button', { name: REJECT }));
    press('Reject');
    expect((await screen.findByRole('alert')).textContent).toBe('Enter a reason.');
    fireEvent.change(screen.getByLabelText('Reason for the rejection'), { target: { value: 'Within the policy' } });
    press('Reject');
    await expectToast('Refund rejected');
    expect(api.requestsTo('POST /payments/approvals/{id}/reject')[0]?.body).toEqual({ note: 'Within the policy' });
  });

  it('cannot be decided by the person who requested it', async () => {
    fakeApi({ 'GET /payments/approvals': listOf(approval({ requestedBy: { id: 'f'.repeat(24), name: 'Shop' } })) });
    open();
    expect(await screen.findByText('Another person must decide.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull();
  });

  it('cannot be decided by a role that may only request', async () => {
    fakeApi({ 'GET /payments/approvals': listOf(approval()) });
    signInAs('support');
    open();
    expect(await screen.findByText('Another person must decide.')).toBeTruthy();
  });

  it('show who decided and why', async () => {
    fakeApi({
      'GET /payments/approvals': listOf(
        approval({
          state: 'rejected',
          cause: 'daily_count',
          decidedBy: { id: 'b'.repeat(24), name: 'Ravi' },
          decidedAt: '2026-01-15T10:30:00.000Z',
          decisionNote: 'Within the policy',
        }),
      ),
    });
    open();
    expect(await screen.findByText(/^by Ravi, .*: Within the policy$/)).toBeTruthy();
    expect(screen.getByText('Above the number of refunds per day')).toBeTruthy();
  });
});

describe('refund limits', () => {
  const settings = { refundApprovalAbove: 10_000, refundDailyCount: 5 };
  const openLimits = () => visit('/admin/payments?view=limits');

  it('are changed by an owner', async () => {
    const api = fakeApi({
      'GET /payments/settings': { success: true, settings },
      'PUT /payments/settings': { success: true, message: 'Limits saved', settings },
    });
    openLimits();
    const amount = await screen.findByLabelText('Refunds above (₹)');
    fireEvent.change(amount, { target: { value: 'much' } });
    press('Save limits');
    expect((await screen.findByRole('alert')).textContent).toBe('Please enter an amount in rupees, 0 or more.');
    fireEvent.change(amount, { target: { value: '2500.50' } });
    press('Save limits');
    await expectToast('Limits saved');
    expect(api.requestsTo('PUT /payments/settings').map(({ body }) => body)).toEqual([
      { refundApprovalAbove: 2500.5, refundDailyCount: 5 },
    ]);
  });

  it('are only shown to others', async () => {
    fakeApi({ 'GET /payments/settings': { success: true, settings } });
    signInAs('accountant');
    openLimits();
    expect((await screen.findByLabelText<HTMLInputElement>('Refunds above (₹)')).readOnly).toBe(true);
    expect(screen.getByText('Only an owner can change these limits.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Save limits' })).toBeNull();
  });
});
