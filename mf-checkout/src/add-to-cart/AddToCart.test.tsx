import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { windowEvents } from '@rangavalli/contracts/browser';
import { listen } from '@rangavalli/web-kit/events';
import { BrowserRouter } from '@rangavalli/web-kit/router';
import { clearSession } from '@rangavalli/web-kit/session';
import { aCart, aProduct, signIn } from '@rangavalli/web-kit/testing/builders';
import { fakeApi, FakeFailure, noConnection, refused } from '@rangavalli/web-kit/testing/fake-api';
import AddToCart from './AddToCart.js';

const saree = aProduct({ name: 'Saree', stock: 3, sizes: [] });
const kurta = aProduct({ name: 'Kurta', stock: 3, sizes: ['S', 'M'] });

function show(product = saree) {
  window.history.pushState({}, '', `/product/${product._id}`);
  render(
    <BrowserRouter>
      <AddToCart product={product} />
    </BrowserRouter>,
  );
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const shop = () =>
  fakeApi({ 'POST /cart/add': () => ({ success: true, message: 'ok', cart: aCart({ product: saree, size: '', quantity: 2 }) }) });

beforeEach(() => {
  sessionStorage.clear();
  act(() => clearSession());
});

it('asks for a size when the product has sizes', () => {
  signIn();
  const api = shop();
  show(kurta);
  press('Add to Cart');
  expect(screen.getByText('Please select a size.')).toBeTruthy();
  expect(api.requests).toEqual([]);
  fireEvent.click(screen.getByRole('radio', { name: 'M' }));
  expect(screen.queryByText('Please select a size.')).toBeNull();
});

it('asks a guest to log in, with the way back to the product', () => {
  const api = shop();
  show();
  press('Add to Cart');
  expect(screen.getByText('You must be logged in.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe(`/login?next=${encodeURIComponent(`/product/${saree._id}`)}`);
  expect(api.requests).toEqual([]);
});

describe('a guest who logs in and comes back', () => {
  /** Chooses, is asked to log in, does so, and is led back to the product. */
  const logInFor = (button: string) => {
    show(kurta);
    fireEvent.click(screen.getByRole('radio', { name: 'M' }));
    press('One more');
    press(button);
    fireEvent.click(screen.getByRole('link', { name: 'Log in' }));
    cleanup();
    act(() => signIn());
    show(kurta);
  };

  it('finds the chosen pieces in the cart, once', async () => {
    const api = shop();
    logInFor('Add to Cart');
    expect(await screen.findByText('✅ Added to cart successfully!')).toBeTruthy();
    expect(api.requests.map(({ body }) => body)).toEqual([{ productId: kurta._id, size: 'M', quantity: 2 }]);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'M' }).checked).toBe(true);
    cleanup();
    show(kurta);
    await act(async () => undefined);
    expect(api.requests).toHaveLength(1);
  });

  it('goes on to the checkout if that was wanted', async () => {
    shop();
    logInFor('Shop Now');
    await waitFor(() => expect(window.location.pathname).toBe('/checkout'));
  });

  it('finds nothing done for another product', async () => {
    const api = shop();
    logInFor('Add to Cart');
    await screen.findByText('✅ Added to cart successfully!');
    cleanup();
    show();
    await act(async () => undefined);
    expect(api.requests).toHaveLength(1);
  });
});

it('adds the chosen size and quantity, says so, and tells the other slices', async () => {
  signIn();
  const api = shop();
  const told: unknown[] = [];
  const forget = listen(windowEvents.cartChanged, (detail) => told.push(detail));
  show(kurta);
  fireEvent.click(screen.getByRole('radio', { name: 'S' }));
  press('One more');
  press('Add to Cart');
  expect(await screen.findByText('✅ Added to cart successfully!')).toBeTruthy();
  expect(api.requests.map(({ body, authorization }) => ({ body, authorization }))).toEqual([
    { body: { productId: kurta._id, size: 'S', quantity: 2 }, authorization: 'Bearer token-of-meena' },
  ]);
  expect(told).toEqual([{ count: 2 }]);
  forget();
});

it('keeps the quantity between 1 and the stock', () => {
  show();
  const fewer = screen.getByRole<HTMLButtonElement>('button', { name: 'One fewer' });
  const more = screen.getByRole<HTMLButtonElement>('button', { name: 'One more' });
  expect(fewer.disabled).toBe(true);
  for (let pressed = 0; pressed < 5; pressed++) fireEvent.click(more);
  expect(screen.getByRole('group', { name: 'Quantity of Saree' }).textContent).toBe('3');
  expect(more.disabled).toBe(true);
});

it('adds once, however often the button is pressed meanwhile', async () => {
  signIn();
  const api = shop();
  show();
  press('Add to Cart');
  press('Add to Cart');
  await screen.findByText('✅ Added to cart successfully!');
  expect(api.requests).toHaveLength(1);
});

it('Shop Now adds and goes to the checkout', async () => {
  signIn();
  shop();
  show();
  press('Shop Now');
  await waitFor(() => expect(window.location.pathname).toBe('/checkout'));
});

it.each([
  ["the server's message", refused(409, 'INSUFFICIENT_STOCK', 'Only 1 piece is left.'), 'Only 1 piece is left.'],
  ['a general word where the server gave none', new FakeFailure(400, {}), 'Something went wrong.'],
  ['that the server did not answer', noConnection, 'Server error.'],
])('a failure says %s', async (_what, answer, text) => {
  signIn();
  fakeApi({ 'POST /cart/add': answer });
  show();
  press('Add to Cart');
  expect(await screen.findByText(text)).toBeTruthy();
});

it('cannot be used while the product is out of stock, and says why', () => {
  show(aProduct({ stock: 0 }));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add to Cart' }).disabled).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Shop Now' }).disabled).toBe(true);
  expect(screen.getByText(/out of stock/)).toBeTruthy();
});
