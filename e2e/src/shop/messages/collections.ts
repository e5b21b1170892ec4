import { expect } from '@playwright/test';
import { holdBack } from '../../support/network.js';
import type { Message } from './documented.js';
import type { Row } from './row.js';

const pages: Record<string, [loading: Message, empty: Message]> = {
  '/customised-sarees': ['Loading customised sarees…', 'No customised sarees found.'],
  '/handloom-saree': ['Loading handloom sarees…', 'No handloom sarees found.'],
  '/pattu-saree': ['Loading pattu sarees…', 'No pattu sarees found.'],
  '/family-combo': ['Loading family combos…', 'No family combos found.'],
  '/accessaries': ['Loading accessories…', 'No accessories found.'],
  '/all': ['Loading products…', 'No products found.'],
  '/pant': ['Loading pants…', 'No pants found.'],
};

/** Each documented collection, on its way and with nothing in it. */
export const collectionRows: Row[] = Object.entries(pages).flatMap(([path, [loading, empty]]): Row[] => [
  {
    message: loading,
    when: `${path} waits for its products`,
    play: async ({ page }) => {
      const letGo = await holdBack(page, 'GET /products/getAll');
      await page.goto(path);
      return async () => {
        letGo();
        await expect(
          page
            .getByRole('main')
            .getByRole('link', { name: /Shop Now/ })
            .first(),
        ).toBeVisible();
        await expect(page.getByText(loading)).toBeHidden();
      };
    },
  },
  {
    message: empty,
    when: `nothing of ${path} has the chosen colour`,
    play: async ({ page }) => {
      await page.goto(`${path}?colour=No such colour`);
      return async () => {
        await page.getByRole('button', { name: 'Clear all filters' }).click();
        await expect(
          page
            .getByRole('main')
            .getByRole('link', { name: /Shop Now/ })
            .first(),
        ).toBeVisible();
      };
    },
  },
]);
