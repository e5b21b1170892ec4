import { act, fireEvent, screen, waitFor } from '@testing-library/react';
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
      { status: 'Shipped' },
      { status: 'Cancelled' },
    ]);
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
