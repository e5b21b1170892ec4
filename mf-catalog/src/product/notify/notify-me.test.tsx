import { act, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { Product } from '@rangavalli/contracts/entities/product';
import { clearSession } from '@rangavalli/web-kit/session/session';
import { buildProduct, signIn } from '@rangavalli/web-kit/testing/builders';
import { fakeApi, noConnection, errorResponse } from '@rangavalli/web-kit/testing/fake-api';
import { NotifyMe } from './NotifyMe.js';

configure({ asyncUtilTimeout: 5_000 });

const gone = buildProduct({ stock: 0 });
const bySize = (pieces: Record<string, number>): Product => {
  const sizeStock = Object.entries(pieces).map(([size, stock]) => ({ size, stock }));
  return buildProduct({
    sizes: Object.keys(pieces),
    sizeStock,
    stock: sizeStock.reduce((sum, { stock }) => sum + stock, 0),
  });
};
const THANKS = 'Thank you. We will write once.';
const shop = () => fakeApi({ 'POST /stock-alerts': { success: true, message: THANKS } });
const show = (product: Product, onInStock = jest.fn()) => render(<NotifyMe product={product} onInStock={onInStock} />);
const email = () => screen.getByLabelText<HTMLInputElement>('Your email');
const write = (value: string) => fireEvent.change(email(), { target: { value } });
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Notify me' }));
const choices = () => screen.getAllByRole<HTMLInputElement>('radio').map((radio) => radio.value);

beforeEach(() => act(() => clearSession()));

describe('who may wait', () => {
  it.each([
    ['everything is there', buildProduct({ stock: 1 })],
    ['each counted size is there', bySize({ S: 1, M: 2 })],
  ])('nobody, while %s', (_what, product) => {
    expect(show(product).container.textContent).toBe('');
  });

  it('everybody, in the open, when nothing can be bought', () => {
    show(gone);
    expect(screen.getByRole('region', { name: 'Shall we tell you when it is back?' })).toBeTruthy();
    expect(screen.queryByRole('radio')).toBeNull();
  });

  it('those whose size is gone, for those sizes only', () => {
    const { container } = show(bySize({ S: 0, M: 2, L: 0 }));
    expect(container.querySelector('details')?.open).toBe(false);
    expect(container.querySelector('summary')?.textContent).toBe('S or L sold out? Notify me');
    expect(choices()).toEqual(['S', 'L']);
  });

  it('for any size when all are gone', () => {
    show(bySize({ S: 0, M: 0 }));
    expect(choices()).toEqual(['', 'S', 'M']);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Any size' }).checked).toBe(true);
  });
});

describe('a guest', () => {
  it("gives an address and reads the server's answer, where the keyboard goes on", async () => {
    const { requestsTo } = shop();
    show(gone);
    write(' asha@example.com ');
    press();
    const thanks = await screen.findByText(THANKS);
    await waitFor(() => expect(document.activeElement).toBe(thanks));
    expect(requestsTo('POST /stock-alerts').map(({ body }) => body)).toEqual([
      { productId: gone._id, size: '', email: 'asha@example.com' },
    ]);
    expect(screen.queryByRole('button', { name: 'Notify me' })).toBeNull();
  });

  it.each([
    ['', 'Please enter your email address.'],
    ['asha', 'Please enter a valid email address.'],
  ])('who writes "%s" is told so beside the field', async (value, text) => {
    const { requests } = shop();
    show(gone);
    write(value);
    press();
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    expect(email().getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(email().getAttribute('aria-describedby') ?? '')?.textContent).toBe(text);
    await waitFor(() => expect(document.activeElement).toBe(email()));
    expect(requests).toEqual([]);
  });

  it('chooses among several sizes, and may ask for another one afterwards', async () => {
    const { requestsTo } = shop();
    show(bySize({ S: 0, M: 2, L: 0 }));
    write('asha@example.com');
    press();
    expect((await screen.findByRole('alert')).textContent).toBe('Please select a size.');
    fireEvent.click(screen.getByRole('radio', { name: 'L' }));
    expect(screen.queryByRole('alert')).toBeNull();
    press();
    fireEvent.click(await screen.findByRole('button', { name: 'Ask for another size' }));
    expect(screen.getByRole('button', { name: 'Notify me' })).toBeTruthy();
    expect(requestsTo('POST /stock-alerts').map(({ body }) => body)).toMatchObject([{ size: 'L' }]);
  });

  it('need not choose the only size that is gone', async () => {
    const { requestsTo } = shop();
    show(bySize({ S: 0, M: 2 }));
    write('asha@example.com');
    press();
    await screen.findByText(THANKS);
    expect(requestsTo('POST /stock-alerts').map(({ body }) => body)).toMatchObject([{ size: 'S' }]);
  });
});

describe('who is signed in', () => {
  it('sees the address and types nothing', async () => {
    signIn();
    const { requestsTo } = shop();
    show(gone);
    expect(screen.getByText('meena@example.com')).toBeTruthy();
    expect(screen.queryByLabelText('Your email')).toBeNull();
    press();
    await screen.findByText(THANKS);
    expect(requestsTo('POST /stock-alerts').map(({ body }) => body)).toEqual([{ productId: gone._id, size: '' }]);
  });

  it('may give another address', async () => {
    signIn();
    const { requestsTo } = shop();
    show(gone);
    fireEvent.click(screen.getByRole('button', { name: 'Use another address' }));
    expect(document.activeElement).toBe(email());
    write('sister@example.com');
    press();
    await screen.findByText(THANKS);
    expect(requestsTo('POST /stock-alerts').map(({ body }) => body)).toMatchObject([{ email: 'sister@example.com' }]);
  });

  it('and is a stranger to the server gives an address like a guest', async () => {
    signIn();
    const api = fakeApi({
      'POST /stock-alerts': errorResponse(400, 'VALIDATION_FAILED', 'x', {
        fields: { email: 'Please enter your email address.' },
      }),
    });
    show(gone);
    press();
    expect((await screen.findByRole('alert')).textContent).toBe('Please enter your email address.');
    api.responses['POST /stock-alerts'] = { success: true, message: THANKS };
    write('meena@example.com');
    press();
    await screen.findByText(THANKS);
  });
});

describe('an answer that is no', () => {
  it.each([
    ['the server is away', noConnection, /^You seem to be offline/],
    [
      'the product has left',
      errorResponse(404, 'PRODUCT_NOT_FOUND', 'This product is no longer available.'),
      'This product is no longer available.',
    ],
  ])('is told where it was asked: %s', async (_what, answer, text) => {
    fakeApi({ 'POST /stock-alerts': answer });
    show(gone);
    write('asha@example.com');
    press();
    expect(await within(screen.getByRole('region')).findByText(text)).toBeTruthy();
    expect(email().value).toBe('asha@example.com');
    expect(screen.queryByRole('button', { name: 'Show me' })).toBeNull();
  });

  it('is told beside the sizes when it is about them', async () => {
    fakeApi({
      'POST /stock-alerts': errorResponse(400, 'SIZE_UNKNOWN', 'This size is not available for this product.'),
    });
    show(bySize({ S: 0, M: 1 }));
    write('asha@example.com');
    press();
    expect((await screen.findByRole('alert')).textContent).toBe('This size is not available for this product.');
    expect(screen.getByRole('radio').getAttribute('aria-invalid')).toBe('true');
  });

  it('may be good news: the page is loaded again', async () => {
    fakeApi({ 'POST /stock-alerts': errorResponse(409, 'IN_STOCK', 'Good news: this item is in stock right now.') });
    const onInStock = jest.fn();
    show(gone, onInStock);
    write('asha@example.com');
    press();
    await screen.findByText('Good news: this item is in stock right now.');
    fireEvent.click(screen.getByRole('button', { name: 'Show me' }));
    expect(onInStock).toHaveBeenCalledTimes(1);
  });
});
