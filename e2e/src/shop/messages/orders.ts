import { expect, type Page } from '@playwright/test';
import type { Order } from '@rangavalli/contracts/entities/order';
import { abortCall, failWith, respondWith } from '../../support/network.js';
import { type Context, type Fail, row, type Row } from './row.js';

const findCard = (page: Page, { _id, orderNumber }: Order) =>
  page.getByRole('article', { name: `Order ${orderNumber}` });
const findStatus = (page: Page, order: Order) => findCard(page, order).getByLabel('Update Status');
const otherStatus = (status: string): string => (status === 'Processing' ? 'Pending' : 'Processing');

async function visit({ page, order }: Context): Promise<string> {
  await page.goto(`/admin/orders?q=${order._id}`);
  return findStatus(page, order).inputValue();
}

async function visitWith(page: Page, orders: unknown[]): Promise<void> {
  await respondWith(page, 'GET /orders/admin/list', { success: true, orders, total: orders.length, byStatus: [] });
  await page.goto('/admin/orders');
}

async function expectStatus({ page, order }: Context, status: string): Promise<void> {
  await expect(findStatus(page, order)).toBeEnabled();
  await expect(findStatus(page, order)).toHaveValue(status);
}

const notFetched = (cause: string, fail: Fail): Row =>
  row('Failed to fetch orders', cause, { as: 'admin', toast: true }, async ({ page, order }) => {
    const restore = await fail(page);
    await page.goto(`/admin/orders?q=${order._id}`);
    return async () => {
      await expect(page.getByRole('heading', { name: 'Failed to fetch orders' })).toBeVisible();
      await restore();
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(findCard(page, order)).toBeVisible();
    };
  });

const notUpdated = (cause: string, fail: Fail): Row =>
  row('Failed to update status', cause, { as: 'admin', toast: true }, async (context) => {
    const { page, order } = context;
    const before = await visit(context);
    await fail(page);
    await findStatus(page, order).selectOption(otherStatus(before));
    return () => expectStatus(context, before);
  });

/** The admin's orders (specification §2, §5, §8). */
export const orderRows: Row[] = [
  row('⚠️ No token found. Please login again.', 'a guest opens the orders', { toast: true }, async ({ page }) => {
    const requests: string[] = [];
    page.on('request', (request) => request.url().includes('/api/orders/') && requests.push(request.url()));
    await page.goto('/admin/orders');
    return async () => {
      await expect(page).toHaveURL(/\/login/);
      expect(requests).toEqual([]);
    };
  }),
  row(
    '⚠️ No token found. Please login again.',
    'the token is missing when the status changes',
    { as: 'admin', toast: true },
    async (context) => {
      const { page, order } = context;
      const before = await visit(context);
      const requests: string[] = [];
      page.on('request', (request) => request.method() === 'PUT' && requests.push(request.url()));
      await page.evaluate(() => localStorage.removeItem('token'));
      await findStatus(page, order).selectOption(otherStatus(before));
      return async () => {
        await expectStatus(context, before);
        expect(requests).toEqual([]);
      };
    },
  ),
  notFetched('the server fails', (page) => failWith(page, 'GET /orders/admin/list', 'INTERNAL')),
  notFetched('no response', (page) => abortCall(page, 'GET /orders/admin/list')),
  notUpdated('the server fails', (page) => failWith(page, 'PUT /orders/admin/{orderId}', 'INTERNAL')),
  notUpdated('no response', (page) => abortCall(page, 'PUT /orders/admin/{orderId}')),
  row('✅ Order status updated', 'the admin sets a status', { as: 'admin', toast: true }, async (context) => {
    const { page, order } = context;
    const next = otherStatus(await visit(context));
    await findStatus(page, order).selectOption(next);
    return async () => {
      await expect(findStatus(page, order)).toHaveValue(next);
      await page.reload();
      await expect(findStatus(page, order)).toHaveValue(next);
    };
  }),
  row('No orders found.', 'the shop has no orders', { as: 'admin' }, async ({ page }) => {
    await visitWith(page, []);
    return () => expect(page.getByRole('heading', { name: 'Orders', exact: true })).toBeVisible();
  }),
  row('N/A', 'an order has no customer, address and payment data', { as: 'admin' }, async ({ page, order }) => {
    const missing = { user: { _id: order.user._id }, billing: undefined, address: '', paymentMethod: undefined };
    await visitWith(page, [{ ...order, ...missing }]);
    return async () => {
      for (const field of ['Customer', 'Email', 'Phone', 'Address', 'Payment method'])
        await expect(
          findCard(page, order)
            .locator('div')
            .filter({ has: page.getByText(field, { exact: true }) })
            .last(),
        ).toHaveText(`${field}N/A`);
    };
  }),
  row(
    'Unnamed Product',
    'a line’s product has no name',
    { text: 'Unnamed Product (x 2)', as: 'admin' },
    async ({ page, order }) => {
      const products = order.products.map((line) => ({ ...line, size: '', product: { ...line.product, name: '' } }));
      await visitWith(page, [{ ...order, products }]);
      return () => expect(findCard(page, order)).toContainText('Unnamed Product (x 2)');
    },
  ),
  row('No products', 'an order has no lines', { as: 'admin' }, async ({ page, order }) => {
    await visitWith(page, [{ ...order, products: [] }]);
    return () => expect(findCard(page, order)).toContainText('No products');
  }),
];
