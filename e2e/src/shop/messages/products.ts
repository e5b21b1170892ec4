import { expect, type Page, type Route } from '@playwright/test';
import { errors } from '@rangavalli/contracts/errors';
import { call } from '../../support/api.js';
import { abortCall, createGate, failWith, failWithoutMessage } from '../../support/network.js';
import { createProduct, getProduct } from '../../support/people.js';
import { expectFields, fillFields } from '../../support/screens.js';
import { addressOf } from '../../support/store.js';
import { type Context, row, type Row } from './row.js';

const MISSING_ID = 'f'.repeat(24);
const NAME = 'Unfinished product';
const confirmation = (page: Page) => page.getByRole('dialog', { name: 'Delete this product?' });
const findRow = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const deleteButton = (page: Page, name: string) => findRow(page, name).getByRole('button', { name: /^Delete/ });
const addButton = (page: Page) => page.getByRole('button', { name: 'Add Product' });
const picture = {
  name: 'border.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
    'base64',
  ),
};

async function clickDelete({ page, admin }: Context) {
  const product = await createProduct(admin);
  await page.goto(`/admin/products?q=${product._id}`);
  await deleteButton(page, product.name).click();
  return product;
}
const confirm = (page: Page) => confirmation(page).getByRole('button', { name: 'Delete', exact: true }).click();

const notDeleted = (message: Row['message'], cause: string, fail: typeof abortCall, text?: string): Row =>
  row(message, cause, { ...(text && { text }), as: 'admin', toast: true }, async (context) => {
    const { page } = context;
    const product = await clickDelete(context);
    await fail(page, 'DELETE /products/delete/{id}');
    await confirm(page);
    return async () => {
      await expect(confirmation(page)).toBeHidden();
      await expect(deleteButton(page, product.name)).toBeEnabled();
      expect(await getProduct(product)).toMatchObject({ _id: product._id });
    };
  });

async function uploadPicture(page: Page): Promise<void> {
  await page.goto('/admin/products/add');
  await fillFields(page, { Name: NAME });
  await page.locator('input[type=file]').setInputFiles(picture);
}
const isUpload = (url: URL) => url.href.startsWith(addressOf('cloudinary')) && url.pathname.endsWith('upload');

const notUploaded = (cause: string, fail: (route: Route) => Promise<void>): Row =>
  row('Image upload failed.', cause, { as: 'admin', toast: true }, async ({ page }) => {
    await page.route(isUpload, fail);
    await uploadPicture(page);
    const retryButton = page.getByRole('button', { name: /^Try again/ });
    return async () => {
      await expect(page.getByText('Uploading images...')).toBeHidden();
      await expectFields(page, { Name: NAME });
      await expect(addButton(page)).toBeEnabled();
      await page.unrouteAll();
      await retryButton.click();
      await expect(retryButton).toBeHidden();
      await expect(addButton(page)).toBeEnabled();
    };
  });

/** Specification §8 "Product delete" and "Product form". */
export const productRows: Row[] = [
  row('Delete this product?', 'the admin clicks Delete and keeps the product', { as: 'admin' }, async (context) => {
    const { page } = context;
    const product = await clickDelete(context);
    return async () => {
      await confirmation(page).getByRole('button', { name: 'Cancel', exact: true }).click();
      await expect(confirmation(page)).toBeHidden();
      await expect(findRow(page, product.name)).toBeVisible();
      expect(await getProduct(product)).toMatchObject({ _id: product._id });
    };
  }),
  row(
    'server message: product delete',
    'the product is deleted',
    { text: 'Product deleted.', as: 'admin', toast: true },
    async (context) => {
      const { _id: id, name } = await clickDelete(context);
      await confirm(context.page);
      return async () => {
        await expect(findRow(context.page, name)).toBeHidden();
        expect(await call('GET /products/getOne/{id}', { params: { id } })).toMatchObject({ status: 404 });
      };
    },
  ),
  notDeleted(
    'server message: product delete',
    'the server gives a reason',
    (page, key) => failWith(page, key, 'FORBIDDEN'),
    errors.FORBIDDEN.message,
  ),
  notDeleted('Failed to delete', 'the server fails without a reason', failWithoutMessage),
  notDeleted('Server error', 'no response', abortCall),
  row('No products found.', 'the admin’s search has no results', { as: 'admin' }, async ({ page }) => {
    await page.goto(`/admin/products?q=${MISSING_ID}`);
    return async () => {
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await expect(page.getByRole('row').nth(1)).toBeVisible();
    };
  }),
  row('Unable to fetch product.', 'the product does not exist', { as: 'admin' }, async ({ page }) => {
    await page.goto(`/admin/products/edit/${MISSING_ID}`);
    return () => expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled();
  }),
  row('Error loading product.', 'no response', { as: 'admin' }, async ({ page, admin }) => {
    const { _id, name } = await createProduct(admin);
    const restore = await abortCall(page, 'GET /products/getOne/{id}');
    await page.goto(`/admin/products/edit/${_id}`);
    return async () => {
      await restore();
      await page.getByRole('button', { name: 'Try again' }).click();
      await expectFields(page, { Name: name });
    };
  }),
  notUploaded('the image host rejects the file', (route) =>
    route.fulfill({
      status: 400,
      headers: { 'access-control-allow-origin': '*' },
      json: { error: { message: 'Invalid image file' } },
    }),
  ),
  notUploaded('the image host does not respond', (route) => route.abort('connectionreset')),
  row('Uploading images...', 'the upload is in progress', { as: 'admin' }, async ({ page }) => {
    const { proceed, handle } = createGate();
    await page.route(isUpload, handle);
    await uploadPicture(page);
    return async () => {
      await expect(addButton(page)).toBeDisabled();
      proceed();
      await expect(page.getByText('Uploading images...')).toBeHidden();
      await expect(addButton(page)).toBeEnabled();
      await expect(page.getByText('Image upload failed.')).toBeHidden();
    };
  }),
  row(
    'Please fill all required fields.',
    'a product has no price, category and stock',
    { as: 'admin', toast: true },
    async ({ page }) => {
      await page.goto('/admin/products/add');
      await fillFields(page, { Name: NAME });
      await addButton(page).click();
      return async () => {
        await expect(page).toHaveURL(/\/admin\/products\/add$/);
        await expectFields(page, { Name: NAME });
        await expect(addButton(page)).toBeEnabled();
      };
    },
  ),
];
