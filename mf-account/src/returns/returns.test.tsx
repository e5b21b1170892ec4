import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { Order } from '@rangavalli/contracts/entities/order';
import type { OrderReturn } from '@rangavalli/contracts/entities/return';
import { BrowserRouter } from '@rangavalli/web-kit/federation/router';
import { buildOrder, buildProduct, buildShop, signIn } from '@rangavalli/web-kit/testing/builders';
import { fakeApi } from '@rangavalli/web-kit/testing/fake-api';
import { polyfillDialogs } from '@rangavalli/web-kit/testing/polyfill-dialogs';
import AccountRoutes from '../routes.js';

type OrderLine = Order['products'][number];

const saree = { _id: 'c'.repeat(24), name: 'Temple border pattu', price: 7_450 };
const kurta = { _id: 'd'.repeat(24), name: 'Sale kurta', price: 1_250 };
const set = { _id: 'e'.repeat(24), name: 'Family set', price: 5_000 };
const delivered = buildOrder({
  status: 'Delivered',
  totalAmount: 21_150,
  paymentMethod: 'upi',
  deliveredAt: new Date(Date.now() - 86_400_000).toISOString(),
  products: [
    { lineId: 'a', product: saree, size: '', quantity: 2, price: 7_450, category: 'saree' },
    { lineId: 'b', product: kurta, size: 'S', quantity: 1, price: 1_250, category: 'pant', isOnSale: true },
    { lineId: 'c', product: set, size: '', quantity: 1, price: 5_000, category: 'customised combo' },
  ],
  history: [],
});
const patola = buildProduct({ _id: 'f'.repeat(24), name: 'Silk patola', price: 6_200 });
const shop = buildShop({ finalCategories: ['customised combo'] });
const requested: OrderReturn = {
  id: '1'.repeat(24),
  orderNumber: 'RV-26-0042174',
  orderId: delivered._id,
  state: 'completed',
  requestedAt: '2026-11-20T06:00:00.000Z',
  customer: 'Asha',
  lines: [
    {
      lineId: 'a',
      productId: saree._id,
      name: saree.name,
      size: '',
      quantity: 1,
      accepted: 1,
      reason: 'size',
      outcome: 'refund',
    },
  ],
  refunded: 7_450,
  note: 'Thank you for the photographs.',
};

function open(order = delivered) {
  const api = fakeApi({
    'GET /orders/detail/{orderId}': { success: true, order },
    'GET /shipments': { success: true, shipments: [] },
    'GET /shop': { success: true, shop },
    'GET /products/getOne/{id}': { success: true, product: { ...kurta, sizes: ['S', 'M'] } as never },
    'GET /products/suggest': { success: true, phrases: [], products: [patola] },
    'POST /orders/{orderId}/lines/cancel': {
      success: true,
      message: 'The items are cancelled. ₹7,450 is refunded to the original payment method.',
      order: { ...order, products: order.products.map((line, at) => (at === 0 ? { ...line, cancelled: 1 } : line)) },
    },
    'POST /returns': { success: true, message: 'We have received your return request.', return: requested },
  });
  window.history.pushState({}, '', `/user/orders/${order._id}`);
  render(
    <BrowserRouter>
      <AccountRoutes />
    </BrowserRouter>,
  );
  return api;
}
const optionsOf = (label: string) =>
  [...screen.getByLabelText(label).querySelectorAll('option')].map(({ textContent }) => textContent);
const select = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

beforeAll(polyfillDialogs);
beforeEach(() => act(() => signIn()));

it('shows the rule of each item, with its last day', async () => {
  // Delivered on 31 October 2099 at 23:30 in India.
  open({ ...delivered, deliveredAt: '2099-10-31T18:00:00.000Z' });
  for (const text of [
    'Return or exchange until 7 Nov 2099',
    'Exchange or store credit until 7 Nov 2099',
    'No returns, unless it is damaged or not what you ordered',
  ])
    expect(await screen.findByText(text)).toBeTruthy();
});

it('names the last day of each item by its own parcel, and returns no item that was not delivered', async () => {
  // Of two parcels: 28 October 2099 and 31 October 2099, at 23:30 in India.
  const deliveredAt = { a: '2099-10-28T18:00:00.000Z', b: '2099-10-31T18:00:00.000Z' };
  const [first, second, last] = delivered.products as [OrderLine, OrderLine, OrderLine];
  open({
    ...delivered,
    status: 'Shipped',
    deliveredAt: deliveredAt.b,
    products: [
      { ...first, deliveredAt: deliveredAt.a },
      { ...second, deliveredAt: deliveredAt.b },
      { ...last, category: 'saree' },
    ],
  });
  for (const text of [
    'Return or exchange until 4 Nov 2099',
    'Exchange or store credit until 7 Nov 2099',
    'Return or exchange within 7 days of delivery',
  ])
    expect(await screen.findByText(text)).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: 'Return or exchange items' }));
  expect(screen.getByLabelText('Temple border pattu: how many?')).toBeTruthy();
  expect(screen.queryByLabelText('Family set: how many?')).toBeNull();
});

it('offers what the rule of the shop allows, and requests the exchange of a size', async () => {
  const api = open();
  fireEvent.click(await screen.findByRole('button', { name: 'Return or exchange items' }));
  expect(optionsOf('Temple border pattu: how many?')).toEqual(['Keep it', '1', '2']);
  expect(screen.getByText('It can be returned only if it is damaged or not what you ordered.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Request return' }));
  expect(await screen.findByText('Please choose at least one item.')).toBeTruthy();

  select('Sale kurta: how many?', '1');
  expect(optionsOf('What would you like?')).toEqual(['Store credit', 'Exchange']);
  select('What would you like?', 'exchange');
  await waitFor(() => expect(optionsOf('New size')).toEqual(['Select a size', 'S', 'M']));
  select('New size', 'M');
  fireEvent.click(screen.getByRole('button', { name: 'Request return' }));
  await waitFor(() =>
    expect(api.requestsTo('POST /returns')[0]?.body).toMatchObject({
      orderId: delivered._id,
      lines: [{ lineId: 'b', quantity: 1, reason: 'size', outcome: 'exchange', exchangeFor: { size: 'M' } }],
    }),
  );
});

it('names the price of another product, for which an item is exchanged', async () => {
  const api = open();
  fireEvent.click(await screen.findByRole('button', { name: 'Return or exchange items' }));
  select('Sale kurta: how many?', '1');
  select('What would you like?', 'exchange');
  fireEvent.change(screen.getByLabelText('Search for another product'), { target: { value: 'patola' } });
  await waitFor(() => expect(optionsOf('New product')).toEqual(['Sale kurta', 'Silk patola · ₹6,200']));
  select('New product', patola._id);
  await waitFor(() => expect(optionsOf('New size')).toContain('M'));
  select('New size', 'M');
  fireEvent.click(screen.getByRole('button', { name: 'Request return' }));
  await waitFor(() =>
    expect(api.requestsTo('POST /returns')[0]?.body).toMatchObject({
      lines: [{ outcome: 'exchange', exchangeFor: { productId: patola._id, size: 'M' } }],
    }),
  );
});

it('takes back goods with a fault that it would not take back otherwise', async () => {
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Return or exchange items' }));
  select('Family set: how many?', '1');
  expect(optionsOf('Reason')).toEqual([
    'It is damaged or defective',
    'I got a different item',
    'It is not as described',
  ]);
  expect(optionsOf('What would you like?')).toEqual(['Refund to how I paid', 'Store credit', 'Exchange']);
});

it('shows what became of a return, and counts its units', async () => {
  open({ ...delivered, returns: [requested] });
  expect(await screen.findByText('₹7,450 is being refunded to how you paid. It takes 3–5 business days.')).toBeTruthy();
  expect(screen.getByText('Our note: Thank you for the photographs.')).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: 'Return or exchange items' }));
  expect(optionsOf('Temple border pattu: how many?')).toEqual(['Keep it', '1']);
});

it.each([
  [
    'open',
    /^The new item costs ₹600 more\. Please pay by 29 Nov 2026, \d+:\d\d [ap]m and we will send it\./,
    { pays: true, isOrdered: false },
  ],
  ['paid', /^You have paid the difference of ₹600\.$/, { pays: false, isOrdered: true }],
  [
    'ended',
    /^The difference was not paid in time: the value of your returned item is in your store credit\.$/,
    { pays: false, isOrdered: false },
  ],
] as const)('an exchange for dearer goods: the difference is %s', async (state, text, { pays, isOrdered }) => {
  const url = 'https://rzp.io/i/abc';
  const due = { amount: 600, payBy: '2026-11-29T12:00:00.000Z', state, ...(pays ? { url } : {}) };
  const replacement = { replacementOrderId: '2'.repeat(24), replacementOrderNumber: 'RV-26-0042175' };
  open({ ...delivered, returns: [{ ...requested, refunded: undefined, exchanged: 2_500, due, ...replacement }] });
  await screen.findByText((_text, element) => element?.tagName === 'P' && text.test(element.textContent));
  expect(screen.queryByRole('link', { name: 'Pay ₹600' })?.getAttribute('href')).toBe(pays ? url : undefined);
  const link = screen.queryByRole('link', { name: 'view the new order' });
  expect(link?.getAttribute('href')).toBe(isOrdered ? '/user/orders/RV-26-0042175' : undefined);
});

it('cancels some items before their dispatch', async () => {
  const { deliveredAt: _deliveredAt, ...pending } = delivered;
  const api = open({ ...pending, status: 'Pending' });
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel items' }));
  select('Temple border pattu: how many to cancel?', '1');
  fireEvent.click(screen.getAllByRole('button', { name: 'Cancel items' })[1]!);
  expect(await screen.findByText('1 cancelled')).toBeTruthy();
  expect(api.requestsTo('POST /orders/{orderId}/lines/cancel')[0]?.body).toMatchObject({
    lines: [{ lineId: 'a', quantity: 1 }],
  });
});
