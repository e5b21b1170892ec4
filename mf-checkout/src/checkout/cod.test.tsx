import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { MethodOffer } from '@rangavalli/contracts/entities/cash';
import { errorResponse } from '@rangavalli/web-kit/testing/fake-api';
import { polyfillDialogs } from '@rangavalli/web-kit/testing/polyfill-dialogs';
import { asCustomer, open, opened, order, payButton, shop } from '../testing/checkout-page.js';

const online: MethodOffer = { method: 'online', isAvailable: true, fee: 0, totalAmount: 4_999 };
const cod: MethodOffer = { method: 'cod', isAvailable: true, fee: 49, totalAmount: 5_048 };
const started = {
  success: true as const,
  order: { id: 'RV-26-0042174', amount: 504_800, currency: 'INR' as const },
  orderId: order._id,
  orderNumber: 'RV-26-0042174',
  totalAmount: 5_048,
  expiresAt: '2026-01-15T10:00:00.000Z',
  confirmation: { channel: 'email' as const, to: 'm•••@example.com', expiresAt: '2026-01-15T09:55:00.000Z' },
};
const cash = {
  ...order,
  paymentMethod: 'cod',
  paymentState: 'awaiting' as const,
  totalAmount: 5_048,
  cash: { due: 5_048 },
};

const openWith = async (changes: Parameters<typeof shop>[0] = {}) => {
  const api = shop({
    'GET /payments/methods': { success: true, methods: [online, cod] },
    'POST /payments/create-order': started,
    'POST /orders/cod/confirm': { success: true, message: 'ok', order: cash },
    ...changes,
  });
  await open();
  await screen.findByDisplayValue('12 Weavers Street');
  return api;
};
const choose = async () => {
  fireEvent.click(await screen.findByRole('radio', { name: /Cash on delivery \(\+ ₹49\)/ }));
  expect(screen.getByText('₹5,048')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Place order' }));
};
const enterCode = async (code: string) => {
  const field = await screen.findByRole('textbox', { name: /Code from the email/ });
  await act(async () => void fireEvent.change(field, { target: { value: code } }));
};

asCustomer();
beforeEach(() => polyfillDialogs());

it('places an order that is paid on delivery with the emailed code', async () => {
  const api = await openWith();
  await choose();
  expect(await screen.findByText(/Order RV-26-0042174: you pay ₹5,048 in cash on delivery\./)).toBeTruthy();
  expect(api.requestsTo('POST /payments/create-order')[0]?.body).toMatchObject({ amount: 5_048, method: 'cod' });
  await enterCode('123 456');
  expect(await screen.findByText('Order placed')).toBeTruthy();
  expect(screen.getByText('Pay ₹5,048 in cash on delivery')).toBeTruthy();
  expect(api.requestsTo('POST /orders/cod/confirm').map(({ body }) => body)).toEqual([
    { orderNumber: 'RV-26-0042174', code: '123456' },
  ]);
  expect(opened).toEqual([]);
});

it('names the phone that got the code by SMS too', async () => {
  const confirmation = { ...started.confirmation, phone: '••••••2345' };
  await openWith({ 'POST /payments/create-order': { ...started, confirmation } });
  await choose();
  expect(await screen.findByText('We have sent the code by SMS to ••••••2345 too.')).toBeTruthy();
});

it('shows a wrong code beside its field, and an ended checkout on the page', async () => {
  const message = 'This code is incorrect. You have 4 attempts left.';
  const api = await openWith({ 'POST /orders/cod/confirm': errorResponse(400, 'CONFIRMATION_CODE_INVALID', message) });
  await choose();
  await enterCode('111111');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(message));
  const ended = 'This checkout has ended and nothing was ordered. Please place the order again.';
  api.responses['POST /orders/cod/confirm'] = errorResponse(409, 'CHECKOUT_ENDED', ended);
  await enterCode('222222');
  expect(await screen.findByText(ended)).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('button', { name: 'Place order' })).toBeTruthy();
});

it('shows why cash on delivery is not available, and stays online', async () => {
  const message = 'Cash on delivery is available for orders up to ₹10,000.';
  await openWith({
    'GET /payments/methods': {
      success: true,
      methods: [online, { ...cod, isAvailable: false, reason: 'above_maximum', message }],
    },
  });
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Cash on delivery/ }).disabled).toBe(true);
  expect(payButton().textContent).toBe('Pay ₹4,999');
});

it('names EMI beside what paying online saves, and also where nothing else is offered', async () => {
  const withEmi = { ...online, payNow: 4_999, hasEmi: true };
  await openWith({ 'GET /payments/methods': { success: true, methods: [withEmi, { ...cod, totalAmount: 5_148 }] } });
  const note = 'UPI, cards, netbanking. You save ₹100. EMI available on cards';
  expect(await screen.findByText(note)).toBeTruthy();
  cleanup();

  const disabled = { ...cod, isAvailable: false, reason: 'disabled' as const };
  await openWith({ 'GET /payments/methods': { success: true, methods: [withEmi, disabled] } });
  expect(await screen.findByText('UPI, cards, netbanking. EMI available on cards')).toBeTruthy();
  expect(screen.queryByRole('radio', { name: /Pay online/ })).toBeNull();
});
