import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { Shipment } from '@rangavalli/contracts/entities/shipment';
import { fakeApi } from '@rangavalli/web-kit/testing/fake-api';
import { asAdmin, expectToast, press, visit } from '../testing/admin-area.js';

asAdmin();

const shipment: Shipment = {
  id: 'RV-26-0042174-1',
  orderId: '1'.repeat(24),
  orderNumber: 'RV-26-0042174',
  status: 'undelivered',
  courier: 'delhivery',
  awb: '1490001',
  undelivered: { attempts: 2, at: '2026-11-20T06:00:00.000Z', reason: 'Customer not available' },
  lines: [
    { lineId: '1', productId: '2'.repeat(24), name: 'Temple saree', size: '', quantity: 1 },
    { lineId: '2', productId: '3'.repeat(24), name: 'Kurta', size: 'M', quantity: 1 },
  ],
  createdAt: '2026-11-18T06:00:00.000Z',
  history: [{ status: 'undelivered', at: '2026-11-20T06:00:00.000Z' }],
  trackingPath: '/track/abc',
};

it('shows failed deliveries with their reason, and requests another attempt after a call', async () => {
  const api = fakeApi({
    'GET /shipments/ndr': { success: true, shipments: [shipment], total: 1 },
    'POST /shipments/{id}/ndr': { success: true, message: 'Another attempt was requested.', shipment },
  });
  visit('/admin/dispatch?view=undelivered');
  expect(await screen.findByText('Customer not available')).toBeTruthy();
  const parcel = screen.getByRole('link', { name: shipment.id });
  expect(parcel.getAttribute('href')).toBe('/admin/orders/RV-26-0042174');
  expect(api.requestsTo('GET /shipments/ndr')[0]?.query.get('status')).toBe('undelivered');
  press('Decide about the failed delivery of RV-26-0042174-1');
  fireEvent.change(screen.getByLabelText('Day of the next attempt'), { target: { value: '2026-11-30' } });
  fireEvent.change(screen.getByLabelText('Notes of the call with the customer'), {
    target: { value: 'At home\nafter six.' },
  });
  press('Send request');
  await expectToast('Another attempt was requested.');
  await waitFor(() =>
    expect(api.requestsTo('POST /shipments/{id}/ndr')[0]?.body).toEqual({
      action: 'reattempt',
      date: '2026-11-30',
      note: 'At home after six.',
    }),
  );
});

it('records line by line whether the goods of a returned parcel can be sold again', async () => {
  const api = fakeApi({
    'GET /shipments/ndr': { success: true, shipments: [{ ...shipment, status: 'rto' }], total: 1 },
    'POST /shipments/{id}/rto-received': { success: true, message: 'The parcel was received.', shipment },
  });
  visit('/admin/dispatch?view=rto');
  expect(await screen.findByText('1 × Temple saree, 1 × Kurta (M)')).toBeTruthy();
  press('Inspect RV-26-0042174-1');
  fireEvent.click(screen.getByLabelText('1 × Kurta (M): can be sold again'));
  fireEvent.change(screen.getByLabelText('Condition of the goods'), { target: { value: 'Torn sleeve' } });
  press('Save inspection');
  await expectToast('The parcel was received.');
  expect(api.requestsTo('POST /shipments/{id}/rto-received')[0]?.body).toEqual({
    lines: [
      { lineId: '1', restock: true },
      { lineId: '2', restock: false },
    ],
    note: 'Torn sleeve',
  });
});
