import { expect, type Page } from '@playwright/test';
import { delayCall } from '../../support/network.js';
import type { Message } from './documented.js';
import { row, type Row } from './row.js';

const pages: Record<string, [loading: Message, empty: Message]> = {
  '/customised-sarees': ['Loading customised sarees…', 'No customised sarees found.'],
  '/handloom-saree': ['Loading handloom sarees…', 'No handloom sarees found.'],
  '/pattu-saree': ['Loading pattu sarees…', 'No pattu sarees found.'],
  '/family-combo': ['Loading family combos…', 'No family combos found.'],
  '/accessaries': ['Loading accessories…', 'No accessories found.'],
  '/all': ['Loading products…', 'No products found.'],
  '/pant': ['Loading pants…', 'No pants found.'],
};

const expectProducts = (page: Page) =>
  expect(page.getByRole('main').getByRole('link', { name: 'Shop Now' }).first()).toBeVisible();

/** Each documented collection, loading and empty. */
export const collectionRows: Row[] = Object.entries(pages).flatMap(([path, [loading, empty]]): Row[] => [
  row(loading, `${path} loads its products`, {}, async ({ page }) => {
    const proceed = await delayCall(page, 'GET /products/getAll');
    await page.goto(path);
    return async () => {
      proceed();
      await expectProducts(page);
      await expect(page.getByText(loading)).toBeHidden();
    };
  }),
  row(empty, `no product of ${path} has the selected colour`, {}, async ({ page }) => {
    await page.goto(`${path}?colour=No such colour`);
    return async () => {
      await page.getByRole('button', { name: 'Clear all filters' }).click();
      await expectProducts(page);
    };
  }),
]);
