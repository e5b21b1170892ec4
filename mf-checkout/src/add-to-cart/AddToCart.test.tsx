import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { windowEvents } from '@rangavalli/contracts/browser';
import { listen } from '@rangavalli/web-kit/dom/events';
import { BrowserRouter } from '@rangavalli/web-kit/federation/router';
import { clearSession } from '@rangavalli/web-kit/session/session';
import { buildCart, buildProduct, signIn } from '@rangavalli/web-kit/testing/builders';
import { fakeApi, FakeFailure, noConnection, errorResponse } from '@rangavalli/web-kit/testing/fake-api';
import { guestCart } from '../guest-cart/guest-cart.js';
import AddToCart from './AddToCart.js';

const saree = buildProduct({ name: 'Saree', stock: 3, sizes: [] });
const kurta = buildProduct({ name: 'Kurta', stock: 3, sizes: ['S', 'M'] });

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
  fakeApi({
    'POST /cart/add': () => ({
      success: true,
      message: 'ok',
      cart: buildCart({ product: saree, size: '', quantity: 2 }),
    }),
  });

beforeEach(() => {
  localStorage.clear();
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

describe('a guest', () => {
  it('is asked to log in, with the way back to the product, and the piece is kept all the same', () => {
    const api = shop();
    show();
    press('Add to Cart');
    expect(screen.getByText('You must be logged in.')).toBeTruthy();
    expect(screen.getByText('We have kept it in your cart for when you log in.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe(
      `/login?next=${encodeURIComponent(`/product/${saree._id}`)}`,
    );
    expect(screen.getByRole('link', { name: 'View cart' }).getAttribute('href')).toBe('/cart');
    expect(guestCart().lines).toEqual([
      { productId: saree._id, size: '', quantity: 1, name: 'Saree', price: saree.price },
    ]);
    expect(api.requests).toEqual([]);
  });

  it('is led to the checkout by Shop Now, with the same pieces however often they press', () => {
    show(kurta);
    fireEvent.click(screen.getByRole('radio', { name: 'M' }));
    press('One more');
    press('Add to Cart');
    press('Shop Now');
    press('Shop Now');
    expect(screen.getByText('We have kept them in your cart for when you log in.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login?next=%2Fcheckout');
    expect(guestCart().lines).toMatchObject([{ productId: kurta._id, size: 'M', quantity: 2 }]);
  });

  it('has to choose a size first, and nothing is kept before', () => {
    show(kurta);
    press('Add to Cart');
    expect(screen.getByText('Please select a size.')).toBeTruthy();
    expect(screen.queryByText('You must be logged in.')).toBeNull();
    expect(guestCart().lines).toEqual([]);
  });

  it('is told when there are no more to keep', () => {
    show();
    press('One more');
    press('Add to Cart');
    press('Add to Cart');
    expect(screen.getByText('Your cart holds all that are left, and keeps them for when you log in.')).toBeTruthy();
    expect(guestCart().lines).toMatchObject([{ quantity: 3 }]);
  });

  it('is only asked to log in where the browser keeps nothing', () => {
    const forbidden = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('forbidden', 'SecurityError');
    });
    show();
    press('Add to Cart');
    forbidden.mockRestore();
    expect(screen.getByText('You must be logged in.')).toBeTruthy();
    expect(screen.queryByText(/kept/)).toBeNull();
    expect(screen.queryByRole('link', { name: 'View cart' })).toBeNull();
  });
});

describe('sizes with their own stock', () => {
  const sized = buildProduct({
    name: 'Lehenga',
    stock: 8,
    sizes: ['S', 'M', 'L'],
    sizeStock: [
      { size: 'S', stock: 2 },
      { size: 'M', stock: 0 },
      { size: 'L', stock: 6 },
    ],
  });
  const quantity = () => screen.getByRole('group', { name: 'Quantity of Lehenga' }).textContent;

  it('mark what is sold out, still to be seen but not to be chosen, and tell how few there are', () => {
    show(sized);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'M, sold out' }).disabled).toBe(true);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'S', description: 'Only 2 left' }).disabled).toBe(false);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'L', description: '' }).disabled).toBe(false);
    expect(screen.getByText('M')).toBeTruthy();
  });

  it('bound the quantity, which follows the size that is chosen', () => {
    show(sized);
    fireEvent.click(screen.getByRole('radio', { name: 'L' }));
    for (let pressed = 0; pressed < 9; pressed++) press('One more');
    expect(quantity()).toBe('6');
    fireEvent.click(screen.getByRole('radio', { name: 'S' }));
    expect(quantity()).toBe('2');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'One more' }).disabled).toBe(true);
    fireEvent.click(screen.getByRole('radio', { name: 'L' }));
    expect(quantity()).toBe('2');
  });

  it('let go of a size that sells out meanwhile', () => {
    signIn();
    const api = shop();
    window.history.pushState({}, '', `/product/${sized._id}`);
    const page = (product: typeof sized) => (
      <BrowserRouter>
        <AddToCart product={product} />
      </BrowserRouter>
    );
    const { rerender } = render(page(sized));
    fireEvent.click(screen.getByRole('radio', { name: 'S' }));
    rerender(
      page({
        ...sized,
        stock: 6,
        sizeStock: [
          { size: 'S', stock: 0 },
          { size: 'M', stock: 0 },
          { size: 'L', stock: 6 },
        ],
      }),
    );
    press('Add to Cart');
    expect(screen.getByText('Please select a size.')).toBeTruthy();
    expect(api.requests).toEqual([]);
  });

  it('are not bounded by what a guest keeps of another size', () => {
    show(sized);
    for (const size of ['S', 'L']) {
      fireEvent.click(screen.getByRole('radio', { name: size }));
      press('One more');
      press('Add to Cart');
    }
    expect(guestCart().lines.map(({ size, quantity: pieces }) => [size, pieces])).toEqual([
      ['S', 2],
      ['L', 3],
    ]);
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
  ["the server's message", errorResponse(409, 'INSUFFICIENT_STOCK', 'Only 1 piece is left.'), 'Only 1 piece is left.'],
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
  show(buildProduct({ stock: 0 }));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add to Cart' }).disabled).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Shop Now' }).disabled).toBe(true);
  expect(screen.getByText(/out of stock/)).toBeTruthy();
});
