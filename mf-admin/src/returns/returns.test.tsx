import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { OrderReturn } from '@rangavalli/contracts/entities/return';
import { fakeApi } from '@rangavalli/web-kit/testing/fake-api';
import { polyfillDialogs } from '@rangavalli/web-kit/testing/polyfill-dialogs';
import { asAdmin, expectToast, press, visit } from '../testing/admin-area.js';

asAdmin();
beforeEach(() => polyfillDialogs());

const requested: OrderReturn = {
  id: '1'.repeat(24),
  orderId: '2'.repeat(24),
  orderNumber: 'RV-26-0042174',
  state: 'requested',
  requestedAt: '2026-11-20T06:00:00.000Z',
  customer: 'Asha Rao',
  comment: 'The border came loose.',
  lines: [
    {
      lineId: 'a',
      productId: '3'.repeat(24),
      name: 'Temple border pattu',
      size: '',
      quantity: 2,
      reason: 'defective',
      outcome: 'refund',
    },
  ],
};

it('lists requests, and decides one by its items; a refusal needs a note', async () => {
  const api = fakeApi({
    'GET /returns': { success: true, returns: [requested], total: 1 },
    'POST /returns/{id}/decision': {
      success: true,
      message: 'The return was accepted. ₹7,450 is refunded to the payment method.',
      return: { ...requested, state: 'completed', refunded: 7_450 },
    },
  });
  visit('/admin/returns');
  expect(await screen.findByText('2 × Temple border pattu: Defective · Refund')).toBeTruthy();
  press('Inspect the return of RV-26-0042174');
  expect(screen.getByText('Customer: The border came loose.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Units of Temple border pattu to accept'), { target: { value: '1' } });
  fireEvent.click(screen.getByLabelText('Put back into stock'));
  press('Save decision');
  expect(await screen.findByText('Please write why you refuse it.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText(/Note for the customer/), { target: { value: 'One saree was worn.' } });
  press('Save decision');
  await expectToast('The return was accepted. ₹7,450 is refunded to the payment method.');
  await waitFor(() =>
    expect(api.requestsTo('POST /returns/{id}/decision')[0]?.body).toEqual({
      lines: [{ lineId: 'a', accepted: 1, restock: false, outcome: 'refund' }],
      note: 'One saree was worn.',
    }),
  );
});
