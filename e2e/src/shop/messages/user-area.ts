import { expect, type Page } from '@playwright/test';
import { abortCall, delayCall, failWith, respondWith } from '../../support/network.js';
import { registerShopper } from '../../support/people.js';
import { signIn, storedUser } from '../../support/screens.js';
import { row, type Row } from './row.js';

const expectLoaded = (page: Page) => expect(page.getByText('Loading…', { exact: true })).toBeHidden();

const notLoaded = (message: Row['message'], path: string, content: string): Row[] =>
  (
    [
      ['the server fails', (page, key) => failWith(page, key, 'INTERNAL')],
      ['no response', abortCall],
    ] satisfies [string, typeof abortCall][]
  ).map(([cause, fail]) =>
    row(message, cause, { as: 'shopper' }, async ({ page }) => {
      const restore = await fail(page, 'GET /users/profile');
      await page.goto(path);
      return async () => {
        await expect(page).toHaveURL(new RegExp(`${path}$`));
        await restore();
        await page.getByRole('button', { name: 'Try again' }).click();
        await expect(page.getByText(content)).toBeVisible();
        await expect(page.getByText(message)).toBeHidden();
      };
    }),
  );

/** Dashboard, profile and My Orders. */
export const userAreaRows: Row[] = [
  ...notLoaded('Failed to load user data.', '/user/dashboard', 'Hello, Meera'),
  ...notLoaded('Failed to load profile.', '/user/profile', 'Not added'),
  row('Not added', 'a customer has no phone number', { as: 'shopper' }, async ({ page }) => {
    await page.goto('/user/profile');
    return () => expect(page.getByText('Phone', { exact: true })).toBeVisible();
  }),
  row('Loading', 'My Orders loads', { text: 'Loading…', as: 'shopper' }, async ({ page }) => {
    const proceed = await delayCall(page, 'GET /orders/list/{userId}');
    await page.goto('/user/orders');
    return () => {
      proceed();
      return expectLoaded(page);
    };
  }),
  ...['/user/orders', '/user/dashboard'].map((path) =>
    row('No orders found.', `${path} of a new customer`, { as: 'shopper' }, async ({ page }) => {
      await page.goto(path);
      const heading = page.getByRole('main').getByRole('heading', { level: 1 });
      return () => expect(heading).toHaveText(/My Orders|Hello, Meera/);
    }),
  ),
  row('N/A', 'an order in My Orders has no date', { as: 'shopper' }, async ({ page, order }) => {
    await respondWith(page, 'GET /orders/list/{userId}', {
      success: true,
      orders: [{ ...order, orderedAt: undefined }],
      total: 1,
    });
    await page.goto('/user/orders');
    return () => expect(page.getByRole('row').filter({ hasText: order.orderNumber })).toContainText('N/A');
  }),
  row(
    'You must be logged in to view orders.',
    'the browser has a token but no user record',
    { toast: true },
    async ({ page, shopper }) => {
      const requests: string[] = [];
      page.on('request', (request) => request.url().includes('/api/orders/') && requests.push(request.url()));
      await signIn(page, shopper, null);
      await page.goto('/user/orders');
      return async () => {
        await expect(page.getByRole('heading', { name: 'You must be logged in to view orders.' })).toBeVisible();
        await expectLoaded(page);
        expect(requests).toEqual([]);
      };
    },
  ),
  row(
    'Failed to load your orders.',
    'the stored user is another customer',
    { toast: true },
    async ({ page, shopper }) => {
      await signIn(page, shopper, storedUser(await registerShopper()));
      await page.goto('/user/orders');
      return async () => {
        await expect(page).toHaveURL(/\/user\/orders$/);
        await expectLoaded(page);
        await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled();
      };
    },
  ),
  row('Failed to load your orders.', 'no response', { as: 'shopper', toast: true }, async ({ page }) => {
    const restore = await abortCall(page, 'GET /orders/list/{userId}');
    await page.goto('/user/orders');
    return async () => {
      await expect(page.getByRole('heading', { name: 'Failed to load your orders.' })).toBeVisible();
      await restore();
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByText('No orders found.')).toBeVisible();
    };
  }),
];
