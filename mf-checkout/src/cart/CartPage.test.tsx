import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { Cart } from '@rangavalli/contracts/entities/cart';
import { BrowserRouter } from '@rangavalli/web-kit/federation/router';
import { buildCart, buildProduct, buildShop, signIn } from '@rangavalli/web-kit/testing/builders';
import { fakeApi, noConnection, errorResponse } from '@rangavalli/web-kit/testing/fake-api';
import CheckoutRoutes from '../routes.js';

const silk = buildProduct({ name: 'Silk', price: 1000, stock: 3 });
const kurta = buildProduct({ name: 'Kurta', category: 'pant', price: 250, stock: 9, sizes: ['M'] });

function open() {
  window.history.pushState({}, '', '/cart');
  render(
    <BrowserRouter>
      <CheckoutRoutes />
    </BrowserRouter>,
  );
}

/** A gateway that keeps a cart. */
function shopWith(cart: Cart) {
  let now = cart;
  const response = () => ({ success: true as const, cart: now });
  const change = (body: unknown, quantity: number) => {
    const { productId, size } = body as { productId: string; size: string };
    now = buildCart(
      ...now.items
        .map((item) => (item.product._id === productId && item.size === size ? { ...item, quantity } : item))
        .filter((item) => item.quantity > 0),
    );
    return response();
  };
  return fakeApi({
    'GET /cart': response,
    'GET /shop': { success: true, shop: buildShop({ finalCategories: ['pant'] }) },
    'PUT /cart/update': ({ body }) => change(body, (body as { quantity: number }).quantity),
    'DELETE /cart/remove': ({ body }) => change(body, 0),
  });
}
const full = () => buildCart({ product: silk, size: '', quantity: 2 }, { product: kurta, size: 'M', quantity: 1 });
const quantityOf = (name: string) => screen.getByRole('group', { name: `Quantity of ${name}` });
const press = (name: string, button: string) =>
  fireEvent.click(within(quantityOf(name)).getByRole('button', { name: button }));

beforeEach(() => {
  localStorage.clear();
  act(() => signIn());
});

it('an empty cart links to the home page', async () => {
  shopWith(buildCart());
  open();
  expect(await screen.findByText('Your cart is empty')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Browse Products' }).getAttribute('href')).toBe('/');
});

it('shows lines and total, and leads to the checkout', async () => {
  shopWith(full());
  open();
  expect(await screen.findByText('Silk')).toBeTruthy();
  expect(screen.getByText('Size: M')).toBeTruthy();
  expect(screen.getByText('₹2,250')).toBeTruthy();
  expect(await screen.findByText('Return or exchange within 7 days of delivery')).toBeTruthy();
  expect(screen.getByText('No returns, unless it is damaged or not what you ordered')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Proceed to Checkout' }).getAttribute('href')).toBe('/checkout');
});

it('a new quantity is shown at once; of quick changes only the last is sent', async () => {
  const api = shopWith(full());
  open();
  await screen.findByText('Silk');
  press('Kurta, size M', 'One more');
  press('Kurta, size M', 'One more');
  expect(quantityOf('Kurta, size M').textContent).toBe('3');
  expect(await screen.findByText('₹2,750')).toBeTruthy();
  expect(api.requestsTo('PUT /cart/update').map(({ body }) => body)).toEqual([
    { productId: kurta._id, size: 'M', quantity: 3 },
  ]);
});

it('who goes on to pay while a change is on its way pays for what the cart showed', async () => {
  const api = shopWith(full());
  const response = api.responses['PUT /cart/update'] as (request: { body: unknown }) => unknown;
  let arrive: () => void = () => undefined;
  const pending = new Promise<void>((resolve) => (arrive = resolve));
  Object.assign(api.responses, {
    'PUT /cart/update': (request: { body: unknown }) => pending.then(() => response(request)),
    'GET /address': { success: true, addresses: [] },
  });
  open();
  await screen.findByText('Silk');
  press('Silk', 'One fewer');
  fireEvent.click(screen.getByRole('link', { name: 'Proceed to Checkout' }));
  await waitFor(() => expect(window.location.pathname).toBe('/checkout'));
  arrive();
  expect(await screen.findByRole('button', { name: 'Pay ₹1,250' })).toBeTruthy();
  // Each page reads the cart and its quote.
  await waitFor(() => expect(api.requestsTo('GET /cart')).toHaveLength(4));
});

it('a quantity above the stock is ignored', async () => {
  const api = shopWith(full());
  open();
  await screen.findByText('Silk');
  press('Silk', 'One more');
  await waitFor(() => expect(api.requestsTo('PUT /cart/update')).toHaveLength(1));
  press('Silk', 'One more');
  expect(quantityOf('Silk').textContent).toBe('3');
  await act(async () => undefined);
  expect(api.requestsTo('PUT /cart/update')).toHaveLength(1);
});

it('a removed line is gone, and after the last one the cart is empty', async () => {
  shopWith(full());
  open();
  await screen.findByText('Silk');
  fireEvent.click(screen.getByRole('button', { name: 'Remove Silk' }));
  await waitFor(() => expect(screen.queryByText('Silk')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Remove Kurta, size M' }));
  expect(await screen.findByText('Your cart is empty')).toBeTruthy();
});

it('a removed line can be put back', async () => {
  const api = shopWith(full());
  api.responses['POST /cart/add'] = { success: true, message: 'ok', cart: full() };
  open();
  await screen.findByText('Silk');
  fireEvent.click(screen.getByRole('button', { name: 'Remove Silk' }));
  expect(await screen.findByText('Silk was removed.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(quantityOf('Silk').textContent).toBe('2'));
  expect(api.requestsTo('POST /cart/add').map(({ body }) => body)).toEqual([
    { productId: silk._id, size: '', quantity: 2 },
  ]);
  expect(screen.queryByText('Silk was removed.')).toBeNull();
});

it("a line is limited by its size's stock and shows when that has dropped", async () => {
  const lehenga = buildProduct({
    name: 'Lehenga',
    price: 100,
    stock: 9,
    sizes: ['S', 'M', 'L'],
    sizeStock: [
      { size: 'S', stock: 2 },
      { size: 'M', stock: 7 },
      { size: 'L', stock: 0 },
    ],
  });
  const api = shopWith(
    buildCart(
      { product: lehenga, size: 'S', quantity: 2 },
      { product: lehenga, size: 'M', quantity: 3 },
      { product: lehenga, size: 'L', quantity: 1 },
    ),
  );
  open();
  await screen.findByText('Size: S');
  expect(
    within(quantityOf('Lehenga, size S')).getByRole<HTMLButtonElement>('button', { name: 'One more' }).disabled,
  ).toBe(true);
  expect(screen.getByText(/^Out of stock/)).toBeTruthy();
  expect(screen.getByText('Please check before you pay: 1 item is low in stock since you added them.')).toBeTruthy();
  press('Lehenga, size M', 'One more');
  await waitFor(() =>
    expect(api.requestsTo('PUT /cart/update').map(({ body }) => body)).toEqual([
      { productId: lehenga._id, size: 'M', quantity: 4 },
    ]),
  );
});

it('a refused change is reported, and the line keeps its quantity', async () => {
  const api = shopWith(full());
  api.responses['PUT /cart/update'] = errorResponse(
    409,
    'INSUFFICIENT_STOCK',
    'Sorry, fewer items are left than you requested.',
  );
  const toasts: unknown[] = [];
  window.addEventListener('shell:toast-requested', (event) => toasts.push((event as CustomEvent<unknown>).detail), {
    once: true,
  });
  open();
  await screen.findByText('Silk');
  press('Silk', 'One more');
  await waitFor(() =>
    expect(toasts).toEqual([{ kind: 'error', message: 'Sorry, fewer items are left than you requested.' }]),
  );
  await waitFor(() => expect(quantityOf('Silk').textContent).toBe('2'));
});

it('a refusal shows the available quantity at the line', async () => {
  const api = shopWith(full());
  api.responses['PUT /cart/update'] = errorResponse(
    409,
    'INSUFFICIENT_STOCK',
    'Sorry, fewer items are left than you requested.',
    { available: 2 },
  );
  open();
  await screen.findByText('Silk');
  press('Silk', 'One more');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Sorry, fewer items are left than you requested. You can have up to 2 in your cart.',
  );
});

it('a changed price or stock is shown before payment and can be accepted', async () => {
  const api = shopWith(
    buildCart(
      { product: silk, size: '', quantity: 2, addedPrice: 900 },
      { product: kurta, size: 'M', quantity: 12, addedPrice: 250 },
    ),
  );
  open();
  expect(
    await screen.findByText('The price went up from ₹900 to ₹1,000 since you added it.', { exact: false }),
  ).toBeTruthy();
  expect(
    screen.getByText(
      'Please check before you pay: 1 price has changed and 1 item is low in stock since you added them.',
    ),
  ).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Change to 9: Kurta, size M' }));
  fireEvent.click(screen.getByRole('button', { name: 'Keep it at the new price: Silk' }));
  await waitFor(() =>
    expect(api.requestsTo('PUT /cart/update').map(({ body }) => body)).toEqual([
      { productId: kurta._id, size: 'M', quantity: 9 },
      { productId: silk._id, size: '', quantity: 2 },
    ]),
  );
});

it.each([
  ['Failed to fetch cart.', errorResponse(503, 'UNAVAILABLE', 'unavailable')],
  ['Something went wrong while fetching cart.', noConnection],
])('shows %s with a retry', async (text, response) => {
  const api = fakeApi({ 'GET /cart': response });
  open();
  expect(await screen.findByText(text)).toBeTruthy();
  api.responses['GET /cart'] = { success: true, cart: full() };
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Silk')).toBeTruthy();
});
