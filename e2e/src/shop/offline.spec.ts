import { expect, test } from '@playwright/test';
import { readCaches, waitUntilCached } from '../support/browser-cache.js';
import { registerShopper, addToCart } from '../support/people.js';
import { signIn } from '../support/screens.js';
import { mustCall } from '../support/api.js';

test.use({ serviceWorkers: 'allow', viewport: { width: 390, height: 844 } });

const offlineMessage = 'You are offline. Prices and availability may have changed';

test('visited pages open offline with a notice; others show a fallback until the connection is back', async ({
  page,
  context,
}) => {
  await page.goto('/pattu-saree');
  const cards = page.getByRole('main').getByRole('article');
  await expect(cards.first()).toBeVisible();
  await waitUntilCached(page);
  // Client-side navigation requests no document, yet the page is cached.
  const name = (await cards.first().getByRole('heading').textContent()) ?? '';
  await cards.first().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await waitUntilCached(page);
  const product = page.url();

  await context.setOffline(true);
  await page.goto('/pattu-saree');
  await expect(page.getByText(offlineMessage)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Pattu Sarees' })).toBeVisible();
  await expect(cards.first()).toBeVisible();
  await page.goto(product);
  await expect(page.getByText(offlineMessage)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  for (const [path, known] of [
    ['/kidswear', 'This page is not available offline.'],
    ['/user/orders', 'Your orders and your account are safe.'],
    ['/cart', 'Your items are saved in your cart. Prices may have changed'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible();
    await expect(page.getByText(known)).toBeVisible();
  }
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toHaveCount(0);
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByText(offlineMessage)).toHaveCount(0);
});

test('the browser’s cache holds nothing of a logged-in customer', async ({ page }) => {
  const shopper = await registerShopper();
  const { products } = await mustCall('GET /products/getAll', {});
  const product = products.find(
    ({ stock, sizes, personalisationFields }) => stock > 0 && sizes.length === 0 && !personalisationFields,
  );
  if (product) await addToCart(shopper, product);
  await signIn(page, shopper);
  for (const path of ['/', '/pattu-saree', `/product/${product?._id ?? ''}`]) {
    await page.goto(path);
    await waitUntilCached(page);
  }
  for (const path of ['/cart', '/checkout', '/user', '/user/orders', '/user/profile']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  const entries = await readCaches(page);
  expect(entries.length).toBeGreaterThan(10);
  const allowed =
    /^\/(?:$|pattu-saree$|product\/|[\w.-]+\.[0-9a-f]{10}\.\w+$|remotes\/|media\/|api\/products\/get(?:All|One))/;
  expect(entries.map(({ url }) => url).filter((url) => !allowed.test(url))).toEqual([]);
  for (const secret of [shopper.token, shopper.email, shopper.name, shopper.id]) {
    expect(entries.filter(({ text }) => text.includes(secret)).map(({ url }) => url)).toEqual([]);
  }
});
