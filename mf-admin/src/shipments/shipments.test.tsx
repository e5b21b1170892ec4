import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { Shipment } from '@rangavalli/contracts/entities/shipment';
import { buildOrder } from '@rangavalli/web-kit/testing/builders';
import { fakeApi } from '@rangavalli/web-kit/testing/fake-api';
import { polyfillDialogs } from '@rangavalli/web-kit/testing/polyfill-dialogs';
import { asAdmin, expectToast, press, visit } from '../testing/admin-area.js';

asAdmin();
beforeEach(() => polyfillDialogs());

const first = {
  lineId: '1',
  product: { _id: '6512bd43d9caa6e02c990b0b', name: 'Kanchipuram pattu', price: 4_999 },
  size: '',
  quantity: 3,
  price: 4_999,
};
const order = buildOrder({ products: [first] });
const shipment: Shipment = {
  id: 'RV-26-0042174-1',
  orderId: order._id,
  status: 'created',
  courier: 'own',
  awb: 'DTDC-1001',
  lines: [{ lineId: '1', productId: first.product._id, name: first.product.name, size: '', quantity: 2 }],
  createdAt: '2026-11-29T06:00:00.000Z',
  history: [{ status: 'created', at: '2026-11-29T06:00:00.000Z' }],
  trackingPath: '/track/abc',
};

it('shows the parcels of an order and sets their status', async () => {
  const api = fakeApi({
    'GET /orders/detail/{orderId}': { success: true, order },
    'GET /shipments': { success: true, shipments: [shipment] },
    'POST /shipments/{id}/status': {
      success: true,
      message: 'Shipment RV-26-0042174-1 was updated.',
      shipment: { ...shipment, status: 'delivered' },
    },
  });
  visit(`/admin/orders/${order._id}`);
  const status = await screen.findByLabelText('Status of RV-26-0042174-1');
  expect([...status.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    'Packed',
    'Picked up',
    'In transit',
    'Out for delivery',
    'Delivered',
    'Not delivered',
    'Returning (RTO)',
    'Lost',
    'Cancelled',
  ]);
  fireEvent.change(status, { target: { value: 'delivered' } });
  await expectToast('Shipment RV-26-0042174-1 was updated.');
  expect(api.requestsTo('POST /shipments/{id}/status')[0]?.body).toEqual({ status: 'delivered' });
});

it('ships what is left of an order', async () => {
  const api = fakeApi({
    'GET /orders/detail/{orderId}': { success: true, order },
    'GET /shipments': { success: true, shipments: [shipment] },
    'POST /shipments': { success: true, message: 'Shipment RV-26-0042174-2 was created.', shipment },
  });
  visit(`/admin/orders/${order._id}`);
  fireEvent.click(await screen.findByRole('button', { name: 'Create shipment' }));
  const quantity = screen.getByLabelText(`${first.product.name} (1 left)`);
  fireEvent.change(screen.getByLabelText('Courier'), { target: { value: 'delhivery' } });
  fireEvent.change(screen.getByLabelText(/Tracking number/), { target: { value: '1 2' } });
  press('Save shipment');
  expect(await screen.findByText('Enter 4 to 40 letters, digits or dashes.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText(/Tracking number/), { target: { value: '1490001' } });
  fireEvent.change(quantity, { target: { value: '0' } });
  expect(screen.getByText('Choose at least one item.')).toBeTruthy();
  fireEvent.change(quantity, { target: { value: '1' } });
  fireEvent.change(screen.getByLabelText(/Weight/), { target: { value: '1200' } });
  fireEvent.change(screen.getByLabelText(/Length/), { target: { value: '40 x 30' } });
  press('Save shipment');
  expect(await screen.findByText('Enter three numbers up to 200, such as 32 × 26 × 6.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText(/Length/), { target: { value: '40x30 × 12' } });
  press('Save shipment');
  await expectToast('Shipment RV-26-0042174-2 was created.');
  await waitFor(() =>
    expect(api.requestsTo('POST /shipments')[0]?.body).toMatchObject({
      orderId: order._id,
      lines: [{ lineId: '1', quantity: 1 }],
      courier: 'delhivery',
      awb: '1490001',
      parcel: { weightGrams: 1_200, lengthCm: 40, breadthCm: 30, heightCm: 12 },
    }),
  );
});

it('ships neither cancelled nor shipped units again, but those of a parcel that came back', async () => {
  const other = { ...first, lineId: '2', product: { ...first.product, name: 'Ikat dupatta' }, quantity: 1 };
  const api = fakeApi({
    'GET /orders/detail/{orderId}': {
      success: true,
      order: {
        ...order,
        products: [
          { ...first, cancelled: 1 },
          { ...other, cancelled: 1 },
        ],
      },
    },
    'GET /shipments': { success: true, shipments: [] },
    'POST /shipments': { success: true, message: 'Shipment RV-26-0042174-1 was created.', shipment },
  });
  const page = visit(`/admin/orders/${order._id}`);
  fireEvent.click(await screen.findByRole('button', { name: 'Create shipment' }));
  expect(screen.getByLabelText(`${first.product.name} (2 left)`)).toBeTruthy();
  expect(screen.queryByLabelText(/^Ikat dupatta \(/)).toBeNull();
  press('Save shipment');
  await waitFor(() =>
    expect(api.requestsTo('POST /shipments')[0]?.body).toMatchObject({ lines: [{ lineId: '1', quantity: 2 }] }),
  );
  page.unmount();

  api.responses['GET /shipments'] = { success: true, shipments: [shipment] };
  const shipped = visit(`/admin/orders/${order._id}`);
  expect(await screen.findByText('No items are left to ship.')).toBeTruthy();
  shipped.unmount();

  const received = { at: '2026-12-05T06:00:00.000Z', lines: [{ lineId: '1', restock: true }] };
  api.responses['GET /shipments'] = { success: true, shipments: [{ ...shipment, status: 'rto', received }] };
  visit(`/admin/orders/${order._id}`);
  fireEvent.click(await screen.findByRole('button', { name: 'Create shipment' }));
  expect(screen.getByLabelText(`${first.product.name} (2 left)`)).toBeTruthy();
});

it('offers what the server has left, without units that staff have taken back', async () => {
  const received = { at: '2026-12-05T06:00:00.000Z', lines: [{ lineId: '1', restock: true }] };
  const shipments = [{ ...shipment, status: 'rto' as const, received }];
  const api = fakeApi({
    'GET /orders/detail/{orderId}': { success: true, order },
    'GET /shipments': { success: true, shipments, left: [{ lineId: '1', quantity: 1 }] },
  });
  const page = visit(`/admin/orders/${order._id}`);
  fireEvent.click(await screen.findByRole('button', { name: 'Create shipment' }));
  expect(screen.getByLabelText(`${first.product.name} (1 left)`)).toBeTruthy();
  page.unmount();

  api.responses['GET /shipments'] = { success: true, shipments, left: [] };
  visit(`/admin/orders/${order._id}`);
  expect(await screen.findByText('No items are left to ship.')).toBeTruthy();
});
