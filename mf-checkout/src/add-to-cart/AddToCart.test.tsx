import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { windowEvents } from '@rangavalli/contracts/browser';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { CartItem } from '@rangavalli/contracts/entities/cart';
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
    'GET /cart': { success: true, cart: buildCart() },
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

it('requires a size when the product has sizes', () => {
  signIn();
  const api = shop();
  show(kurta);
  press('Add to Cart');
  expect(screen.getByText('Please select a size.')).toBeTruthy();
  expect(api.requests).toEqual([]);
  fireEvent.click(screen.getByRole('radio', { name: 'M' }));
  expect(screen.queryByText('Please select a size.')).toBeNull();
});

it('has a single size chosen already, unless it is sold out', () => {
  signIn();
  shop();
  const single = buildProduct({ name: 'Dupatta', stock: 2, sizes: ['Free Size'] });
  show(single);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Free Size' }).checked).toBe(true);
  press('Add to Cart');
  expect(screen.queryByText('Please select a size.')).toBeNull();
  cleanup();
  show({ ...single, sizeStock: [{ size: 'Free Size', stock: 0 }] });
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Free Size/ }).checked).toBe(false);
});

describe('a guest', () => {
  it('gets a login link that leads back to the product, and the item is saved in the guest cart', () => {
    const api = shop();
    show();
    press('Add to Cart');
    expect(screen.getByText('You must be logged in.')).toBeTruthy();
    expect(screen.getByText('Saved in your cart. Log in or check out as a guest.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe(
      `/login?next=${encodeURIComponent(`/product/${saree._id}`)}`,
    );
    expect(screen.getByRole('link', { name: 'View cart' }).getAttribute('href')).toBe('/cart');
    expect(guestCart().lines).toEqual([
      { productId: saree._id, size: '', quantity: 1, name: 'Saree', price: saree.price },
    ]);
    expect(api.requests).toEqual([]);
  });

  it('goes straight to the checkout by Shop Now, with the same quantity however often it is pressed', async () => {
    show(kurta);
    fireEvent.click(screen.getByRole('radio', { name: 'M' }));
    press('One more');
    press('Add to Cart');
    press('Shop Now');
    press('Shop Now');
    await waitFor(() => expect(window.location.pathname).toBe('/checkout'));
    expect(guestCart().lines).toMatchObject([{ productId: kurta._id, size: 'M', quantity: 2 }]);
  });

  it('must choose a size first, which gets the focus, and nothing is saved before', async () => {
    show(kurta);
    press('Add to Cart');
    expect(screen.getByText('Please select a size.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true'));
    expect(screen.queryByText('You must be logged in.')).toBeNull();
    expect(guestCart().lines).toEqual([]);
  });

  it('sees when the cart has the last items', () => {
    show();
    press('One more');
    press('Add to Cart');
    press('Add to Cart');
    expect(screen.getByText('You have the last items in your cart. Log in or check out as a guest.')).toBeTruthy();
    expect(guestCart().lines).toMatchObject([{ quantity: 3 }]);
  });

  it('only gets the login link where storage is blocked', () => {
    const forbidden = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('forbidden', 'SecurityError');
    });
    show();
    press('Add to Cart');
    forbidden.mockRestore();
    expect(screen.getByText('You must be logged in.')).toBeTruthy();
    expect(screen.queryByText(/Saved/)).toBeNull();
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

  it('mark sold-out sizes, visible but not selectable, and show low stock', () => {
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
    expect(guestCart().lines.map(({ size, quantity }) => [size, quantity])).toEqual([
      ['S', 2],
      ['L', 3],
    ]);
  });
});

it('adds the selected size and quantity, confirms it, and notifies the other slices', async () => {
  signIn();
  const api = shop();
  const events: unknown[] = [];
  const unlisten = listen(windowEvents.cartChanged, (detail) => events.push(detail));
  show(kurta);
  fireEvent.click(screen.getByRole('radio', { name: 'S' }));
  press('One more');
  press('Add to Cart');
  expect(await screen.findByText('✅ Added to cart successfully!')).toBeTruthy();
  expect(api.requests.map(({ body, authorization }) => ({ body, authorization }))).toEqual([
    { body: { productId: kurta._id, size: 'S', quantity: 2 }, authorization: 'Bearer token-of-meena' },
  ]);
  expect(events).toEqual([{ count: 2 }]);
  unlisten();
});

describe('a product that is made for the customer', () => {
  const custom = buildProduct({
    name: 'Monogram saree',
    stock: 3,
    sizes: [],
    personalisationFields: [
      { kind: 'text', label: 'Initials', required: true, maxLength: 3, extraDays: 4 },
      { kind: 'choice', label: 'Lining', required: false, choices: ['Silk', 'Cotton'] },
      { kind: 'measure', label: 'Waist', required: false, unit: 'in', min: 22, max: 48 },
    ],
  });
  const enter = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

  it('shows what is missing beside each field, and sends what was entered', async () => {
    signIn();
    const api = shop();
    show(custom);
    expect(await screen.findByText('Up to 3 characters · adds 4 days')).toBeTruthy();
    enter(/^Waist/, '60');
    press('Add to Cart');
    expect(await screen.findByText('Please fill this in.')).toBeTruthy();
    expect(screen.getByText('Please enter a number from 22 to 48 in.')).toBeTruthy();
    expect(api.requests).toEqual([]);
    enter(/^Initials/, 'RK');
    expect(screen.queryByText('Please fill this in.')).toBeNull();
    enter(/^Waist/, '30.5');
    press('Add to Cart');
    await screen.findByText('✅ Added to cart successfully!');
    expect(api.requests[0]?.body).toEqual({
      productId: custom._id,
      size: '',
      quantity: 1,
      personalisation: [
        { label: 'Initials', value: 'RK' },
        { label: 'Waist', value: '30.5 in' },
      ],
    });
  });

  it('is two lines of a guest’s cart with two initials, which share the stock', async () => {
    show(custom);
    await screen.findByLabelText(/^Initials/);
    const add = async (value: string, units: number) => {
      enter(/^Initials/, value);
      press('Add to Cart');
      await waitFor(() => expect(guestCart().lines.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(units));
    };
    await add('RK', 1);
    await add('SV', 2);
    await add('RK', 3);
    await add('SV', 3);
    expect(
      await screen.findByText('You have the last items in your cart. Log in or check out as a guest.'),
    ).toBeTruthy();
    expect(guestCart().lines.map(({ personalisation, quantity }) => [personalisation?.[0]?.value, quantity])).toEqual([
      ['RK', 2],
      ['SV', 1],
    ]);
  });
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

describe('Shop Now of a customer', () => {
  const custom = buildProduct({
    name: 'Monogram saree',
    stock: 3,
    sizes: ['S', 'M'],
    personalisationFields: [{ kind: 'text', label: 'Initials', required: true, maxLength: 3 }],
  });
  const initials = (value: string) => [{ label: 'Initials', value }];
  /** A cart as the cart service has it. */
  const shopWith = (...items: CartItem[]) =>
    fakeApi({
      'GET /cart': () => ({ success: true, cart: buildCart(...items) }),
      'POST /cart/add': ({ body }) => {
        const { quantity, size } = body as { quantity: number; size: string };
        const line = items.find((item) => item.size === size);
        if (quantity + (line?.quantity ?? 0) > saree.stock)
          return errorResponse(409, 'INSUFFICIENT_STOCK', 'Only 3 items are left.');
        items.push({ product: saree, size, quantity });
        return { success: true, message: 'ok', cart: buildCart(...items) };
      },
    });
  const expectCheckout = () => waitFor(() => expect(window.location.pathname).toBe('/checkout'));

  it('means the same items after Add to Cart, and when it is pressed again', async () => {
    signIn();
    const api = shopWith();
    show();
    press('One more');
    press('One more');
    press('Add to Cart');
    await screen.findByText('✅ Added to cart successfully!');
    for (let pressed = 0; pressed < 2; pressed += 1) {
      window.history.pushState({}, '', `/product/${saree._id}`);
      press('Shop Now');
      await expectCheckout();
    }
    expect(screen.queryByText('Only 3 items are left.')).toBeNull();
    expect(api.requestsTo('POST /cart/add').map(({ body }) => body)).toEqual([
      { productId: saree._id, size: '', quantity: 3 },
    ]);
    expect(api.requestsTo('GET /cart')).toHaveLength(2);
  });

  it('adds what the line of this size and personalisation lacks', async () => {
    signIn();
    const line = { product: custom, size: 'M', personalisation: initials('RK'), quantity: 1 };
    const api = fakeApi({
      'GET /cart': {
        success: true,
        cart: buildCart({ ...line, size: 'S' }, { ...line, personalisation: initials('SV') }, line),
      },
      'POST /cart/add': { success: true, message: 'ok', cart: buildCart(line) },
    });
    show(custom);
    fireEvent.change(await screen.findByLabelText(/^Initials/), { target: { value: 'RK' } });
    fireEvent.click(screen.getByRole('radio', { name: 'M' }));
    press('One more');
    press('One more');
    press('Shop Now');
    await expectCheckout();
    expect(api.requestsTo('POST /cart/add').map(({ body }) => body)).toEqual([
      { productId: custom._id, size: 'M', quantity: 2, personalisation: initials('RK') },
    ]);
  });
});

it.each([
  ["the server's message", errorResponse(409, 'INSUFFICIENT_STOCK', 'Only 1 item is left.'), 'Only 1 item is left.'],
  ['a general word where the server gave none', new FakeFailure(400, {}), 'Something went wrong.'],
  ['that there was no response', noConnection, 'Server error.'],
  ['what is known without a connection', noConnection, 'You seem to be offline: the item may not be in your cart.'],
])('an error shows %s', async (_what, response, text) => {
  signIn();
  fakeApi({ 'POST /cart/add': response });
  show();
  press('Add to Cart');
  expect(await screen.findByText(text)).toBeTruthy();
});

it('Shop Now leaves people on the page that they went to meanwhile', async () => {
  signIn();
  let respond = () => {};
  const api = shop();
  const added = api.responses['POST /cart/add'] as () => CallResponse<'POST /cart/add'>;
  api.responses['POST /cart/add'] = () => new Promise((resolve) => (respond = () => resolve(added())));
  show();
  press('Shop Now');
  await waitFor(() => expect(api.requestsTo('POST /cart/add')).toHaveLength(1));
  cleanup();
  window.history.pushState({}, '', '/all');
  await act(async () => respond());
  expect(window.location.pathname).toBe('/all');
});

it('is disabled with the reason while the product is out of stock', () => {
  show(buildProduct({ stock: 0 }));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add to Cart' }).disabled).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Shop Now' }).disabled).toBe(true);
  expect(screen.getByText(/Out of stock/)).toBeTruthy();
});
