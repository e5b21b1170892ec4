import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { storageKeys } from '@rangavalli/contracts/browser';
import type { Product } from '@rangavalli/contracts/entities/product';
import { BrowserRouter } from '@rangavalli/web-kit/federation/router';
import { clearSession, currentSession } from '@rangavalli/web-kit/session/session';
import { buildCart, buildProduct, signIn } from '@rangavalli/web-kit/testing/builders';
import { fakeApi, errorResponse } from '@rangavalli/web-kit/testing/fake-api';
import { guestCart, type GuestLine } from '../guest-cart/guest-cart.js';
import { addGuestLine } from '../guest-cart/guest-lines.js';
import CheckoutRoutes from '../routes.js';

const silk = buildProduct({ name: 'Silk', price: 1000.5, stock: 3 });
const kurta = buildProduct({ name: 'Kurta', price: 250, stock: 9, sizes: ['M'] });

const quote = {
  lines: [],
  subtotalPaise: 225_100,
  discountPaise: 0,
  shippingPaise: 8_000,
  missingForFreeDeliveryPaise: 74_900,
  codFeePaise: 0,
  taxPaise: 10_719,
  roundOffPaise: 0,
  totalPaise: 233_100,
  hash: 'hash',
};

/** A gateway that prices the requested lines. */
const shopOf = (...products: Product[]) =>
  fakeApi({
    'POST /cart/preview': ({ body }) => {
      const { lines, withQuote } = body as {
        lines: { productId: string; size: string; quantity: number }[];
        withQuote?: boolean;
      };
      return {
        success: true,
        ...(withQuote && lines.length === 2 ? { quote } : {}),
        cart: buildCart(
          ...lines.flatMap(({ productId, size, quantity }) =>
            products.filter(({ _id }) => _id === productId).map((product) => ({ product, size, quantity })),
          ),
        ),
      };
    },
  });
function open() {
  window.history.pushState({}, '', '/cart');
  render(
    <BrowserRouter>
      <CheckoutRoutes />
    </BrowserRouter>,
  );
}
const addInOtherTab = (line: GuestLine) =>
  act(() => {
    const { id, lines } = guestCart();
    localStorage.setItem(storageKeys.guestCart, JSON.stringify({ id, lines: [...lines, line], batches: [] }));
    window.dispatchEvent(new StorageEvent('storage', { key: storageKeys.guestCart }));
  });
const quantityOf = (name: string) => screen.getByRole('group', { name: `Quantity of ${name}` });
const press = (name: string, button: string) =>
  fireEvent.click(within(quantityOf(name)).getByRole('button', { name: button }));

beforeEach(() => {
  localStorage.clear();
  act(() => clearSession());
});

it('an empty one links to the home page and sends no request', async () => {
  const api = shopOf();
  open();
  expect(await screen.findByText('Your cart is empty')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Browse Products' }).getAttribute('href')).toBe('/');
  const logIn = screen.getByRole('link', { name: 'Log in to see the items of your account' });
  expect(logIn.getAttribute('href')).toBe('/login?next=%2Fcart');
  expect(api.requests).toEqual([]);
});

it('shows lines and total, and leads to the checkout without a login', async () => {
  addGuestLine(silk, '', 2, 'add');
  addGuestLine(kurta, 'M', 1, 'add');
  shopOf(silk, kurta);
  open();
  expect(await screen.findByText('Silk')).toBeTruthy();
  expect(screen.getByText('Size: M')).toBeTruthy();
  expect(await screen.findByText('Add ₹749 for free delivery')).toBeTruthy();
  // The total of the cart, and the row of the items.
  expect(screen.getAllByText('₹2,251')).toHaveLength(2);
  expect(screen.getByText('Delivery').nextSibling?.textContent).toBe('₹80');
  expect(screen.getByText('You pay').closest('p')?.textContent).toBe('You pay₹2,331');
  expect(screen.getByRole('link', { name: 'Proceed to Checkout' }).getAttribute('href')).toBe('/checkout');
});

it('changes quantities within the stock, removes lines and puts them back', async () => {
  addGuestLine(silk, '', 2, 'add');
  shopOf(silk);
  open();
  await screen.findByText('Silk');
  press('Silk', 'One more');
  press('Silk', 'One more');
  expect(quantityOf('Silk').textContent).toBe('3');
  expect(screen.getByText('₹3,001.50')).toBeTruthy();
  expect(guestCart().lines).toMatchObject([{ quantity: 3 }]);
  fireEvent.click(screen.getByRole('button', { name: 'Remove Silk' }));
  expect(await screen.findByText('Your cart is empty')).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(quantityOf('Silk').textContent).toBe('3');
  expect(guestCart().lines).toMatchObject([{ productId: silk._id, quantity: 3 }]);
});

it('shows changed prices and removed products', async () => {
  addGuestLine({ ...silk, price: 900 }, '', 2, 'add');
  addGuestLine(kurta, 'M', 5, 'add');
  addGuestLine(buildProduct({ name: 'Old shawl' }), '', 1, 'add');
  shopOf(silk, { ...kurta, stock: 1 });
  open();
  expect(await screen.findByText('No longer available and removed from your cart: Old shawl.')).toBeTruthy();
  expect(guestCart().lines.map(({ name }) => name)).toEqual(['Silk', 'Kurta']);
  expect(
    screen.getByText('The price went up from ₹900 to ₹1,000.50 since you added it.', { exact: false }),
  ).toBeTruthy();
  expect(screen.getByText(/^Only 1 left in stock/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Keep it at the new price: Silk' }));
  fireEvent.click(screen.getByRole('button', { name: 'Change to 1: Kurta, size M' }));
  expect(screen.queryByText(/since you added/)).toBeNull();
});

it('follows another tab, including products new to this one', async () => {
  addGuestLine(silk, '', 1, 'add');
  shopOf(silk, kurta);
  open();
  await screen.findByText('Silk');
  addInOtherTab({ productId: kurta._id, size: 'M', quantity: 2, name: 'Kurta', price: 250 });
  expect(await screen.findByText('Kurta')).toBeTruthy();
  expect(screen.getByText('₹1,500.50')).toBeTruthy();
});

it('shows when it could not be priced, loses nothing, and offers a retry', async () => {
  addGuestLine(silk, '', 1, 'add');
  const api = fakeApi({ 'POST /cart/preview': errorResponse(503, 'UNAVAILABLE', 'unavailable') });
  open();
  expect(await screen.findByText('Failed to fetch cart.')).toBeTruthy();
  expect(guestCart().lines).toHaveLength(1);
  api.responses['POST /cart/preview'] = { success: true, cart: buildCart({ product: silk, size: '', quantity: 1 }) };
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Silk')).toBeTruthy();
});

it('does not repeat a request that failed when another tab adds a product', async () => {
  addGuestLine(silk, '', 1, 'add');
  const api = shopOf(silk, kurta);
  open();
  await screen.findByText('Silk');
  api.responses['POST /cart/preview'] = errorResponse(503, 'UNAVAILABLE', 'unavailable');
  addInOtherTab({ productId: kurta._id, size: 'M', quantity: 2, name: 'Kurta', price: 250 });
  expect(await screen.findByText('Failed to fetch cart.')).toBeTruthy();
  // Time for further requests.
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.getByText('Failed to fetch cart.')).toBeTruthy();
  const quantities = (body: unknown) =>
    (body as { lines: { quantity: number }[] }).lines.map(({ quantity }) => quantity);
  const requests = api.requestsTo('POST /cart/preview').filter(({ body }) => !('withQuote' in (body as object)));
  expect(requests.map(({ body }) => quantities(body))).toEqual([[1], [1, 2]]);
});

describe('after the login', () => {
  const note = {
    productId: silk._id,
    size: '',
    name: 'Silk',
    wanted: 4,
    taken: 3,
    code: 'INSUFFICIENT_STOCK',
    message: 'Sorry, fewer items are left than you requested.',
  };

  it('the cart is read after the merge, and lists the items that could not be added', async () => {
    addGuestLine({ ...silk, stock: 4 }, '', 4, 'add');
    const merged = buildCart({ product: silk, size: '', quantity: 3 });
    let response = () => {};
    const api = fakeApi({
      'POST /cart/merge': () =>
        new Promise((resolve) => (response = () => resolve({ success: true, cart: merged, notes: [note] }))),
      'GET /cart': { success: true, cart: merged },
    });
    act(() => signIn());
    open();
    await waitFor(() => expect(api.requestsTo('POST /cart/merge')).toHaveLength(1));
    expect(api.requestsTo('GET /cart')).toEqual([]);
    expect(screen.queryByText('Your cart is empty')).toBeNull();
    await act(async () => response());
    expect(await screen.findByText('Silk: 3 of 4 added. Sorry, fewer items are left than you requested.')).toBeTruthy();
    expect(quantityOf('Silk').textContent).toBe('3');
    fireEvent.click(screen.getByRole('button', { name: 'OK' }));
    expect(screen.queryByText(/came along/)).toBeNull();
  });

  it('a failed merge is shown and retried, only for its own customer', async () => {
    addGuestLine(silk, '', 1, 'add');
    const api = fakeApi({
      'POST /cart/merge': errorResponse(503, 'UNAVAILABLE', 'unavailable'),
      'GET /cart': { success: true, cart: buildCart() },
    });
    const warned = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    act(() => signIn());
    const asha = currentSession();
    open();
    expect(await screen.findByText(/are not in your cart yet/)).toBeTruthy();
    act(() => signIn());
    await waitFor(() => expect(screen.queryByText(/are not in your cart yet/)).toBeNull());
    expect(api.requestsTo('POST /cart/merge')).toHaveLength(1);
    act(() => {
      localStorage.setItem(storageKeys.token, asha?.token ?? '');
      localStorage.setItem(storageKeys.user, JSON.stringify(asha?.user));
      window.dispatchEvent(new Event('authChange'));
    });
    // Her cart is read again, and the merge is retried with it, which fails again.
    await waitFor(() => expect(warned).toHaveBeenCalledTimes(2));
    api.responses['POST /cart/merge'] = {
      success: true,
      cart: buildCart({ product: silk, size: '', quantity: 1 }),
      notes: [],
    };
    api.responses['GET /cart'] = { success: true, cart: buildCart({ product: silk, size: '', quantity: 1 }) };
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Silk')).toBeTruthy();
    const ids = api.requestsTo('POST /cart/merge').map(({ body }) => (body as { mergeId: string }).mergeId);
    expect(new Set(ids).size).toBe(1);
    expect(screen.queryByText(/are not in your cart yet/)).toBeNull();
    expect(localStorage.getItem(storageKeys.guestCart)).toBeNull();
    warned.mockRestore();
  });
});
