import { expect, type Page } from '@playwright/test';
import type { Order } from '@rangavalli/contracts/entities/order';
import { answerWith, cutOff, refuse } from '../../support/network.js';
import type { Row, Stage } from './row.js';

const cardOf = (page: Page, { _id }: Order) => page.getByRole('article', { name: `Order ${_id}` });
const statusOf = (page: Page, order: Order) => cardOf(page, order).getByLabel('Update Status');
/** A status that the order does not have. */
const another = (status: string): string => (status === 'Processing' ? 'Pending' : 'Processing');

async function visit({ page, cast }: Stage): Promise<string> {
  await page.goto(`/admin/orders?q=${cast.order._id}`);
  return statusOf(page, cast.order).inputValue();
}

const bare = (order: Order, facts: object): unknown[] => [{ ...order, ...facts }];

const notFetched = (when: string, fail: (page: Page) => Promise<() => Promise<void>>): Row => ({
  message: 'Failed to fetch orders',
  when,
  as: 'admin',
  toast: true,
  play: async ({ page, cast }) => {
    const restore = await fail(page);
    await page.goto(`/admin/orders?q=${cast.order._id}`);
    return async () => {
      await expect(page.getByRole('heading', { name: 'Failed to fetch orders' })).toBeVisible();
      await restore();
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(cardOf(page, cast.order)).toBeVisible();
    };
  },
});

const notUpdated = (when: string, fail: (page: Page) => Promise<unknown>): Row => ({
  message: 'Failed to update status',
  when,
  as: 'admin',
  toast: true,
  play: async (stage) => {
    const { page, cast } = stage;
    const before = await visit(stage);
    await fail(page);
    await statusOf(page, cast.order).selectOption(another(before));
    return async () => {
      await expect(statusOf(page, cast.order)).toBeEnabled();
      await expect(statusOf(page, cast.order)).toHaveValue(before);
    };
  },
});

/** The admin's orders (specification §2, §5, §8). */
export const orderRows: Row[] = [
  {
    message: '⚠️ No token found. Please login again.',
    when: 'somebody opens the orders without a token',
    toast: true,
    play: async ({ page }) => {
      const asked: string[] = [];
      page.on('request', (request) => request.url().includes('/api/orders/') && asked.push(request.url()));
      await page.goto('/admin/orders');
      return async () => {
        await expect(page).toHaveURL(/\/login/);
        expect(asked).toEqual([]);
      };
    },
  },
  {
    message: '⚠️ No token found. Please login again.',
    when: 'the token is gone when a status is set',
    as: 'admin',
    toast: true,
    play: async (stage) => {
      const { page, cast } = stage;
      const before = await visit(stage);
      const asked: string[] = [];
      page.on('request', (request) => request.method() === 'PUT' && asked.push(request.url()));
      await page.evaluate(() => localStorage.removeItem('token'));
      await statusOf(page, cast.order).selectOption(another(before));
      return async () => {
        await expect(statusOf(page, cast.order)).toBeEnabled();
        await expect(statusOf(page, cast.order)).toHaveValue(before);
        expect(asked).toEqual([]);
      };
    },
  },
  notFetched('the server fails', (page) => refuse(page, 'GET /orders/admin/all', 'INTERNAL')),
  notFetched('no answer', (page) => cutOff(page, 'GET /orders/admin/all')),
  notUpdated('the server fails', (page) => refuse(page, 'PUT /orders/admin/{orderId}', 'INTERNAL')),
  notUpdated('no answer', (page) => cutOff(page, 'PUT /orders/admin/{orderId}')),
  {
    message: '✅ Order status updated',
    when: 'the admin sets a status',
    as: 'admin',
    toast: true,
    play: async (stage) => {
      const { page, cast } = stage;
      const next = another(await visit(stage));
      await statusOf(page, cast.order).selectOption(next);
      return async () => {
        await expect(statusOf(page, cast.order)).toHaveValue(next);
        await page.reload();
        await expect(statusOf(page, cast.order)).toHaveValue(next);
      };
    },
  },
  {
    message: 'No orders found.',
    when: 'the shop has no orders yet',
    as: 'admin',
    play: async ({ page }) => {
      await answerWith(page, 'GET /orders/admin/all', []);
      await page.goto('/admin/orders');
      return () => expect(page.getByRole('heading', { name: 'Orders', exact: true })).toBeVisible();
    },
  },
  {
    message: 'N/A',
    when: 'nothing is known of an order’s customer, address and payment',
    as: 'admin',
    play: async ({ page, cast: { order } }) => {
      await answerWith(
        page,
        'GET /orders/admin/all',
        bare(order, { user: { _id: order.user._id }, billing: undefined, address: '', paymentMethod: undefined }),
      );
      await page.goto('/admin/orders');
      return async () => {
        for (const fact of ['Customer', 'Email', 'Phone', 'Address', 'Payment method']) {
          await expect(
            cardOf(page, order)
              .locator('div')
              .filter({ has: page.getByText(fact, { exact: true }) })
              .last(),
          ).toHaveText(`${fact}N/A`);
        }
      };
    },
  },
  {
    message: 'Unnamed Product',
    when: 'a line’s product has no name',
    reads: 'Unnamed Product (x 2)',
    as: 'admin',
    play: async ({ page, cast: { order } }) => {
      await answerWith(
        page,
        'GET /orders/admin/all',
        bare(order, {
          products: order.products.map((line) => ({ ...line, size: '', product: { ...line.product, name: '' } })),
        }),
      );
      await page.goto('/admin/orders');
      return () => expect(cardOf(page, order)).toContainText('Unnamed Product (x 2)');
    },
  },
  {
    message: 'No products',
    when: 'an order has no lines',
    as: 'admin',
    play: async ({ page, cast: { order } }) => {
      await answerWith(page, 'GET /orders/admin/all', bare(order, { products: [] }));
      await page.goto('/admin/orders');
      return () => expect(cardOf(page, order)).toContainText('No products');
    },
  },
];
