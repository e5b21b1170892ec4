import { act, fireEvent, render, screen } from '@testing-library/react';
import { BrowserRouter } from '@rangavalli/web-kit/federation/router';
import { clearSession } from '@rangavalli/web-kit/session/session';
import { buildOrder, buildShop, signIn } from '@rangavalli/web-kit/testing/builders';
import { fakeApi, errorResponse } from '@rangavalli/web-kit/testing/fake-api';
import CheckoutRoutes from '../routes.js';

const order = buildOrder({
  totalAmount: 5249,
  products: [
    {
      lineId: '1',
      product: { _id: 'a'.repeat(24), name: 'Silk', price: 4999 },
      size: 'Free',
      quantity: 1,
      price: 4999,
    },
  ],
});

function open(address: string) {
  window.history.pushState({}, '', address);
  render(
    <BrowserRouter>
      <CheckoutRoutes />
    </BrowserRouter>,
  );
}

beforeEach(() => act(() => signIn()));

it('finds the order again after a reload, by the number in its address', async () => {
  const api = fakeApi({
    'GET /orders/detail/{orderId}': { success: true, order },
    'GET /shop': { success: true, shop: buildShop({ returnDays: 10 }) },
  });
  open('/payment-success?order=RV-26-0042174');
  expect(await screen.findAllByText('RV-26-0042174')).toHaveLength(2);
  expect(api.requests[0]?.params).toEqual({ orderId: 'RV-26-0042174' });
  expect(screen.getByText('Silk')).toBeTruthy();
  expect(await screen.findByText('Return or exchange within 10 days of delivery')).toBeTruthy();
  expect(screen.getByText('₹5,249')).toBeTruthy();
  expect(screen.getByText(order.address)).toBeTruthy();
  expect(screen.getByText('We pack your order and hand it to the courier by 22 Jan 2026.')).toBeTruthy();
  expect(screen.getByRole('link', { name: '+91 90000 00000' }).getAttribute('href')).toBe('tel:+919000000000');
  expect(screen.getByRole('link', { name: 'View order' }).getAttribute('href')).toBe('/user/orders/RV-26-0042174');
  expect(screen.getByRole('link', { name: 'My Orders' }).getAttribute('href')).toBe('/user/orders');
  expect(screen.getByRole('link', { name: 'Continue Shopping' }).getAttribute('href')).toBe('/');
});

it('offers a retry when the order cannot be loaded', async () => {
  const api = fakeApi({ 'GET /orders/detail/{orderId}': errorResponse(503, 'UNAVAILABLE', 'unavailable') });
  open(`/payment-success?order=${order._id}`);
  expect(await screen.findByText('We could not load your order.')).toBeTruthy();
  api.responses['GET /orders/detail/{orderId}'] = { success: true, order };
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findAllByText('RV-26-0042174')).toHaveLength(2);
});

it('leads to My Orders when no order is named', () => {
  open('/payment-success');
  expect(screen.getByRole('link', { name: 'My Orders' }).getAttribute('href')).toBe('/user/orders');
});

it('shows a guest the login link', () => {
  act(() => clearSession());
  open(`/payment-success?order=${order._id}`);
  expect(screen.getByText('You must be logged in.')).toBeTruthy();
});
