import { expect } from '@playwright/test';
import { answerWith, cutOff, holdBack, refuse } from '../../support/network.js';
import { aShopper } from '../../support/people.js';
import { recordOf, signIn } from '../../support/screens.js';
import type { Row } from './row.js';

const dashboard = { path: '/user/dashboard', message: 'Failed to load user data.', good: 'Hello, Meera' } as const;
const profile = { path: '/user/profile', message: 'Failed to load profile.', good: 'Not added' } as const;

const unread = (
  { path, message, good }: typeof dashboard | typeof profile,
  when: string,
  fail: typeof cutOff,
): Row => ({
  message,
  when,
  as: 'shopper',
  play: async ({ page }) => {
    const restore = await fail(page, 'GET /users/profile');
    await page.goto(path);
    return async () => {
      await expect(page).toHaveURL(new RegExp(`${path}$`));
      await restore();
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByText(good)).toBeVisible();
      await expect(page.getByText(message)).toBeHidden();
    };
  },
});
const refused: typeof cutOff = (page, key) => refuse(page, key, 'INTERNAL');

/** Dashboard, profile and My Orders. */
export const userAreaRows: Row[] = [
  ...[dashboard, profile].flatMap((screen) => [
    unread(screen, 'the server fails', refused),
    unread(screen, 'no answer', cutOff),
  ]),
  {
    message: 'Not added',
    when: 'a customer has given no phone number',
    as: 'shopper',
    play: async ({ page }) => {
      await page.goto('/user/profile');
      return () => expect(page.getByText('Phone', { exact: true })).toBeVisible();
    },
  },
  {
    message: 'Loading',
    reads: 'Loading…',
    when: 'My Orders waits for its orders',
    as: 'shopper',
    play: async ({ page }) => {
      const letGo = await holdBack(page, 'GET /orders/{userId}');
      await page.goto('/user/orders');
      return async () => {
        letGo();
        await expect(page.getByText('Loading…', { exact: true })).toBeHidden();
      };
    },
  },
  ...['/user/orders', '/user/dashboard'].map((path): Row => ({
    message: 'No orders found.',
    when: `${path} of somebody new`,
    as: 'shopper',
    play: async ({ page }) => {
      await page.goto(path);
      return () =>
        expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(/My Orders|Hello, Meera/);
    },
  })),
  {
    message: 'N/A',
    when: 'an order in My Orders has no date',
    as: 'shopper',
    play: async ({ page, cast }) => {
      await answerWith(page, 'GET /orders/{userId}', [{ ...cast.order, orderedAt: undefined }]);
      await page.goto('/user/orders');
      return () => expect(page.getByRole('row').filter({ hasText: cast.order._id.slice(-8) })).toContainText('N/A');
    },
  },
  {
    message: 'You must be logged in to view orders.',
    when: 'a token is stored, and no record of the customer',
    toast: true,
    play: async ({ page, cast }) => {
      const asked: string[] = [];
      page.on('request', (request) => request.url().includes('/api/orders/') && asked.push(request.url()));
      await signIn(page, cast.shopper, null);
      await page.goto('/user/orders');
      return async () => {
        await expect(page.getByRole('heading', { name: 'You must be logged in to view orders.' })).toBeVisible();
        await expect(page.getByText('Loading…', { exact: true })).toBeHidden();
        expect(asked).toEqual([]);
      };
    },
  },
  {
    message: 'Failed to load your orders.',
    when: 'the stored record is somebody else’s',
    toast: true,
    play: async ({ page, cast }) => {
      const other = await aShopper();
      await signIn(page, cast.shopper, recordOf(other));
      await page.goto('/user/orders');
      return async () => {
        await expect(page).toHaveURL(/\/user\/orders$/);
        await expect(page.getByText('Loading…', { exact: true })).toBeHidden();
        await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled();
      };
    },
  },
  {
    message: 'Failed to load your orders.',
    when: 'no answer',
    as: 'shopper',
    toast: true,
    play: async ({ page }) => {
      const restore = await cutOff(page, 'GET /orders/{userId}');
      await page.goto('/user/orders');
      return async () => {
        await expect(page.getByRole('heading', { name: 'Failed to load your orders.' })).toBeVisible();
        await restore();
        await page.getByRole('button', { name: 'Try again' }).click();
        await expect(page.getByText('No orders found.')).toBeVisible();
      };
    },
  },
];
