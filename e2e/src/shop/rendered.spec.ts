import { expect, test, type Page } from '@playwright/test';
import { mustCall } from '../support/api.js';
import { aProduct, theAdmin } from '../support/people.js';

/** What the page said to developers, and what it asked the API for. */
function watch(page: Page): { said: string[]; asked: string[] } {
  const seen = { said: [] as string[], asked: [] as string[] };
  // Playwright says that it keeps the service worker away.
  page.on(
    'console',
    (message) =>
      ['error', 'warning'].includes(message.type()) &&
      !message.text().includes('blocked by Playwright') &&
      seen.said.push(message.text()),
  );
  page.on('pageerror', (error) => seen.said.push(error.message));
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) seen.asked.push(pathname + search);
  });
  return seen;
}

/** The page's own script has taken over what the server had rendered. */
const isAlive = (page: Page) =>
  expect
    .poll(() =>
      page
        .locator('main *')
        .first()
        .evaluate((node) => Object.keys(node).some((key) => key.startsWith('__react'))),
    )
    .toBe(true);

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  test('home, a collection, a product and a search can be read, and lead to each other', async ({ page }) => {
    const product = await aProduct(await theAdmin());
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Timeless Style');
    await expect(page.getByRole('contentinfo').getByText('Visit us')).toBeVisible();
    await page.goto('/pattu-saree');
    await expect(page.getByRole('heading', { name: product.name })).toBeVisible();
    await page.goto(`/search?q=${encodeURIComponent(product.name)}`);
    await page.getByRole('article', { name: product.name }).getByRole('link', { name: 'Shop Now' }).click();
    await expect(page).toHaveURL(new RegExp(`/product/${product._id}$`));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(product.name);
    await expect(page).toHaveTitle(`${product.name} · Rangavalli`);
  });
});

test('a page that came with its data asks for none of it again, and its script finds it as it would have drawn it', async ({
  page,
}) => {
  const product = await aProduct(await theAdmin());
  for (const path of ['/', '/pattu-saree', `/product/${product._id}`, '/search?q=silk']) {
    // On a busy machine the data may be late, and the page is left to the browser.
    await expect(async () => expect(await (await page.request.get(path)).text()).toContain('data-rendered')).toPass();
    const seen = watch(page);
    await page.goto(path);
    await isAlive(page);
    await page.waitForLoadState('networkidle');
    expect(seen.said, path).toEqual([]);
    expect(
      seen.asked.filter(
        (address) => address.includes('/getOne/') || (address.includes('/getAll') && !address.includes('limit=8')),
      ),
      path,
    ).toEqual([]);
    page.removeAllListeners();
  }
});

test('what has changed since the last visit is in the next page', async ({ page }) => {
  const admin = await theAdmin();
  const product = await aProduct(admin, { stock: 2 });
  await page.goto(`/product/${product._id}`);
  await expect(page.getByText('In Stock').first()).toBeVisible();
  await mustCall('PUT /products/update/{id}', { params: { id: product._id }, body: { stock: 0 } }, admin.token);
  await expect(async () => {
    const html = await (await page.request.get(`/product/${product._id}`)).text();
    expect(html).toContain('Out of Stock');
  }).toPass({ timeout: 2_000 });
});

test('the first picture of a page is asked for from its head, before all that stands above it', async ({ request }) => {
  expect(await (await request.get('/')).text()).toMatch(
    /^<!doctype html>.*?<link rel="preload" [^>]*as="image"[^>]*>.*?<title>/s,
  );
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a page that the browser draws itself stands still while it comes', async ({ page }) => {
    await page.addInitScript(() => {
      const seen = globalThis as { shifted?: number };
      seen.shifted = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          seen.shifted = (seen.shifted ?? 0) + (entry as PerformanceEntry & { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto('/cart');
    await expect(page.getByText('Your cart is empty')).toBeVisible();
    await page.waitForLoadState('networkidle');
    // The letters' own change moves a thousandth of the window at most; a footer that jumps moves a twentieth.
    expect(await page.evaluate(() => (globalThis as { shifted?: number }).shifted)).toBeLessThan(0.01);
  });
});
