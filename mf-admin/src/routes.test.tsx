import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { SalesSummary } from '@rangavalli/contracts/entities/order';
import { storeSession } from '@rangavalli/web-kit/session/session';
import { buildOrder, buildProduct } from '@rangavalli/web-kit/testing/builders';
import { fakeApi, noConnection, errorResponse } from '@rangavalli/web-kit/testing/fake-api';
import { asAdmin, expectToast, press, signInAs, toasts, visit } from './testing/admin-area.js';

const asha = {
  _id: 'a'.repeat(24),
  name: 'Asha Rao',
  email: 'asha@example.com',
  emailVerified: true,
  role: 'user' as const,
  createdAt: '2026-01-15T09:30:00.000Z',
};

asAdmin();

describe('the admin area', () => {
  const shownLinks = () =>
    within(screen.getByRole('navigation', { name: 'Admin' }))
      .getAllByRole('link')
      .map((link) => link.textContent);

  it('is shown to staff only', () => {
    storeSession({ token: 't', user: asha });
    visit('/admin/products');
    expect(screen.getByText('Only staff of the shop can open this area.')).toBeTruthy();
  });

  it.each([
    ['owner', 'Dashboard, Products, Orders, Reserved stock, Customers, Payments, Staff, Audit log, System, Go to Home'],
    ['catalogue', 'Products, Reserved stock, Go to Home'],
    ['fulfilment', 'Dashboard, Orders, Reserved stock, Go to Home'],
    ['support', 'Dashboard, Orders, Reserved stock, Customers, Payments, Go to Home'],
    ['accountant', 'Dashboard, Orders, Payments, Audit log, Go to Home'],
  ] as const)('shows the pages of the role %s', async (role, links) => {
    fakeApi({});
    signInAs(role);
    await act(async () => {
      visit('/admin/orders');
    });
    expect(shownLinks().join(', ')).toBe(links);
  });

  it('explains a page that the role does not include, and makes none of its calls', () => {
    const api = fakeApi({});
    signInAs('catalogue');
    visit('/admin/customers');
    expect(screen.getByRole('heading', { name: 'Your role does not include this page.' })).toBeTruthy();
    expect(screen.getByText(/Your role is Catalogue\./)).toBeTruthy();
    expect(api.requests).toEqual([]);
  });

  it('opens the first page of a role without a dashboard', async () => {
    fakeApi({ 'GET /products/getAll': { success: true, products: [], total: 0 } });
    signInAs('catalogue');
    visit('/admin/dashboard');
    expect(await screen.findByRole('heading', { name: 'Products' })).toBeTruthy();
  });

  it('leads a role without its second factor to the setup', async () => {
    fakeApi({
      'GET /orders/admin/all': errorResponse(403, 'SECOND_FACTOR_SETUP_REQUIRED', 'Your role needs a second factor.'),
    });
    visit('/admin/orders');
    const link = await screen.findByRole('link', { name: 'Set up two-step verification' });
    expect(link.getAttribute('href')).toBe('/user/security');
  });

  it('explains the redirect of a guest and calls nothing', async () => {
    localStorage.clear();
    const api = fakeApi({});
    visit('/admin/orders');
    await expectToast('⚠️ No token found. Please login again.');
    expect(api.requestsTo('GET /orders/admin/all')).toEqual([]);
  });
});

describe('the dashboard', () => {
  const summary: SalesSummary = {
    revenue: 12_000,
    orders: 3,
    byStatus: [
      { status: 'Pending', orders: 2 },
      { status: 'Cancelled', orders: 1 },
    ],
    days: [
      { day: '2026-01-14', revenue: 0, orders: 0 },
      { day: '2026-01-15', revenue: 12_000, orders: 2 },
    ],
    bestSellers: [{ productId: 'b'.repeat(24), name: 'Ikat', units: 4, revenue: 12_000 }],
    recent: [buildOrder({ _id: 'c'.repeat(24) })],
  };

  it('shows sales as a chart and a table, with links', async () => {
    fakeApi({
      'GET /orders/admin/summary': { success: true, summary },
      'GET /products/getAll': { success: true, products: [buildProduct({ name: 'Nearly gone', stock: 1 })], total: 1 },
      'GET /users/admin/customers': { success: true, customers: [asha], total: 1_234, page: 1, pages: 1_234 },
      'GET /users/second-factor': {
        success: true,
        secondFactor: { isRequired: true, isSetUp: false, totp: false, recoveryCodesLeft: 0, passkeys: [] },
      },
    });
    visit('/admin/dashboard');
    expect(await screen.findByText('1,234')).toBeTruthy();
    expect(await screen.findByText(/Protect the shop/)).toBeTruthy();
    expect(await screen.findByRole('img', { name: /Revenue by day/ })).toBeTruthy();
    expect(screen.getByRole('link', { name: /^Pending\s*2\s*orders$/ }).getAttribute('href')).toBe(
      '/admin/orders?status=Pending',
    );
    expect(screen.getByText('4 sold, ₹12,000')).toBeTruthy();
    expect(screen.getByText('1 left')).toBeTruthy();
    expect(screen.getByRole('link', { name: '#cccccccc' }).getAttribute('href')).toBe(
      `/admin/orders/${'c'.repeat(24)}`,
    );
    press('Show table');
    expect(
      within(screen.getByRole('region', { name: 'Revenue by day' })).getByRole('rowheader', { name: '15 Jan' }),
    ).toBeTruthy();
  });

  it('shows an error and retries', async () => {
    const api = fakeApi({ 'GET /orders/admin/summary': errorResponse(503, 'UNAVAILABLE', 'Temporarily unavailable.') });
    visit('/admin/dashboard');
    expect(await screen.findByText('The dashboard could not be loaded.')).toBeTruthy();
    press(/again/i);
    await waitFor(() => expect(api.requestsTo('GET /orders/admin/summary')).toHaveLength(2));
  });
});

describe('products', () => {
  const ikat = buildProduct({ name: 'Ikat', stock: 3 });
  const pant = buildProduct({ name: 'Pant', category: 'pant', stock: 0 });
  const list = { success: true as const, products: [ikat, pant], total: 2 };

  it('are searched and filtered, and filters can be cleared', async () => {
    fakeApi({ 'GET /products/getAll': list });
    visit('/admin/products?stock=out');
    expect(await screen.findByRole('rowheader', { name: 'Pant' })).toBeTruthy();
    expect(screen.queryByRole('rowheader', { name: 'Ikat' })).toBeNull();
    fireEvent.change(screen.getByLabelText(/^Search by/), { target: { value: 'ikat' } });
    expect(screen.getByText('No results match these filters.')).toBeTruthy();
    press('Clear filters');
    expect(screen.getAllByRole('rowheader')).toHaveLength(2);
  });

  it('have their stock changed in place, and only their stock', async () => {
    const api = fakeApi({
      'GET /products/getAll': list,
      'PUT /products/update/{id}': { success: true, product: { ...ikat, stock: 9 } },
    });
    visit('/admin/products');
    fireEvent.click(await screen.findByRole('button', { name: 'Stock of Ikat: 3. Change' }));
    fireEvent.change(screen.getByLabelText('New stock of Ikat'), { target: { value: '9' } });
    press('Save stock');
    expect(await screen.findByRole('button', { name: 'Stock of Ikat: 9. Change' })).toBeTruthy();
    expect(api.requestsTo('PUT /products/update/{id}')[0]).toMatchObject({
      params: { id: ikat._id },
      body: { stock: 9 },
    });
    expect(toasts).toEqual(['Stock updated']);
  });

  it('are deleted after a confirmation, with the documented messages', async () => {
    const api = fakeApi({
      'GET /products/getAll': list,
      'DELETE /products/delete/{id}': errorResponse(404, 'PRODUCT_NOT_FOUND', 'This product is no longer available.'),
    });
    visit('/admin/products');
    const remove = async () => {
      fireEvent.click(await screen.findByRole('button', { name: 'Delete Ikat' }));
      expect(screen.getByRole('heading', { name: 'Delete this product?' })).toBeTruthy();
      press('Delete');
    };
    await remove();
    await expectToast('This product is no longer available.');
    api.responses['DELETE /products/delete/{id}'] = noConnection;
    await remove();
    await expectToast('Server error');
    api.responses['DELETE /products/delete/{id}'] = errorResponse(500, 'INTERNAL', '');
    await remove();
    await expectToast('Failed to delete');
    expect(toasts).not.toContain('Something went wrong.');
    expect(screen.getByRole('rowheader', { name: 'Ikat' })).toBeTruthy();
    api.responses['DELETE /products/delete/{id}'] = { success: true, message: 'Product deleted' };
    await remove();
    await waitFor(() => expect(screen.queryByRole('rowheader', { name: 'Ikat' })).toBeNull());
  });

  it('are imported from a file after a dry run, and not while a row is invalid', async () => {
    const api = fakeApi({
      'GET /products/getAll': list,
      'PUT /products/update/{id}': { success: true, product: ikat },
      'POST /products/create': { success: true, product: pant },
    });
    visit('/admin/products');
    await screen.findByRole('rowheader', { name: 'Ikat' });
    press('Import CSV');
    const choose = (text: string) =>
      fireEvent.change(screen.getByLabelText('CSV file'), {
        target: { files: [Object.assign(new File([text], 'p.csv'), { text: () => Promise.resolve(text) })] },
      });
    choose(`id,stock\n${ikat._id},many`);
    expect(await screen.findByText(/1 of 1 rows cannot be imported/)).toBeTruthy();
    expect((screen.getByRole('button', { name: 'Import' }) as HTMLButtonElement).disabled).toBe(true);
    choose(`id,name,price,category,stock\n${ikat._id},Ikat,4999,saree,7\n,New,10,pant,1`);
    expect(await screen.findByText('1 new, 1 changed, 0 unchanged.')).toBeTruthy();
    expect(api.requests.filter(({ key }) => !key.startsWith('GET'))).toEqual([]);
    press('Import 2 rows');
    await expectToast('2 products imported');
    expect(api.requestsTo('PUT /products/update/{id}')[0]?.body).toEqual({ stock: 7 });
    expect(api.requestsTo('POST /products/create')[0]?.body).toMatchObject({
      name: 'New',
      price: 10,
      category: 'pant',
      stock: 1,
    });
  });
});

describe('the product form', () => {
  it('marks missing required fields with the documented message', async () => {
    const api = fakeApi({});
    visit('/admin/products/add');
    press('Add Product');
    await expectToast('Please fill all required fields.');
    expect(screen.getByLabelText(/^Name/).getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(screen.getByLabelText(/^Name/));
    expect(api.requests).toEqual([]);
  });

  it('shows the documented errors when a product cannot be loaded', async () => {
    const api = fakeApi({
      'GET /products/getOne/{id}': errorResponse(404, 'PRODUCT_NOT_FOUND', 'This product is no longer available.'),
    });
    visit('/admin/products/edit/1');
    expect(await screen.findByText('Unable to fetch product.')).toBeTruthy();
    api.responses['GET /products/getOne/{id}'] = noConnection;
    press(/again/i);
    expect(await screen.findByText('Error loading product.')).toBeTruthy();
  });

  it('reorders images, with the first as the cover, and saves them', async () => {
    const images = [
      { public_id: 'one', url: 'https://images/one' },
      { public_id: 'two', url: 'https://images/two' },
    ];
    const product = buildProduct({ images, weave: 'Ikat' });
    const api = fakeApi({
      'GET /products/getOne/{id}': { success: true, product },
      'PUT /products/update/{id}': { success: true, product },
      'GET /products/getAll': { success: true, products: [], total: 0 },
    });
    visit(`/admin/products/edit/${product._id}`);
    await screen.findByRole('button', { name: 'Update Product' });
    press('Make image 2 the cover');
    press('Update Product');
    await expectToast('Product updated');
    expect(api.requestsTo('PUT /products/update/{id}')[0]?.body).toMatchObject({
      images: images.toReversed(),
      weave: 'Ikat',
      fabric: '',
    });
    // Units sold meanwhile stay sold.
    expect(api.requestsTo('PUT /products/update/{id}')[0]?.body).not.toHaveProperty('stock');
  });

  it('shows a failed upload and offers a retry', async () => {
    URL.createObjectURL = () => 'blob:picture';
    URL.revokeObjectURL = () => undefined;
    fakeApi({ 'POST /products/images/signature': errorResponse(503, 'UNAVAILABLE', 'Temporarily unavailable.') });
    visit('/admin/products/add');
    fireEvent.change(screen.getByLabelText(/Drop images here/), {
      target: {
        files: [
          new File(['x'], 'front.png', { type: 'image/png' }),
          new File(['x'], 'notes.txt', { type: 'text/plain' }),
        ],
      },
    });
    expect(screen.getByText('Uploading images...')).toBeTruthy();
    await expectToast('Image upload failed.');
    expect(toasts).toContain('Only image files can be uploaded.');
    expect(await screen.findByRole('button', { name: /^Try again.*front\.png$/ })).toBeTruthy();
  });

  it('confirms before changes are lost', async () => {
    fakeApi({ 'GET /products/getAll': { success: true, products: [], total: 0 } });
    visit('/admin/products/add');
    fireEvent.input(screen.getByLabelText(/^Name/), { target: { value: 'New' } });
    fireEvent.click(screen.getByRole('link', { name: 'Cancel' }));
    expect(screen.getByRole('heading', { name: 'Leave without saving?' })).toBeTruthy();
    press('Stay here');
    expect((screen.getByLabelText(/^Name/) as HTMLInputElement).value).toBe('New');
    fireEvent.click(screen.getByRole('link', { name: 'Cancel' }));
    press('Leave');
    expect(await screen.findByRole('heading', { name: 'Products' })).toBeTruthy();
  });
});

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
  const other = buildOrder({ status: 'Delivered', user: { _id: 'b'.repeat(24), name: 'Ravi' } });

  it('are found by name and status', async () => {
    fakeApi({ 'GET /orders/admin/all': [order, other] });
    visit('/admin/orders?status=Delivered');
    expect(await screen.findByRole('article', { name: `Order ${other._id}` })).toBeTruthy();
    expect(screen.getAllByRole('article')).toHaveLength(1);
    press('Clear filters');
    fireEvent.change(screen.getByLabelText(/^Search by/), { target: { value: 'asha' } });
    expect(screen.getByRole('article', { name: `Order ${order._id}` })).toBeTruthy();
    expect(screen.getAllByRole('article')).toHaveLength(1);
  });

  it('change status with the documented dropdown and toasts; cancelling needs a confirmation', async () => {
    const api = fakeApi({
      'GET /orders/admin/all': [order],
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
    fakeApi({ 'GET /orders/admin/all': errorResponse(500, 'INTERNAL', 'Something went wrong.') });
    visit('/admin/orders');
    await expectToast('Failed to fetch orders');
    expect(screen.getByRole('heading', { name: 'Failed to fetch orders' })).toBeTruthy();
  });

  it('do not change status without a token', async () => {
    const api = fakeApi({ 'GET /orders/admin/all': [order] });
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
    expect(screen.getByText('Paid')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Asha Rao' }).getAttribute('href')).toBe(`/admin/customers/${asha._id}`);
  });
});

describe('customers', () => {
  const listOf = (...customers: (typeof asha)[]) => ({
    success: true as const,
    customers,
    total: customers.length,
    page: 1,
    pages: 1,
  });
  const withCustomer = (changes: Parameters<typeof fakeApi>[0] = {}) =>
    fakeApi({
      'GET /users/admin/customers/{id}': { success: true, customer: asha },
      'GET /orders/{userId}': [],
      ...changes,
    });

  it('are searched by the server, and shown with their orders', async () => {
    const order = buildOrder({ amount: 500 });
    const ravi = { ...asha, _id: 'b'.repeat(24), name: 'Ravi', email: 'ravi@example.com', emailVerified: false };
    const api = withCustomer({
      'GET /users/admin/customers': ({ query }) => (query.get('q') === 'ASHA' ? listOf(asha) : listOf(asha, ravi)),
      'GET /orders/{userId}': [order, buildOrder({ status: 'Cancelled', amount: 900 })],
    });
    visit('/admin/customers');
    await screen.findByRole('link', { name: 'Ravi' });
    expect(screen.getByText('Not confirmed')).toBeTruthy();
    fireEvent.change(screen.getByLabelText(/^Search by/), { target: { value: 'ASHA' } });
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Ravi' })).toBeNull());
    expect(api.requestsTo('GET /users/admin/customers').at(-1)?.query.get('limit')).toBe('25');
    await act(async () => fireEvent.click(await screen.findByRole('link', { name: 'Asha Rao' })));
    expect(await screen.findByText('Total spent (excluding cancelled orders)')).toBeTruthy();
    expect(screen.getAllByText('₹500')).toHaveLength(2);
    expect(screen.getByRole('link', { name: `#${order._id.slice(-8)}` })).toBeTruthy();
  });

  it('that do not exist are explained', async () => {
    withCustomer({ 'GET /users/admin/customers/{id}': errorResponse(404, 'NOT_FOUND', 'Not found.') });
    visit(`/admin/customers/${asha._id}`);
    expect(await screen.findByRole('heading', { name: 'Customer not found.' })).toBeTruthy();
  });

  it('become staff by an owner, who confirms with the password', async () => {
    let isElevated = false;
    const api = withCustomer({
      'PUT /users/admin/{id}/role': () =>
        isElevated
          ? { success: true, message: 'Asha Rao is now Support', user: asha }
          : errorResponse(403, 'STEP_UP_REQUIRED', 'Please confirm that it is you to continue.'),
      'POST /users/step-up': () => {
        isElevated = true;
        return { success: true, message: 'Confirmed', elevatedUntil: '2026-01-15T09:40:00.000Z' };
      },
    });
    visit(`/admin/customers/${asha._id}`);
    fireEvent.click(await screen.findByRole('button', { name: 'Change role' }));
    press('Save role');
    expect((await screen.findByRole('alert')).textContent).toBe('Please choose another role.');
    fireEvent.change(screen.getByLabelText('New role'), { target: { value: 'support' } });
    expect(screen.getByText(/Cannot approve refunds/)).toBeTruthy();
    press('Save role');
    fireEvent.change(await screen.findByLabelText('Your password'), { target: { value: 'a long enough password' } });
    press('Confirm');
    await expectToast('Asha Rao is now Support');
    expect(api.requestsTo('PUT /users/admin/{id}/role').map(({ body }) => body)).toEqual([
      { role: 'support' },
      { role: 'support' },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('keep their role when the owner does not confirm', async () => {
    const api = withCustomer({
      'DELETE /users/admin/{id}/sessions': errorResponse(403, 'STEP_UP_REQUIRED', 'Please confirm that it is you.'),
    });
    visit(`/admin/customers/${asha._id}`);
    fireEvent.click(await screen.findByRole('button', { name: 'Log out all devices' }));
    fireEvent.click(screen.getAllByRole('button', { name: 'Log out all devices' }).at(-1) as HTMLElement);
    await screen.findByLabelText('Your password');
    fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requestsTo('DELETE /users/admin/{id}/sessions')).toHaveLength(1);
    expect(toasts).toEqual([]);
  });

  it('offer each role only what it may do', async () => {
    withCustomer();
    signInAs('support');
    visit(`/admin/customers/${asha._id}`);
    expect(await screen.findByRole('button', { name: 'Log out all devices' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Change role' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Export data' })).toBeNull();
  });

  it('cannot change their own role', async () => {
    const self = { ...asha, _id: 'f'.repeat(24), name: 'Shop', role: 'admin' as const, staffRole: 'owner' as const };
    withCustomer({ 'GET /users/admin/customers/{id}': { success: true, customer: self } });
    visit(`/admin/customers/${self._id}`);
    expect(await screen.findByText('No orders found.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Change role' })).toBeNull();
  });
});
