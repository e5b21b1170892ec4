import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { Quote } from '@rangavalli/contracts/entities/quote';
import { BrowserRouter } from '@rangavalli/web-kit/federation/router';
import { buildCart, buildProduct, signIn } from '@rangavalli/web-kit/testing/builders';
import { errorResponse, fakeApi } from '@rangavalli/web-kit/testing/fake-api';
import { CouponBox } from './CouponBox.js';

const cart = buildCart({ product: buildProduct({ name: 'Silk', price: 1000 }), size: '', quantity: 2 });
const quote = (discountPaise = 0): Quote => ({
  lines: [],
  subtotalPaise: 200_000,
  discountPaise,
  shippingPaise: 0,
  codFeePaise: 0,
  taxPaise: 0,
  roundOffPaise: 0,
  totalPaise: 200_000 - discountPaise,
  hash: String(discountPaise),
  ...(discountPaise > 0 ? { offers: [{ code: 'PONGAL', title: 'Pongal offer', discountPaise }] } : {}),
});
const plain = { success: true as const, cart, quote: quote() };
const reduced = { success: true as const, cart, quote: quote(30_050), coupon: { code: 'PONGAL' } };

async function enter(code: string) {
  fireEvent.change(await screen.findByLabelText('Coupon code'), { target: { value: code } });
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }));
}

beforeEach(() => act(() => signIn()));

it('shows what a coupon saves, and the full total again once it is removed', async () => {
  const changes: string[] = [];
  const api = fakeApi({ 'GET /cart': plain, 'PUT /cart/coupon': reduced, 'DELETE /cart/coupon': plain });
  render(<CouponBox version="2 2000" onChanged={() => changes.push('changed')} />, { wrapper: BrowserRouter });
  await enter(' pongal ');
  expect(await screen.findByText('Coupon PONGAL applied')).toBeTruthy();
  expect(api.requestsTo('PUT /cart/coupon')[0]?.body).toEqual({ code: 'pongal' });
  expect(screen.getByText('−₹300.50')).toBeTruthy();
  expect(screen.getByText('₹1,699.50')).toBeTruthy();
  expect(screen.getByText(/^You save ₹300.50/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Remove the coupon PONGAL' }));
  await waitFor(() => expect(screen.queryByText('₹1,699.50')).toBeNull());
  expect(changes).toEqual(['changed', 'changed']);
});

it('explains beside the field why a coupon is refused, and below one that no longer applies', async () => {
  const api = fakeApi({
    'GET /cart': plain,
    'PUT /cart/coupon': errorResponse(409, 'COUPON_MINIMUM', 'Add ₹500.00 to use this coupon.'),
  });
  const { unmount } = render(<CouponBox version="2 2000" />, { wrapper: BrowserRouter });
  await enter('');
  expect(screen.getByText('Please enter the code of your coupon.')).toBeTruthy();
  await enter('PONGAL');
  expect(await screen.findByText('Add ₹500.00 to use this coupon.')).toBeTruthy();
  unmount();

  const problem = { code: 'COUPON_EXPIRED', message: 'This coupon has expired.' };
  api.responses['GET /cart'] = { ...plain, coupon: { code: 'PONGAL', problem } };
  render(<CouponBox version="2 2001" />, { wrapper: BrowserRouter });
  expect(await screen.findByText('This coupon has expired.')).toBeTruthy();
});

it('lists every charge before it is paid, and offers that depend on the way to pay', async () => {
  const api = fakeApi({
    'GET /cart': {
      success: true,
      cart,
      quote: {
        ...quote(10_000),
        offers: [{ title: 'Prepaid', discountPaise: 10_000, methods: ['online'] }],
        shippingPaise: 9_900,
        missingForFreeDeliveryPaise: 50_000,
        codFeePaise: 4_900,
        roundOffPaise: -50,
        taxPaise: 9_523,
        totalPaise: 204_750,
      },
    },
  });
  render(<CouponBox version="2 2000" method="cod" pincode="500092" />, { wrapper: BrowserRouter });
  expect(await screen.findByText('Prepaid, if you pay online')).toBeTruthy();
  const rows = screen.getAllByText(/^−?-?₹/).map((amount) => amount.parentElement?.textContent);
  expect(screen.getByText('Add ₹500 for free delivery')).toBeTruthy();
  expect(rows).toEqual([
    'Items₹2,000',
    'Prepaid, if you pay online−₹100',
    'Delivery₹99',
    'Cash on delivery fee₹49',
    'Rounding-₹0.50',
    'You pay₹2,047.50',
  ]);
  expect(screen.getByText(/Inclusive of all taxes \(₹95.23\)/)).toBeTruthy();
  const { query } = api.requestsTo('GET /cart')[0] ?? {};
  expect([query?.get('method'), query?.get('pincode')]).toEqual(['cod', '500092']);
});
