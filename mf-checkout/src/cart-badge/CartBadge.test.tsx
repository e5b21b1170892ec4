import { act, render, waitFor } from '@testing-library/react';
import { storageKeys, windowEvents } from '@rangavalli/contracts/browser';
import { emit } from '@rangavalli/web-kit/dom/events';
import { clearSession } from '@rangavalli/web-kit/session/session';
import { buildCart, buildProduct, signIn } from '@rangavalli/web-kit/testing/builders';
import { fakeApi } from '@rangavalli/web-kit/testing/fake-api';
import { guestCart } from '../guest-cart/guest-cart.js';
import { addGuestLine } from '../guest-cart/guest-lines.js';
import CartBadge from './CartBadge.js';

const cartOf = (quantity: number) => ({
  success: true as const,
  cart: quantity ? buildCart({ product: buildProduct(), size: '', quantity }) : buildCart(),
});
const show = () => render(<CartBadge />).container;

beforeEach(() => {
  localStorage.clear();
  act(() => clearSession());
});

it('renders nothing and sends no request for a guest with an empty cart', () => {
  const api = fakeApi({ 'GET /cart': cartOf(2) });
  expect(show().textContent).toBe('');
  expect(api.requests).toEqual([]);
});

it("counts the guest's items, including those added in another tab", () => {
  const badge = show();
  act(() => void addGuestLine(buildProduct(), '', 2, 'add'));
  expect(badge.textContent).toBe('2 in the cart');
  act(() => {
    const [line] = guestCart().lines;
    localStorage.setItem(storageKeys.guestCart, JSON.stringify({ ...guestCart(), lines: [{ ...line, quantity: 5 }] }));
    window.dispatchEvent(new StorageEvent('storage', { key: storageKeys.guestCart }));
  });
  expect(badge.textContent).toBe('5 in the cart');
});

it("merges the guest's items at login; after the logout the guest's cart is empty", async () => {
  const api = fakeApi({ 'POST /cart/merge': { ...cartOf(4), notes: [] }, 'GET /cart': cartOf(4) });
  const badge = show();
  act(() => void addGuestLine(buildProduct(), '', 2, 'add'));
  act(() => signIn());
  await waitFor(() => expect(badge.textContent).toBe('4 in the cart'));
  await waitFor(() => expect(api.requests.map(({ key }) => key)).toEqual(['POST /cart/merge', 'GET /cart']));
  act(() => clearSession());
  expect(badge.textContent).toBe('');
  expect(localStorage.getItem(storageKeys.guestCart)).toBeNull();
});

it('shows the item count after the login, and nothing after the logout', async () => {
  fakeApi({ 'GET /cart': cartOf(2) });
  const badge = show();
  act(() => signIn());
  await waitFor(() => expect(badge.textContent).toBe('2 in the cart'));
  act(() => clearSession());
  expect(badge.textContent).toBe('');
});

it('draws nothing while the cart is empty', async () => {
  signIn();
  const api = fakeApi({ 'GET /cart': cartOf(0) });
  const badge = show();
  await waitFor(() => expect(api.requests).toHaveLength(1));
  await act(async () => undefined);
  expect(badge.textContent).toBe('');
});

it('follows the event: at once with a count, by a request without one', async () => {
  signIn();
  const api = fakeApi({ 'GET /cart': cartOf(1) });
  const badge = show();
  await waitFor(() => expect(badge.textContent).toContain('1'));
  act(() => emit(windowEvents.cartChanged, { count: 5 }));
  expect(badge.textContent).toContain('5');
  api.responses['GET /cart'] = cartOf(7);
  act(() => emit(windowEvents.cartChanged, {}));
  await waitFor(() => expect(badge.textContent).toContain('7'));
});

it('follows another tab that signs out', async () => {
  signIn();
  fakeApi({ 'GET /cart': cartOf(3) });
  const badge = show();
  await waitFor(() => expect(badge.textContent).toContain('3'));
  act(() => {
    localStorage.removeItem(storageKeys.token);
    window.dispatchEvent(new StorageEvent('storage', { key: storageKeys.token }));
  });
  expect(badge.textContent).toBe('');
});
