import { fireEvent, render, screen } from '@testing-library/react';
import { BrowserRouter } from '@rangavalli/web-kit/federation/router';
import { errorResponse, fakeApi } from '@rangavalli/web-kit/testing/fake-api';
import CheckoutRoutes from '../routes.js';

const coupon = {
  title: '10% off',
  code: 'PONGAL10',
  conditions: ['On orders from ₹2,000', 'Once per customer'],
  // Midnight in IST.
  endsAt: '2026-12-31T18:30:00.000Z',
};
const automatic = { title: 'Buy 2, get 1 free', conditions: [] };
function open() {
  window.history.pushState({}, '', '/offers');
  render(
    <BrowserRouter>
      <CheckoutRoutes />
    </BrowserRouter>,
  );
}

it('lists what the shop advertises, and copies a code', async () => {
  const copied: string[] = [];
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => void copied.push(text) },
  });
  fakeApi({ 'GET /offers/running': { success: true, offers: [coupon, automatic], maxPercent: 0 } });
  open();
  expect(await screen.findByRole('heading', { name: '10% off' })).toBeTruthy();
  expect(screen.getByText('On orders from ₹2,000')).toBeTruthy();
  expect(screen.getByText('Until 31 Dec 2026')).toBeTruthy();
  expect(screen.getByText('Applies by itself in your cart.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Copy code PONGAL10' }));
  expect(await screen.findByText('PONGAL10 is copied. Paste it in your cart.')).toBeTruthy();
  expect(copied).toEqual(['PONGAL10']);
});

it('explains when there are none, and when they could not be loaded', async () => {
  const api = fakeApi({ 'GET /offers/running': errorResponse(503, 'UNAVAILABLE', 'unavailable') });
  open();
  expect(await screen.findByText('The offers could not be loaded.')).toBeTruthy();
  api.responses['GET /offers/running'] = { success: true, offers: [], maxPercent: 0 };
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No offers at the moment')).toBeTruthy();
});
