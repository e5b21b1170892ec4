import { act, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { Product } from '@rangavalli/contracts/entities/product';
import { clearSession } from '@rangavalli/web-kit/session/session';
import { buildProduct, signIn } from '@rangavalli/web-kit/testing/builders';
import { fakeApi, noConnection, errorResponse } from '@rangavalli/web-kit/testing/fake-api';
import { NotifyMe } from './NotifyMe.js';

configure({ asyncUtilTimeout: 5_000 });

const soldOut = buildProduct({ stock: 0 });
const bySize = (stocks: Record<string, number>): Product => {
  const sizeStock = Object.entries(stocks).map(([size, stock]) => ({ size, stock }));
  return buildProduct({
    sizes: Object.keys(stocks),
    sizeStock,
    stock: sizeStock.reduce((sum, { stock }) => sum + stock, 0),
  });
};
const THANKS = 'Thank you. We’ll email you once.';
const shop = () => fakeApi({ 'POST /stock-alerts': { success: true, message: THANKS } });
/** With the form, which is a file of its own, unless there is none. */
async function show(product: Product, onInStock = jest.fn()) {
  const view = render(<NotifyMe product={product} onInStock={onInStock} />);
  const fold = view.container.querySelector('details');
  if (fold) {
    fold.open = true;
    fireEvent(fold, new Event('toggle'));
  }
  if (view.container.textContent) await screen.findByRole('button', { name: 'Notify me' });
  return view;
}
const email = () => screen.getByLabelText<HTMLInputElement>('Your email');
const enter = (value: string) => fireEvent.change(email(), { target: { value } });
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Notify me' }));
const sizeOptions = () => screen.getAllByRole<HTMLInputElement>('radio').map((radio) => radio.value);

beforeEach(() => act(() => clearSession()));

describe('the alert form', () => {
  it.each([
    ['it is in stock', buildProduct({ stock: 1 })],
    ['every size is in stock', bySize({ S: 1, M: 2 })],
  ])('is hidden while %s', async (_what, product) => {
    expect((await show(product)).container.textContent).toBe('');
  });

  it('is open when the product is sold out', async () => {
    await show(soldOut);
    expect(screen.getByRole('region', { name: 'Notify me when available' })).toBeTruthy();
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.getByText(/We’ll send a link first/)).toBeTruthy();
  });

  it('is folded and offers the sold-out sizes when some sizes are sold out', async () => {
    const { container } = await show(bySize({ S: 0, M: 2, L: 0 }));
    expect(container.querySelector('summary')?.textContent).toBe('S or L sold out? Notify me');
    expect(sizeOptions()).toEqual(['S', 'L']);
  });

  it('offers any size when all are sold out', async () => {
    await show(bySize({ S: 0, M: 0 }));
    expect(sizeOptions()).toEqual(['', 'S', 'M']);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Any size' }).checked).toBe(true);
  });
});

describe('a guest', () => {
  it('enters an email and sees the confirmation, which gets the focus', async () => {
    const { requestsTo } = shop();
    await show(soldOut);
    enter(' asha@example.com ');
    press();
    const thanks = await screen.findByText(THANKS);
    await waitFor(() => expect(document.activeElement).toBe(thanks));
    expect(requestsTo('POST /stock-alerts').map(({ body }) => body)).toEqual([
      { productId: soldOut._id, size: '', email: 'asha@example.com' },
    ]);
    expect(screen.queryByRole('button', { name: 'Notify me' })).toBeNull();
  });

  it.each([
    ['', 'Please enter your email address.'],
    ['asha', 'Please enter a valid email address.'],
  ])('sees an error beside the field for "%s"', async (value, text) => {
    const { requests } = shop();
    await show(soldOut);
    enter(value);
    press();
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    expect(email().getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(email().getAttribute('aria-describedby') ?? '')?.textContent).toBe(text);
    await waitFor(() => expect(document.activeElement).toBe(email()));
    expect(requests).toEqual([]);
  });

  it('selects one of several sizes, and may select another one afterwards', async () => {
    const { requestsTo } = shop();
    await show(bySize({ S: 0, M: 2, L: 0 }));
    enter('asha@example.com');
    press();
    expect((await screen.findByRole('alert')).textContent).toBe('Please select a size.');
    fireEvent.click(screen.getByRole('radio', { name: 'L' }));
    expect(screen.queryByRole('alert')).toBeNull();
    press();
    fireEvent.click(await screen.findByRole('button', { name: 'Choose another size' }));
    expect(screen.getByRole('button', { name: 'Notify me' })).toBeTruthy();
    expect(requestsTo('POST /stock-alerts').map(({ body }) => body)).toMatchObject([{ size: 'L' }]);
  });

  it('does not need to select the only sold-out size', async () => {
    const { requestsTo } = shop();
    await show(bySize({ S: 0, M: 2 }));
    enter('asha@example.com');
    press();
    await screen.findByText(THANKS);
    expect(requestsTo('POST /stock-alerts').map(({ body }) => body)).toMatchObject([{ size: 'S' }]);
  });
});

describe('a customer', () => {
  it('sees the email of the account and enters nothing', async () => {
    signIn();
    const { requestsTo } = shop();
    await show(soldOut);
    expect(screen.getByText('meena@example.com')).toBeTruthy();
    expect(screen.queryByLabelText('Your email')).toBeNull();
    press();
    await screen.findByText(THANKS);
    expect(requestsTo('POST /stock-alerts').map(({ body }) => body)).toEqual([{ productId: soldOut._id, size: '' }]);
  });

  it('may enter another email', async () => {
    signIn();
    const { requestsTo } = shop();
    await show(soldOut);
    fireEvent.click(screen.getByRole('button', { name: 'Use another email' }));
    expect(document.activeElement).toBe(email());
    enter('sister@example.com');
    press();
    await screen.findByText(THANKS);
    expect(requestsTo('POST /stock-alerts').map(({ body }) => body)).toMatchObject([{ email: 'sister@example.com' }]);
  });

  it('whose session has ended enters an email like a guest', async () => {
    signIn();
    const api = fakeApi({
      'POST /stock-alerts': errorResponse(400, 'VALIDATION_FAILED', 'x', {
        fields: { email: 'Please enter your email address.' },
      }),
    });
    await show(soldOut);
    press();
    expect((await screen.findByRole('alert')).textContent).toBe('Please enter your email address.');
    api.responses['POST /stock-alerts'] = { success: true, message: THANKS };
    enter('meena@example.com');
    press();
    await screen.findByText(THANKS);
  });
});

describe('a failed request', () => {
  it.each([
    ['no connection', noConnection, /^You seem to be offline/],
    [
      'the product was removed',
      errorResponse(404, 'PRODUCT_NOT_FOUND', 'This product is no longer available.'),
      'This product is no longer available.',
    ],
  ])('shows its error in the form: %s', async (_what, response, text) => {
    fakeApi({ 'POST /stock-alerts': response });
    await show(soldOut);
    enter('asha@example.com');
    press();
    expect(await within(screen.getByRole('region')).findByText(text)).toBeTruthy();
    expect(email().value).toBe('asha@example.com');
    expect(screen.queryByRole('button', { name: 'Show product' })).toBeNull();
  });

  it('shows an error of the size beside the sizes', async () => {
    fakeApi({
      'POST /stock-alerts': errorResponse(400, 'SIZE_UNKNOWN', 'This size is not available for this product.'),
    });
    await show(bySize({ S: 0, M: 1 }));
    enter('asha@example.com');
    press();
    expect((await screen.findByRole('alert')).textContent).toBe('This size is not available for this product.');
    expect(screen.getByRole('radio').getAttribute('aria-invalid')).toBe('true');
  });

  it('offers to show a product that is in stock again', async () => {
    fakeApi({ 'POST /stock-alerts': errorResponse(409, 'IN_STOCK', 'Good news: this item is in stock right now.') });
    const onInStock = jest.fn();
    await show(soldOut, onInStock);
    enter('asha@example.com');
    press();
    await screen.findByText('Good news: this item is in stock right now.');
    fireEvent.click(screen.getByRole('button', { name: 'Show product' }));
    expect(onInStock).toHaveBeenCalledTimes(1);
  });
});
