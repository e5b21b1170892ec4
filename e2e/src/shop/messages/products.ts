import { expect, type Page } from '@playwright/test';
import { call } from '../../support/api.js';
import { errors } from '@rangavalli/contracts/errors';
import { cutOff, failWithoutWords, refuse } from '../../support/network.js';
import { aProduct, lookAt } from '../../support/people.js';
import { addressOf } from '../../support/store.js';
import type { Row, Stage } from './row.js';

const ABSENT = 'f'.repeat(24);
const question = (page: Page) => page.getByRole('dialog', { name: 'Delete this product?' });
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
/** One red pixel. */
const picture = {
  name: 'border.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
    'base64',
  ),
};

/** The admin's list, narrowed to a product of the test's own, about to be deleted. */
async function askDelete({ page, cast }: Stage) {
  const product = await aProduct(cast.admin);
  await page.goto(`/admin/products?q=${product._id}`);
  await rowOf(page, product.name)
    .getByRole('button', { name: /^Delete/ })
    .click();
  return product;
}
const confirm = (page: Page) => question(page).getByRole('button', { name: 'Delete', exact: true }).click();

const notDeleted = (message: Row['message'], when: string, fail: typeof cutOff, reads?: string): Row => ({
  message,
  when,
  ...(reads ? { reads } : {}),
  as: 'admin',
  toast: true,
  play: async (stage) => {
    const { page } = stage;
    const product = await askDelete(stage);
    await fail(page, 'DELETE /products/delete/{id}');
    await confirm(page);
    return async () => {
      await expect(question(page)).toBeHidden();
      await expect(rowOf(page, product.name).getByRole('button', { name: /^Delete/ })).toBeEnabled();
      expect(await lookAt(product)).toMatchObject({ _id: product._id });
    };
  },
});

/** Opens the form of a new product, fills in its name and gives it a picture. */
async function giveAPicture(page: Page): Promise<void> {
  await page.goto('/admin/products/add');
  await page.getByLabel('Name', { exact: true }).fill('Half a product');
  await page.locator('input[type=file]').setInputFiles(picture);
}
const uploads = (url: URL) => url.href.startsWith(addressOf('cloudinary')) && url.pathname.endsWith('upload');

const uploadFails = (when: string, fail: (page: Page) => Promise<unknown>): Row => ({
  message: 'Image upload failed.',
  when,
  as: 'admin',
  toast: true,
  play: async ({ page }) => {
    await fail(page);
    await giveAPicture(page);
    return async () => {
      await expect(page.getByText('Uploading images...')).toBeHidden();
      await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Half a product');
      await expect(page.getByRole('button', { name: 'Add Product' })).toBeEnabled();
      await page.unrouteAll();
      await page.getByRole('button', { name: /^Try again/ }).click();
      await expect(page.getByRole('button', { name: /^Try again/ })).toBeHidden();
      await expect(page.getByRole('button', { name: 'Add Product' })).toBeEnabled();
    };
  },
});

/** Specification §8 "Product delete" and "Product form". */
export const productRows: Row[] = [
  {
    message: 'Delete this product?',
    when: 'the admin presses Delete, and keeps the product',
    as: 'admin',
    play: async (stage) => {
      const { page } = stage;
      const product = await askDelete(stage);
      return async () => {
        await question(page).getByRole('button', { name: 'Keep it' }).click();
        await expect(question(page)).toBeHidden();
        await expect(rowOf(page, product.name)).toBeVisible();
        expect(await lookAt(product)).toMatchObject({ _id: product._id });
      };
    },
  },
  {
    message: 'server message: product delete',
    when: 'the product is deleted',
    reads: 'Product deleted.',
    as: 'admin',
    toast: true,
    play: async (stage) => {
      const product = await askDelete(stage);
      await confirm(stage.page);
      return async () => {
        await expect(rowOf(stage.page, product.name)).toBeHidden();
        expect(await call('GET /products/getOne/{id}', { params: { id: product._id } })).toMatchObject({ status: 404 });
      };
    },
  },
  notDeleted(
    'server message: product delete',
    'the server says why',
    (page, key) => refuse(page, key, 'FORBIDDEN'),
    errors.FORBIDDEN.message,
  ),
  notDeleted('Failed to delete', 'the server refuses without a reason', failWithoutWords),
  notDeleted('Server error', 'no answer', cutOff),
  {
    message: 'No products found.',
    when: 'the admin’s search finds nothing',
    as: 'admin',
    play: async ({ page }) => {
      await page.goto(`/admin/products?q=${ABSENT}`);
      return async () => {
        await page.getByRole('button', { name: 'Clear filters' }).click();
        await expect(page.getByRole('row').nth(1)).toBeVisible();
      };
    },
  },
  {
    message: 'Unable to fetch product.',
    when: 'there is no such product to edit',
    as: 'admin',
    play: async ({ page }) => {
      await page.goto(`/admin/products/edit/${ABSENT}`);
      return () => expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled();
    },
  },
  {
    message: 'Error loading product.',
    when: 'no answer',
    as: 'admin',
    play: async ({ page, cast }) => {
      const product = await aProduct(cast.admin);
      const restore = await cutOff(page, 'GET /products/getOne/{id}');
      await page.goto(`/admin/products/edit/${product._id}`);
      return async () => {
        await restore();
        await page.getByRole('button', { name: 'Try again' }).click();
        await expect(page.getByLabel('Name', { exact: true })).toHaveValue(product.name);
      };
    },
  },
  uploadFails('the image host refuses the file', (page) =>
    page.route(uploads, (route) =>
      route.fulfill({
        status: 400,
        headers: { 'access-control-allow-origin': '*' },
        json: { error: { message: 'Invalid image file' } },
      }),
    ),
  ),
  uploadFails('the image host does not answer', (page) =>
    page.route(uploads, (route) => route.abort('connectionreset')),
  ),
  {
    message: 'Uploading images...',
    when: 'the picture is on its way',
    as: 'admin',
    play: async ({ page }) => {
      let letGo = (): void => undefined;
      const gone = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      await page.route(uploads, async (route) => {
        await gone;
        await route.continue();
      });
      await giveAPicture(page);
      return async () => {
        await expect(page.getByRole('button', { name: 'Add Product' })).toBeDisabled();
        letGo();
        await expect(page.getByText('Uploading images...')).toBeHidden();
        await expect(page.getByRole('button', { name: 'Add Product' })).toBeEnabled();
        await expect(page.getByText('Image upload failed.')).toBeHidden();
      };
    },
  },
  {
    message: 'Please fill all required fields.',
    when: 'a product has no price, no category and no stock',
    as: 'admin',
    toast: true,
    play: async ({ page }) => {
      await page.goto('/admin/products/add');
      await page.getByLabel('Name', { exact: true }).fill('Half a product');
      await page.getByRole('button', { name: 'Add Product' }).click();
      return async () => {
        await expect(page).toHaveURL(/\/admin\/products\/add$/);
        await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Half a product');
        await expect(page.getByRole('button', { name: 'Add Product' })).toBeEnabled();
      };
    },
  },
];
