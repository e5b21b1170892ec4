import { expect, test } from '@playwright/test';
import { allKept, untilKept } from '../support/kept.js';
import { aShopper, putIntoCart } from '../support/people.js';
import { signIn } from '../support/screens.js';
import { mustCall } from '../support/api.js';

test.use({ serviceWorkers: 'allow', viewport: { width: 390, height: 844 } });

const offline = 'You are offline. Prices and availability may have changed';

test('pages that were seen open without a connection and say so; others say what is missing, and open when it is back', async ({
  page,
  context,
}) => {
  await page.goto('/pattu-saree');
  const cards = page.getByRole('main').getByRole('article');
  await expect(cards.first()).toBeVisible();
  await untilKept(page);
  // The app goes on by itself: no page is asked for, and it is kept all the same.
  const name = (await cards.first().getByRole('heading').textContent()) ?? '';
  await cards.first().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await untilKept(page);
  const product = page.url();

  await context.setOffline(true);
  await page.goto('/pattu-saree');
  await expect(page.getByText(offline)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Pattu Sarees' })).toBeVisible();
  await expect(cards.first()).toBeVisible();
  await page.goto(product);
  await expect(page.getByText(offline)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  for (const path of ['/kidswear', '/cart']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible();
  }
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toHaveCount(0);
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByText(offline)).toHaveCount(0);
});

test('nothing of somebody who was logged in is kept in the browser’s cache', async ({ page }) => {
  const shopper = await aShopper();
  const { products } = await mustCall('GET /products/getAll', {});
  const piece = products.find(({ stock, sizes }) => stock > 0 && sizes.length === 0);
  if (piece) await putIntoCart(shopper, piece);
  await signIn(page, shopper);
  for (const path of ['/', '/pattu-saree', `/product/${piece?._id ?? ''}`]) {
    await page.goto(path);
    await untilKept(page);
  }
  for (const path of ['/cart', '/checkout', '/user', '/user/orders', '/user/profile']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  const kept = await allKept(page);
  expect(kept.length).toBeGreaterThan(10);
  const allowed =
    /^\/(?:$|pattu-saree$|product\/|[\w.-]+\.[0-9a-f]{10}\.\w+$|remotes\/|media\/|api\/products\/get(?:All|One))/;
  expect(kept.map(({ address }) => address).filter((address) => !allowed.test(address))).toEqual([]);
  for (const secret of [shopper.token, shopper.email, shopper.name, shopper.id]) {
    expect(kept.filter(({ text }) => text.includes(secret)).map(({ address }) => address)).toEqual([]);
  }
});
