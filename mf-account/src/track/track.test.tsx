import { render, screen } from '@testing-library/react';
import type { Tracking } from '@rangavalli/contracts/entities/shipment';
import { BrowserRouter } from '@rangavalli/web-kit/federation/router';
import { errorResponse, fakeApi } from '@rangavalli/web-kit/testing/fake-api';
import AccountRoutes from '../routes.js';
import { Parcels } from './Parcels.js';

const tracking: Tracking = {
  orderNumber: 'RV-26-0042174',
  status: 'out_for_delivery',
  courier: 'own',
  awb: 'DTDC-1001',
  city: 'Hyderabad',
  expected: { from: '2026-12-01', to: '2026-12-03' },
  isDelayed: true,
  lines: [{ name: 'Kanchipuram pattu', quantity: 2 }],
  history: [
    { status: 'created', at: '2026-11-29T06:00:00.000Z' },
    { status: 'out_for_delivery', at: '2026-12-04T06:00:00.000Z', place: 'Secunderabad' },
  ],
};
const open = (path: string) => {
  window.history.pushState({}, '', path);
  render(
    <BrowserRouter>
      <AccountRoutes />
    </BrowserRouter>,
  );
};

it('shows a parcel by its link: status, delay, expected days, places and items', async () => {
  fakeApi({ 'GET /track/{token}': { success: true, tracking } });
  open('/track/abcdefghijklmnopqrstuvwxyz012345');
  await screen.findByText('Order RV-26-0042174');
  expect(screen.getByRole('status').textContent).toBe('Out for delivery');
  expect(screen.getByText(/later than we promised/)).toBeTruthy();
  expect(screen.getByText(/Secunderabad/)).toBeTruthy();
  expect(screen.getByText('2 × Kanchipuram pattu')).toBeTruthy();
  expect(screen.getAllByRole('listitem')[0]?.textContent).toMatch(/^Out for delivery/);
});

it('explains when the link is wrong', async () => {
  fakeApi({ 'GET /track/{token}': errorResponse(404, 'SHIPMENT_NOT_FOUND', 'Shipment not found.') });
  open('/track/abcdefghijklmnopqrstuvwxyz012345');
  expect(await screen.findByText('The parcel could not be found.')).toBeTruthy();
});

it('lists the parcels of an order with their links', async () => {
  const { history, lines: _lines, isDelayed: _isDelayed, city: _city, ...facts } = tracking;
  const shipment = {
    ...facts,
    history,
    id: 'RV-26-0042174-1',
    orderId: '6512bd43d9caa6e02c990b0a',
    createdAt: '2026-11-29T06:00:00.000Z',
    trackingPath: '/track/abc',
    lines: [{ lineId: '1', productId: '6512bd43d9caa6e02c990b0b', name: 'Kanchipuram pattu', size: '', quantity: 2 }],
  };
  fakeApi({ 'GET /shipments': { success: true, shipments: [shipment] } });
  render(
    <BrowserRouter>
      <Parcels orderId={shipment.orderId} />
    </BrowserRouter>,
  );
  expect((await screen.findByRole('link', { name: 'Track this parcel' })).getAttribute('href')).toBe('/track/abc');
  expect(screen.getByText('Parcel 1')).toBeTruthy();
});
