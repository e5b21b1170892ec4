import { fireEvent, screen } from '@testing-library/react';
import type { CashEntry } from '@rangavalli/contracts/entities/cash';
import { fakeApi } from '@rangavalli/web-kit/testing/fake-api';
import { asAdmin, expectToast, press, signInAs, visit } from '../testing/admin-area.js';

const entry: CashEntry = {
  orderId: 'c'.repeat(24),
  orderNumber: 'RV-26-0042174',
  customer: 'Asha Rao',
  orderedAt: '2026-01-15T09:30:00.000Z',
  status: 'Delivered',
  state: 'collected',
  due: 2_549,
  collectedAt: '2026-01-20T09:30:00.000Z',
};
const settings = {
  isEnabled: true,
  minimum: 500,
  maximum: 10_000,
  fee: 49,
  blockedPins: ['793101'],
  maxRefusals: 2,
  refusalDays: 180,
  allowsPersonalised: false,
  advancePercent: 20,
};

asAdmin();

it('lists the cash with what is outstanding', async () => {
  fakeApi({
    'GET /payments/cod/cash': { success: true, cash: [entry], sums: { due: 4_000, collected: 2_549 }, total: 1 },
  });
  visit('/admin/cash');
  expect((await screen.findByRole('link', { name: 'RV-26-0042174' })).getAttribute('href')).toBe(
    '/admin/orders/RV-26-0042174',
  );
  for (const text of ['₹4,000', 'Collected on 20 Jan 2026']) expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getAllByText('₹2,549')).toHaveLength(2);
});

it('shows the rows of a remittance before it records them', async () => {
  const row = { row: 2, orderNumber: 'RV-26-0042174', amount: 2_549, date: '2026-01-22', reference: 'UTR7' };
  const wrong = {
    ...row,
    row: 3,
    amount: 2_500,
    outcome: 'wrong_amount' as const,
    message: 'The customer owed ₹2,549.',
  };
  const api = fakeApi({
    'POST /payments/cod/remittances': {
      success: true,
      message: '1 of 2 rows match: ₹2,549.',
      rows: [{ ...row, outcome: 'matched' }, wrong],
      recorded: 2_549,
    },
  });
  visit('/admin/cash?view=remittances');
  const csv = 'orderNumber,amount,date,reference\nRV-26-0042174,2549,2026-01-22,UTR7';
  const file = new File([csv], 'remittance.csv', { type: 'text/csv' });
  file.text = () => Promise.resolve(csv);
  fireEvent.change(await screen.findByLabelText('CSV file'), { target: { files: [file] } });
  expect(await screen.findByText('1 of 2 rows match: ₹2,549.')).toBeTruthy();
  expect(screen.getByText(/The customer owed ₹2,549\./)).toBeTruthy();
  press('Record 1 row');
  await expectToast('1 of 2 rows match: ₹2,549.');
  expect(api.requestsTo('POST /payments/cod/remittances').map(({ body }) => body)).toEqual([
    { csv, isPreview: true },
    { csv, isPreview: false },
  ]);
});

it('saves the rules of cash on delivery', async () => {
  const api = fakeApi({
    'GET /payments/cod/settings': { success: true, settings },
    'PUT /payments/cod/settings': { success: true, message: 'Saved', settings },
  });
  visit('/admin/cash?view=rules');
  fireEvent.change(await screen.findByLabelText('Fee (₹)'), { target: { value: '0' } });
  fireEvent.change(screen.getByLabelText('Blocked PIN codes'), { target: { value: '793101, 50\n500092' } });
  press('Save rules');
  expect(await screen.findByText('Enter PIN codes of 6 digits, or their first 3 to 5 digits.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Blocked PIN codes'), { target: { value: '793101, 500092' } });
  press('Save rules');
  await expectToast('Saved');
  expect(api.requestsTo('PUT /payments/cod/settings')[0]?.body).toEqual({
    ...settings,
    fee: 0,
    blockedPins: ['793101', '500092'],
  });
});

it('shows accountants the rules, which owners change', async () => {
  fakeApi({ 'GET /payments/cod/settings': { success: true, settings } });
  signInAs('accountant');
  visit('/admin/cash?view=rules');
  expect(await screen.findByText('Only owners can change the rules.')).toBeTruthy();
});
