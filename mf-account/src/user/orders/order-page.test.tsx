import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { BrowserRouter } from '@rangavalli/web-kit/federation/router';
import { currentSession } from '@rangavalli/web-kit/session/session';
import { buildOrder, signIn } from '@rangavalli/web-kit/testing/builders';
import { polyfillDialogs } from '@rangavalli/web-kit/testing/polyfill-dialogs';
import { fakeApi, errorResponse } from '@rangavalli/web-kit/testing/fake-api';
import AccountRoutes from '../../routes.js';

const saree = {
  _id: 'c'.repeat(24),
  name: 'Temple border pattu',
  price: 7450,
  image: 'https://images.example/saree.jpg',
};
const order = buildOrder({
  status: 'Processing',
  totalAmount: 14_900,
  paymentMethod: 'upi',
  razorpayPaymentId: 'pay_1',
  products: [{ lineId: '1', product: saree, size: 'Free', quantity: 2, price: 7450 }],
  history: [
    { at: '2026-01-15T09:30:00.000Z', by: 'system', what: 'Order placed' },
    { at: '2026-01-16T09:30:00.000Z', by: 'shop', what: 'Status changed', from: 'Pending', to: 'Processing' },
  ],
});
const shop = (changes: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({
    'GET /orders/list/{userId}': { success: true, orders: [order], total: 1 },
    'GET /orders/detail/{orderId}': { success: true, order },
    ...changes,
  });

function open(path: string) {
  window.history.pushState({}, '', path);
  render(
    <BrowserRouter>
      <AccountRoutes />
    </BrowserRouter>,
  );
}
const openOrder = async () => {
  open(`/user/orders/${order._id}`);
  await screen.findByText('Temple border pattu');
};
const startCancelling = async () => {
  await openOrder();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel order' }));
  await screen.findByRole('dialog');
};
const confirm = () => fireEvent.click(screen.getAllByRole('button', { name: 'Cancel order' }).at(-1) as HTMLElement);

beforeAll(polyfillDialogs);
beforeEach(() => act(() => signIn()));

it('View opens the order’s own page, and back returns to the list', async () => {
  shop();
  open('/user/orders');
  fireEvent.click(await screen.findByRole('link', { name: /^View/ }));
  expect(await screen.findByText('Temple border pattu')).toBeTruthy();
  expect(window.location.pathname).toBe('/user/orders/RV-26-0042174');
  expect(screen.getByRole('heading', { name: 'Order RV-26-0042174' })).toBeTruthy();
  act(() => window.history.back());
  expect(await screen.findByRole('heading', { name: 'My Orders' })).toBeTruthy();
  expect(currentSession()).toBeTruthy();
});

it('shows items with their product, address, payment and history', async () => {
  shop();
  await openOrder();
  expect(screen.getByRole('link', { name: saree.name }).getAttribute('href')).toBe(`/product/${saree._id}`);
  expect(screen.getByText('Size: Free · 2 × ₹7,450')).toBeTruthy();
  expect(screen.getByText(order.address)).toBeTruthy();
  expect(screen.getByText('Paid by UPI')).toBeTruthy();
  expect(screen.getByText('Order placed')).toBeTruthy();
  expect(document.querySelector('[aria-current="step"]')?.textContent).toBe('Processing');
});

it('cancels after a confirmation, once', async () => {
  const api = shop({
    'POST /orders/cancel/{orderId}': {
      success: true,
      message: 'Order cancelled',
      order: { ...order, status: 'Cancelled', paymentState: 'refunding' },
    },
  });
  await startCancelling();
  expect(api.requestsTo('POST /orders/cancel/{orderId}')).toEqual([]);
  confirm();
  expect(await screen.findByText('Refund in progress (UPI)')).toBeTruthy();
  expect(api.requestsTo('POST /orders/cancel/{orderId}')[0]?.params).toEqual({ orderId: order._id });
  expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull();
});

it('does not cancel without the confirmation', async () => {
  const api = shop();
  await startCancelling();
  fireEvent.click(screen.getByRole('button', { name: 'Keep order' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.requestsTo('POST /orders/cancel/{orderId}')).toEqual([]);
});

it('shows the current status when the order has been shipped meanwhile', async () => {
  const api = shop({
    'POST /orders/cancel/{orderId}': errorResponse(
      409,
      'ORDER_NOT_CANCELLABLE',
      'This order can no longer be cancelled.',
    ),
  });
  await startCancelling();
  api.responses['GET /orders/detail/{orderId}'] = { success: true, order: { ...order, status: 'Shipped' } };
  confirm();
  await waitFor(() => expect(document.querySelector('[aria-current="step"]')?.textContent).toBe('Shipped'));
  expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull();
});

it('shows that another user’s or unknown order is not found', async () => {
  shop({ 'GET /orders/detail/{orderId}': errorResponse(404, 'ORDER_NOT_FOUND', 'Order not found.') });
  open(`/user/orders/${order._id}`);
  expect(await screen.findByText('Order not found.')).toBeTruthy();
});

it('loads more of many orders', async () => {
  const older = buildOrder({ _id: 'e'.repeat(24), orderNumber: 'RV-26-0000017' });
  shop({
    'GET /orders/list/{userId}': ({ query }) =>
      query.get('cursor') === 'next'
        ? { success: true, orders: [older] }
        : { success: true, orders: [order], total: 2, nextCursor: 'next' },
  });
  open('/user/orders');
  fireEvent.click(await screen.findByRole('button', { name: 'Load more' }));
  expect(await screen.findByRole('link', { name: 'RV-26-0000017' })).toBeTruthy();
  expect(screen.getAllByRole('link', { name: /^View/ })).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
});

it('has the invoice from the dispatch on, and the credit note of a cancelled order', async () => {
  const quote = {
    lines: [],
    subtotalPaise: 1_490_000,
    discountPaise: 0,
    shippingPaise: 0,
    codFeePaise: 0,
    taxPaise: 70_952,
    roundOffPaise: 0,
    totalPaise: 1_490_000,
    hash: 'hash',
  };
  const sent = { at: '2026-01-17T09:30:00.000Z', by: 'shop', what: 'Status changed', to: 'Shipped' };
  const api = shop({ 'GET /orders/detail/{orderId}': { success: true, order: { ...order, quote } } });
  await openOrder();
  expect(screen.queryByRole('button', { name: 'Download invoice' })).toBeNull();
  const cancelled = { ...order, quote, status: 'Cancelled' as const, history: [...order.history, sent] };
  api.responses['GET /orders/detail/{orderId}'] = { success: true, order: cancelled };
  cleanup();
  await openOrder();
  const saved: string[] = [];
  const createLink = document.createElement.bind(document);
  jest.spyOn(document, 'createElement').mockImplementation((name: string) => {
    const element = createLink(name);
    if (name === 'a') element.click = () => void saved.push((element as HTMLAnchorElement).download);
    return element;
  });
  URL.createObjectURL = () => 'blob:invoice';
  URL.revokeObjectURL = () => undefined;
  const addresses: string[] = [];
  globalThis.fetch = (async (address: string) => {
    addresses.push(address);
    return { ok: true, status: 200, blob: async () => new Blob(['%PDF']) };
  }) as typeof fetch;
  fireEvent.click(screen.getByRole('button', { name: 'Download invoice' }));
  await waitFor(() => expect(saved).toEqual(['invoice-RV-26-0042174.pdf']));
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Download credit note' }).disabled).toBe(false),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Download credit note' }));
  await waitFor(() => expect(saved).toEqual(['invoice-RV-26-0042174.pdf', 'credit-note-RV-26-0042174.pdf']));
  expect(addresses).toEqual([`/api/orders/${order._id}/invoice`, `/api/orders/${order._id}/invoice?creditNote=1`]);
});
