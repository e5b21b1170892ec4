import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { windowEvents } from '@rangavalli/contracts/browser';
import type { Product } from '@rangavalli/contracts/entities/product';
import { listen } from '@rangavalli/web-kit/dom/events';
import { BrowserRouter } from '@rangavalli/web-kit/federation/router';
import { buildCart, buildProduct, signIn } from '@rangavalli/web-kit/testing/builders';
import { fakeApi, errorResponse, type FakeRequest } from '@rangavalli/web-kit/testing/fake-api';
import AccountRoutes from '../../routes.js';

const silk = buildProduct({ name: 'Silk', price: 1000, stock: 3 });
const kurta = buildProduct({ name: 'Kurta', price: 250, stock: 9, sizes: ['S', 'M'] });
const shawl = buildProduct({ name: 'Shawl', price: 700, stock: 0 });
/** Responds with those of these products that are requested, in another order. */
const listOf =
  (...products: Product[]) =>
  ({ query }: FakeRequest) => {
    const ids = query.get('id')?.split(',') ?? [];
    const found = products.filter(({ _id }) => ids.includes(_id));
    return { success: true as const, products: found, total: found.length };
  };
const shop = (changes: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({
    'GET /wishlist': { success: true, productIds: [shawl._id, kurta._id, 'f'.repeat(24), silk._id] },
    'GET /products/getAll': listOf(silk, kurta, shawl),
    'POST /cart/add': { success: true, message: 'Added', cart: buildCart({ product: silk, size: '', quantity: 1 }) },
    'DELETE /wishlist/{id}': { success: true, productIds: [] },
    ...changes,
  });

async function open() {
  window.history.pushState({}, '', '/user/wishlist');
  render(
    <BrowserRouter>
      <AccountRoutes />
    </BrowserRouter>,
  );
  await screen.findByRole('link', { name: 'Silk' });
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

beforeEach(() => act(() => signIn()));

it('shows price and stock, newest first, and counts unavailable items', async () => {
  shop();
  await open();
  expect(
    screen
      .getAllByRole('listitem')
      .map((item) => item.textContent)
      .filter((text) => text?.includes('₹'))
      .map((text) => /Shawl|Kurta|Silk/.exec(text ?? '')?.[0]),
  ).toEqual(['Shawl', 'Kurta', 'Silk']);
  expect(screen.getByText('Only 3 left')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Move to cart: Shawl' }).disabled).toBe(true);
  expect(screen.getByText('One item on your wishlist is no longer available.')).toBeTruthy();
});

it('loads 120 products by three requests', async () => {
  const many = Array.from({ length: 119 }, (_, index) => buildProduct({ name: `Saree ${index}`, stock: 1 }));
  const products = [...many, silk];
  const productIds = products.map(({ _id }) => _id);
  const api = shop({ 'GET /wishlist': { success: true, productIds }, 'GET /products/getAll': listOf(...products) });
  await open();
  expect(screen.getAllByRole('listitem').filter(({ textContent }) => textContent?.includes('₹'))).toHaveLength(120);
  expect(api.requestsTo('GET /products/getAll')).toHaveLength(3);
});

it('moves an item to the cart and fires the cart event', async () => {
  const api = shop();
  const events: unknown[] = [];
  const unlisten = listen(windowEvents.cartChanged, (detail) => events.push(detail));
  await open();
  press('Move to cart: Silk');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Silk' })).toBeNull());
  unlisten();
  expect(api.requestsTo('POST /cart/add')[0]?.body).toEqual({ productId: silk._id, quantity: 1, size: '' });
  expect(api.requestsTo('DELETE /wishlist/{id}')[0]?.params).toEqual({ id: silk._id });
  expect(events).toEqual([{ count: 1 }]);
});

it('requires a size for a product with sizes', async () => {
  const api = shop();
  await open();
  press('Move to cart: Kurta');
  expect(await screen.findByText('Please select a size.')).toBeTruthy();
  expect(api.requestsTo('POST /cart/add')).toEqual([]);
  fireEvent.change(screen.getByLabelText('Size of Kurta'), { target: { value: 'M' } });
  press('Move to cart: Kurta');
  await waitFor(() =>
    expect(api.requestsTo('POST /cart/add')[0]?.body).toEqual({ productId: kurta._id, quantity: 1, size: 'M' }),
  );
});

it('keeps a rejected item on the list and shows the reason', async () => {
  const api = shop({
    'POST /cart/add': errorResponse(409, 'INSUFFICIENT_STOCK', 'Sorry, fewer items are left than you requested.'),
  });
  await open();
  press('Move to cart: Silk');
  expect((await screen.findByRole('alert')).textContent).toContain('fewer items');
  expect(api.requestsTo('DELETE /wishlist/{id}')).toEqual([]);
});

it('disables sold-out sizes and selects a single size', async () => {
  const dupatta = buildProduct({ name: 'Dupatta', stock: 4, sizes: ['Free Size'] });
  const frock = buildProduct({
    name: 'Frock',
    stock: 2,
    sizes: ['S', 'M'],
    sizeStock: [
      { size: 'S', stock: 0 },
      { size: 'M', stock: 2 },
    ],
  });
  const api = shop({
    'GET /wishlist': { success: true, productIds: [silk._id, dupatta._id, frock._id] },
    'GET /products/getAll': listOf(silk, dupatta, frock),
  });
  await open();
  expect(screen.getByRole<HTMLOptionElement>('option', { name: 'S, sold out' }).disabled).toBe(true);
  expect(screen.getByRole<HTMLOptionElement>('option', { name: 'M' }).disabled).toBe(false);
  press('Move to cart: Dupatta');
  await waitFor(() =>
    expect(api.requestsTo('POST /cart/add')[0]?.body).toEqual({
      productId: dupatta._id,
      quantity: 1,
      size: 'Free Size',
    }),
  );
});
