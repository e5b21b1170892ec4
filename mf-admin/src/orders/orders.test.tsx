import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { Order } from '@rangavalli/contracts/entities/order';
import { buildOrder } from '@rangavalli/web-kit/testing/builders';
import { fakeApi, errorResponse } from '@rangavalli/web-kit/testing/fake-api';
import { asAdmin, asha, expectToast, press, visit, visitInBrowser } from '../testing/admin-area.js';

asAdmin();

describe('orders', () => {
  const order = buildOrder({
    user: { _id: asha._id, name: 'Asha Rao', email: asha.email },
    history: [
      {
        at: '2026-01-15T09:30:00.000Z',
        by: 'shop@example.com',
        what: 'Status changed',
        from: 'Pending',
        to: 'Shipped',
      },
    ],
  });
  const other = buildOrder({
    orderNumber: 'RV-26-0042182',
    status: 'Delivered',
    user: { _id: 'b'.repeat(24), name: 'Ravi' },
  });
  const listOf = (...orders: (typeof order)[]) => ({ success: true as const, orders });

  it('are found by name and status', async () => {
    const byStatus = [
      { status: 'Pending' as const, orders: 1_200 },
      { status: 'Delivered' as const, orders: 34 },
    ];
    const api = fakeApi({
      'GET /orders/admin/list': ({ query }) =>
        query.get('status') === 'Delivered' ? listOf(other) : { ...listOf(order, other), byStatus, total: 1_234 },
    });
    visit('/admin/orders?status=Delivered');
    expect(await screen.findByRole('article', { name: 'Order RV-26-0042182' })).toBeTruthy();
    expect(screen.getAllByRole('article')).toHaveLength(1);
    press('Clear filters');
    expect(await screen.findByRole('option', { name: 'All (1,234)' })).toBeTruthy();
    expect(screen.getByRole('option', { name: 'Delivered (34)' })).toBeTruthy();
    fireEvent.change(screen.getByLabelText(/^Search by/), { target: { value: 'asha' } });
    await waitFor(() => expect(api.requestsTo('GET /orders/admin/list').at(-1)?.query.get('q')).toBe('asha'));
  });

  it('are loaded a page at a time, and keep their pages when a status changes', async () => {
    const api = fakeApi({
      'GET /orders/admin/list': ({ query }) =>
        query.get('cursor') === 'next' ? listOf(other) : { ...listOf(order), total: 2, nextCursor: 'next' },
      'PUT /orders/admin/{orderId}': { success: true, message: '', order },
    });
    visit('/admin/orders');
    await screen.findByText('1 of 2 orders');
    press('Load more');
    await screen.findByText('2 of 2 orders');
    fireEvent.change(screen.getAllByLabelText('Update Status')[0] as HTMLElement, { target: { value: 'Shipped' } });
    await expectToast('✅ Order status updated');
    await waitFor(() => expect(api.requestsTo('GET /orders/admin/list')).toHaveLength(4));
    expect(screen.getAllByRole('article')).toHaveLength(2);
  });

  describe('whose next page arrives late', () => {
    const visitAndLoadMore = async () => {
      let finish: () => void = () => undefined;
      const next = new Promise<ReturnType<typeof listOf>>((resolve) => (finish = () => resolve(listOf(other))));
      fakeApi({
        'GET /orders/admin/list': ({ query }) =>
          query.get('cursor') ? next : { ...listOf(order), total: 2, nextCursor: 'next' },
        'GET /products/getAll': { success: true, products: [], total: 0 },
      });
      visitInBrowser('/admin/orders');
      await screen.findByText('1 of 2 orders');
      press('Load more');
      return () => act(async () => finish());
    };
    const currentUrl = () => location.pathname + location.search;

    it('show as many pages after a reload', async () => {
      const finishLoading = await visitAndLoadMore();
      await finishLoading();
      await screen.findByText('2 of 2 orders');
      expect(currentUrl()).toBe('/admin/orders?pages=2');
    });

    it('keep a search that was entered meanwhile', async () => {
      const finishLoading = await visitAndLoadMore();
      fireEvent.change(screen.getByLabelText(/^Search by/), { target: { value: 'asha' } });
      await finishLoading();
      expect(currentUrl()).toBe('/admin/orders?q=asha');
    });

    it('do not return from the page that was opened meanwhile', async () => {
      const finishLoading = await visitAndLoadMore();
      fireEvent.click(screen.getByRole('link', { name: 'Products' }));
      await screen.findByRole('heading', { name: /^Products/ });
      await finishLoading();
      expect(currentUrl()).toBe('/admin/products');
    });
  });

  it('change status with the documented dropdown and toasts; cancelling needs a confirmation', async () => {
    const api = fakeApi({
      'GET /orders/admin/list': listOf(order),
      'PUT /orders/admin/{orderId}': { success: true, message: '', order },
    });
    visit('/admin/orders');
    const status = await screen.findByLabelText('Update Status');
    fireEvent.change(status, { target: { value: 'Shipped' } });
    await expectToast('✅ Order status updated');
    api.responses['PUT /orders/admin/{orderId}'] = errorResponse(500, 'INTERNAL', 'Something went wrong.');
    fireEvent.change(screen.getByLabelText('Update Status'), { target: { value: 'Cancelled' } });
    expect(api.requestsTo('PUT /orders/admin/{orderId}')).toHaveLength(1);
    press('Cancel order');
    await expectToast('Failed to update status');
    expect(api.requestsTo('PUT /orders/admin/{orderId}').map(({ body }) => body)).toEqual([
      { status: 'Shipped', from: 'Pending' },
      { status: 'Cancelled', from: 'Pending' },
    ]);
  });

  it.each([
    ['ORDER_CHANGED', 409],
    ['ORDER_REFUNDED', 409],
    ['ORDER_RETURNED', 409],
    ['REFUND_LIMIT', 403],
  ] as const)('show why a change is refused with %s, and load again', async (code, httpStatus) => {
    const api = fakeApi({
      'GET /orders/admin/list': listOf(order),
      'PUT /orders/admin/{orderId}': errorResponse(httpStatus, code, 'This is why.'),
    });
    visit('/admin/orders');
    fireEvent.change(await screen.findByLabelText('Update Status'), { target: { value: 'Shipped' } });
    await expectToast('This is why.');
    await waitFor(() => expect(api.requestsTo('GET /orders/admin/list')).toHaveLength(2));
  });

  describe('name before a cancellation', () => {
    const line = { lineId: '1', size: '', quantity: 2, price: 2_500 };
    const product = { _id: 'c'.repeat(24), name: 'Gadwal saree', price: 2_500 };
    const razorpayPaymentId = 'pay_1';
    const advance = { razorpayPaymentId, paidOnline: 1_000 };
    const end = 'Items will be restocked. This cannot be undone.';
    const cash = { due: 4_000 };
    const collected = { due: 4_000, collectedAt: '2026-01-20T09:30:00.000Z' };
    it.each<[string, Partial<Order>, string]>([
      ['an online payment', { razorpayPaymentId }, '₹5,000 will be refunded to Asha Rao.'],
      [
        'an advance and the cash that is due',
        { ...advance, cash },
        '₹1,000 will be refunded to Asha Rao. ₹4,000 in cash will not be collected.',
      ],
      [
        'an advance and collected cash',
        { ...advance, status: 'Delivered', cash: collected },
        '₹1,000 will be refunded to Asha Rao. Asha Rao gets the ₹4,000 paid in cash as store credit.',
      ],
      [
        'store credit beside cash',
        { paymentState: 'awaiting', creditAmount: 1_000, cash },
        '₹1,000 returns to the store credit of Asha Rao. ₹4,000 in cash will not be collected.',
      ],
      [
        'that nothing was paid',
        { paymentState: 'awaiting', cash },
        'Nothing is refunded, because nothing was paid. ₹4,000 in cash will not be collected.',
      ],
      [
        'no sum when items were cancelled',
        { razorpayPaymentId, products: [{ ...line, product, cancelled: 1 }] },
        'What is not refunded yet returns to Asha Rao: online payments to their source, the rest as store credit.',
      ],
      ['an earlier refund', { razorpayPaymentId, paymentState: 'refunded' }, 'The online payment is refunded already.'],
    ])('%s', async (_what, changes, text) => {
      const paid = { ...order, totalAmount: 5_000, amount: 5_000, ...changes };
      fakeApi({ 'GET /orders/admin/list': listOf(paid) });
      visit('/admin/orders');
      fireEvent.change(await screen.findByLabelText('Update Status'), { target: { value: 'Cancelled' } });
      expect(screen.getByText(`${text} ${end}`)).toBeTruthy();
    });
  });

  it('show cash that is due beside an advance', async () => {
    const inPart = { ...order, paidOnline: 1_000, razorpayPaymentId: 'pay_1', cash: { due: 4_000 } };
    fakeApi({
      'GET /orders/admin/list': listOf(inPart),
      'GET /orders/detail/{orderId}': { success: true, order: inPart },
    });
    visit('/admin/orders');
    const card = await screen.findByRole('article');
    expect(card.textContent).toContain('₹1,000 paid online, ₹4,000 due in cash on delivery');
    fireEvent.click(screen.getByRole('link', { name: `Order ${order.orderNumber}` }));
    expect(await screen.findByText('Paid in part')).toBeTruthy();
  });

  it('show the documented error when they cannot be fetched', async () => {
    fakeApi({ 'GET /orders/admin/list': errorResponse(500, 'INTERNAL', 'Something went wrong.') });
    visit('/admin/orders');
    await expectToast('Failed to fetch orders');
    expect(screen.getByRole('heading', { name: 'Failed to fetch orders' })).toBeTruthy();
  });

  it('do not change status without a token', async () => {
    const api = fakeApi({ 'GET /orders/admin/list': listOf(order) });
    visit('/admin/orders');
    const status = await screen.findByLabelText('Update Status');
    // Removed by another tab, without an event.
    localStorage.removeItem('token');
    fireEvent.change(status, { target: { value: 'Shipped' } });
    await expectToast('⚠️ No token found. Please login again.');
    expect(api.requestsTo('PUT /orders/admin/{orderId}')).toEqual([]);
  });

  it('show their payment and their history', async () => {
    fakeApi({
      'GET /orders/detail/{orderId}': {
        success: true,
        order: { ...order, paymentMethod: 'upi', razorpayPaymentId: 'pay_1' },
      },
    });
    visit(`/admin/orders/${order._id}`);
    expect(await screen.findByText('Status changed: Pending to Shipped')).toBeTruthy();
    expect(screen.getByText('pay_1')).toBeTruthy();
    expect(screen.getByText('UPI')).toBeTruthy();
    expect(screen.getByText('Paid')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Asha Rao' }).getAttribute('href')).toBe(`/admin/customers/${asha._id}`);
  });
});
