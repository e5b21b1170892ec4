import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { MethodOffer } from '@rangavalli/contracts/entities/cash';
import { asCustomer, open, opened, order, payButton, shop } from '../testing/checkout-page.js';

const online: MethodOffer = { method: 'online', isAvailable: true, fee: 0, totalAmount: 4_999, payNow: 4_999 };
const cod: MethodOffer = { method: 'cod', isAvailable: true, fee: 49, totalAmount: 5_048, dueOnDelivery: 5_048 };
const part: MethodOffer = {
  method: 'part',
  isAvailable: true,
  fee: 0,
  totalAmount: 4_999,
  payNow: 1_000,
  dueOnDelivery: 3_999,
};
const started = {
  success: true as const,
  order: { id: 'RV-26-0042174', amount: 0, currency: 'INR' as const },
  orderId: order._id,
  orderNumber: 'RV-26-0042174',
  totalAmount: 4_999,
  creditAmount: 4_999,
  expiresAt: '2026-01-15T10:00:00.000Z',
};

const openWith = async (credit: number, changes: Parameters<typeof shop>[0] = {}) => {
  const api = shop({
    'GET /payments/methods': { success: true, methods: [online, cod, part], credit },
    'POST /payments/create-order': started,
    'POST /orders/credit/confirm': {
      success: true,
      message: 'ok',
      order: { ...order, totalAmount: 4_999, creditAmount: 4_999 },
    },
    ...changes,
  });
  await open();
  await screen.findByDisplayValue('12 Weavers Street');
  return api;
};

asCustomer();

it('places an order that store credit covers without the payment window', async () => {
  const api = await openWith(6_000);
  const covered = { ...online, creditAmount: 4_999, payNow: undefined };
  api.responses['GET /payments/methods'] = { success: true, methods: [covered, cod, part], credit: 6_000 };
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Use store credit (₹6,000)' }));
  await waitFor(() => expect(screen.queryByRole('radio', { name: /Pay online/ })).toBeNull());
  expect(screen.getByText('Store credit')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Place order' }));
  expect(await screen.findByText('Paid with store credit')).toBeTruthy();
  expect(api.requestsTo('POST /payments/create-order')[0]?.body).toMatchObject({ amount: 4_999, useCredit: true });
  expect(api.requestsTo('POST /orders/credit/confirm')[0]?.body).toEqual({ orderNumber: 'RV-26-0042174' });
  expect(opened).toEqual([]);
});

it('shows how a total is shared, and pays an advance online', async () => {
  const api = await openWith(0);
  expect(screen.queryByRole('checkbox', { name: /store credit/ })).toBeNull();
  fireEvent.click(await screen.findByRole('radio', { name: /Pay ₹1,000 now, the rest on delivery/ }));
  expect(screen.getByText('You pay ₹3,999 in cash when the parcel arrives.')).toBeTruthy();
  expect(payButton().textContent).toBe('Pay ₹1,000');
  fireEvent.click(payButton());
  await waitFor(() => expect(api.requestsTo('POST /payments/create-order')).toHaveLength(1));
  expect(api.requestsTo('POST /payments/create-order')[0]?.body).toMatchObject({ amount: 4_999, method: 'part' });
});
