import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { StockHold } from '@rangavalli/contracts/entities/holds';
import { errorResponse, fakeApi } from '@rangavalli/web-kit/testing/fake-api';
import { asAdmin, expectToast, press, signInAs, visit } from '../testing/admin-area.js';

const hold: StockHold = {
  orderNumber: 'RV-26-0042174',
  orderId: 'c'.repeat(24),
  customer: { id: 'a'.repeat(24), name: 'Asha Rao', email: 'asha@example.com' },
  network: '203.0.113.7',
  lines: [
    { productId: 'd'.repeat(24), name: 'Ikat', size: 'M', quantity: 2 },
    { productId: 'e'.repeat(24), name: 'Silk', size: '', quantity: 7 },
  ],
  units: 9,
  renewals: 2,
  startedAt: '2026-01-15T09:30:00.000Z',
  expiresAt: '2026-01-15T09:45:00.000Z',
};
const listOf = (...holds: StockHold[]) => ({ success: true as const, holds, total: holds.length });

asAdmin();

it('shows who holds what, since when and until when', async () => {
  fakeApi({ 'GET /orders/admin/holds': listOf(hold) });
  visit('/admin/holds');
  expect((await screen.findByRole('link', { name: 'Asha Rao' })).getAttribute('href')).toBe(
    `/admin/customers/${hold.customer.id}`,
  );
  for (const text of ['Ikat, M (x 2)', 'Silk (x 7)', '9', '2 times', '203.0.113.7'])
    expect(screen.getByText(text)).toBeTruthy();
});

it('releases a reservation after a confirmation', async () => {
  const api = fakeApi({
    'GET /orders/admin/holds': listOf(hold),
    'POST /orders/admin/holds/{orderId}/release': { success: true, message: 'Stock released' },
  });
  visit('/admin/holds');
  fireEvent.click(await screen.findByRole('button', { name: 'Release the items of Asha Rao' }));
  expect(screen.getByText(/9 items reserved by Asha Rao/)).toBeTruthy();
  expect(api.requestsTo('POST /orders/admin/holds/{orderId}/release')).toEqual([]);
  api.responses['GET /orders/admin/holds'] = listOf();
  press('Release');
  await expectToast('Stock released');
  expect(api.requestsTo('POST /orders/admin/holds/{orderId}/release')[0]?.params).toEqual({ orderId: hold.orderId });
  expect(await screen.findByText('No reserved stock.')).toBeTruthy();
});

it('explains a reservation that was paid meanwhile', async () => {
  const api = fakeApi({
    'GET /orders/admin/holds': listOf(hold),
    'POST /orders/admin/holds/{orderId}/release': errorResponse(
      409,
      'ORDER_ALREADY_PAID',
      'This order has already been paid for.',
    ),
  });
  visit('/admin/holds');
  fireEvent.click(await screen.findByRole('button', { name: 'Release the items of Asha Rao' }));
  press('Release');
  await expectToast('This order has already been paid for.');
  await waitFor(() => expect(api.requestsTo('GET /orders/admin/holds')).toHaveLength(2));
});

it('is read-only for a role that may not release', async () => {
  fakeApi({ 'GET /orders/admin/holds': listOf(hold) });
  signInAs('catalogue');
  visit('/admin/holds');
  expect(await screen.findByText('Asha Rao')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Asha Rao' })).toBeNull();
  expect(screen.queryByRole('button', { name: /Release/ })).toBeNull();
});
