import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { OrderReturn } from '@rangavalli/contracts/entities/return';
import { buildOrder } from '@rangavalli/web-kit/testing/builders';
import { errorResponse, fakeApi } from '@rangavalli/web-kit/testing/fake-api';
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
  expect(screen.getByRole('link', { name: 'RV-26-0042174' }).getAttribute('href')).toBe('/admin/orders/RV-26-0042174');
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

it('books a courier that collects the items, and shows its number until the list has it', async () => {
  const pickup = { courier: 'delhivery' as const, courierName: 'Delhivery', awb: '1490812', pickupOn: '2099-12-01' };
  const shipment = {
    progress: 'pickup_arranged' as const,
    courier: 'Delhivery',
    trackingNumber: '1490812',
    pickupOn: '2099-12-01',
    at: '2026-11-28T06:00:00.000Z',
    isBooked: true as const,
  };
  const api = fakeApi({
    'GET /returns': { success: true, returns: [requested], total: 1 },
    'POST /returns/{id}/pickup': { success: true, message: 'The pick-up is booked.', pickup },
  });
  visit('/admin/returns');
  await screen.findByText('Asha Rao');
  press('Book pick-up for the return of RV-26-0042174');
  fireEvent.change(screen.getByLabelText('Courier'), { target: { value: 'delhivery' } });
  press('Book pick-up');
  expect(await screen.findByText('Choose a day.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText(/Pick-up on/), { target: { value: '2099-12-01' } });
  press('Book pick-up');
  expect(await screen.findByText('Delhivery collects the items on 1 Dec 2099.')).toBeTruthy();
  expect(screen.getByText('Tracking number 1490812')).toBeTruthy();
  expect(api.requestsTo('POST /returns/{id}/pickup')[0]?.body).toEqual({
    courier: 'delhivery',
    pickupOn: '2099-12-01',
  });
  press('Done');
  expect(await screen.findByText('Pick-up arranged · 1 Dec 2099 · Delhivery · 1490812')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Book pick-up for the return of RV-26-0042174' })).toBeNull();

  api.responses['GET /returns'] = { success: true, returns: [{ ...requested, shipment }], total: 1 };
  api.responses['DELETE /returns/{id}/pickup'] = { success: true, message: 'The pick-up is cancelled.' };
  press('Cancel pick-up for the return of RV-26-0042174');
  expect(await screen.findByText(/^Delhivery will not collect the items on 1 Dec 2099\./)).toBeTruthy();
  press('Cancel pick-up');
  await expectToast('The pick-up is cancelled.');
  expect(api.requestsTo('DELETE /returns/{id}/pickup')).toHaveLength(1);
  // The list still has the parcel.
  expect(await screen.findByRole('button', { name: /^Book pick-up for the return/ })).toBeTruthy();
  expect(screen.queryByText(/1490812/)).toBeNull();
});

it('takes items back beyond the rules of the shop, with a reason', async () => {
  const saree = { _id: '3'.repeat(24), name: 'Temple border pattu', price: 7_450 };
  const order = buildOrder({
    status: 'Delivered',
    products: [{ lineId: 'a', product: saree, size: '', quantity: 3, price: 7_450 }],
    returns: [{ ...requested, lines: requested.lines.map((line) => ({ ...line, quantity: 1 })) }],
  });
  const api = fakeApi({
    'GET /orders/detail/{orderId}': { success: true, order },
    'GET /shipments': { success: true, shipments: [] },
    'POST /returns': { success: true, message: 'We have received your return request.', return: requested },
  });
  visit(`/admin/orders/${order._id}`);
  fireEvent.click(await screen.findByRole('button', { name: 'Take items back' }));
  const units = screen.getByLabelText('Units of Temple border pattu');
  expect([...units.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual(['None', '1', '2']);
  const submit = () => fireEvent.click(screen.getAllByRole('button', { name: 'Take items back' }).at(-1)!);
  fireEvent.change(units, { target: { value: '2' } });
  fireEvent.change(screen.getByLabelText('The customer gets'), { target: { value: 'credit' } });
  submit();
  expect(await screen.findByText('Please write the reason.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText(/^Why does the shop/), { target: { value: 'Promised on the phone' } });
  submit();
  await expectToast('The return is listed under Returns. Inspect the items when they arrive.');
  expect(api.requestsTo('POST /returns')[0]?.body).toEqual({
    requestId: expect.any(String),
    orderId: order._id,
    lines: [{ lineId: 'a', quantity: 2, reason: 'Promised on the phone', outcome: 'credit' }],
  });
});

it('offers no store credit for an order that nobody has paid yet', async () => {
  const saree = { _id: '3'.repeat(24), name: 'Temple border pattu', price: 7_450 };
  const order = buildOrder({
    status: 'Delivered',
    cash: { due: 7_450 },
    products: [{ lineId: 'a', product: saree, size: '', quantity: 1, price: 7_450 }],
  });
  const api = fakeApi({
    'GET /orders/detail/{orderId}': { success: true, order },
    'GET /shipments': { success: true, shipments: [] },
  });
  const outcomes = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Take items back' }));
    const field = screen.getByLabelText('The customer gets');
    return [...field.querySelectorAll('option')].map(({ textContent }) => textContent);
  };
  const page = visit(`/admin/orders/${order._id}`);
  expect(await outcomes()).toEqual(['Refund']);
  page.unmount();
  api.responses['GET /orders/detail/{orderId}'] = {
    success: true,
    order: { ...order, cash: { due: 7_450, collectedAt: '2026-11-20T06:00:00.000Z' } },
  };
  visit(`/admin/orders/${order._id}`);
  expect(await outcomes()).toEqual(['Refund', 'Store credit']);
});

it('saves no decision while the photo of what is refused is uploaded', async () => {
  let respond: () => void = () => undefined;
  const wait = new Promise<void>((resolve) => {
    respond = resolve;
  });
  fakeApi({
    'GET /returns': { success: true, returns: [requested], total: 1 },
    'POST /returns/media/signature': async () => {
      await wait;
      return errorResponse(503, 'UNAVAILABLE', 'Please try again.');
    },
  });
  visit('/admin/returns');
  await screen.findByText('Asha Rao');
  press('Inspect the return of RV-26-0042174');
  fireEvent.change(screen.getByLabelText('Units of Temple border pattu to accept'), { target: { value: '1' } });
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save decision' });
  expect(save.disabled).toBe(false);
  const photo = new File(['x'], 'border.jpg', { type: 'image/jpeg' });
  fireEvent.change(screen.getByLabelText('Photo of what you refuse'), { target: { files: [photo] } });
  expect(save.disabled).toBe(true);
  respond();
  await screen.findByText('The photo could not be uploaded. Please try again.');
  expect(save.disabled).toBe(false);
});
