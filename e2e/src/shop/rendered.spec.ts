import { expect, test, type Page } from '@playwright/test';
import { mustCall } from '../support/api.js';
import { createProduct, logInAsOwner } from '../support/people.js';
import { waitForHydration } from '../support/screens.js';

function watch(page: Page): { console: string[]; requests: string[] } {
  const seen = { console: [] as string[], requests: [] as string[] };
  // Playwright reports that it blocks the service worker.
  page.on(
    'console',
    (message) =>
      ['error', 'warning'].includes(message.type()) &&
      !message.text().includes('blocked by Playwright') &&
      seen.console.push(message.text()),
  );
  page.on('pageerror', (error) => seen.console.push(error.message));
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    // Browsers report the speed of a sample of page loads.
    if (pathname.startsWith('/api/') && pathname !== '/api/browser-reports') seen.requests.push(pathname + search);
  });
  return seen;
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  test('home, collection, product and search are readable and linked', async ({ page }) => {
    const product = await createProduct(await logInAsOwner());
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

test('a server-rendered page requests its data once and hydrates without warnings', async ({ page }) => {
  const product = await createProduct(await logInAsOwner());
  for (const path of ['/', '/pattu-saree', `/product/${product._id}`, '/search?q=silk']) {
    // The server falls back to client rendering when data is late.
    await expect(async () => expect(await (await page.request.get(path)).text()).toContain('data-rendered')).toPass();
    const seen = watch(page);
    await page.goto(path);
    await waitForHydration(page.locator('main *').first());
    await page.waitForLoadState('networkidle');
    expect(seen.console, path).toEqual([]);
    expect(
      seen.requests.filter(
        (address) => address.includes('/getOne/') || (address.includes('/getAll') && !address.includes('limit=8')),
      ),
      path,
    ).toEqual([]);
    page.removeAllListeners();
  }
});

test('the next rendered page shows changed stock', async ({ page }) => {
  const admin = await logInAsOwner();
  const product = await createProduct(admin, { stock: 2 });
  await page.goto(`/product/${product._id}`);
  await expect(page.getByText('In Stock').first()).toBeVisible();
  await mustCall('PUT /products/update/{id}', { params: { id: product._id }, body: { stock: 0 } }, admin.token);
  await expect(async () => {
    const html = await (await page.request.get(`/product/${product._id}`)).text();
    expect(html).toContain('Out of Stock');
  }).toPass({ timeout: 2_000 });
});

test('the head preloads the first picture before the title', async ({ request }) => {
  expect(await (await request.get('/')).text()).toMatch(
    /^<!doctype html>.*?<link rel="preload" [^>]*as="image"[^>]*>.*?<title>/s,
  );
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a client-rendered page loads without layout shifts', async ({ page }) => {
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
    // The font swap shifts at most 0.001; a jumping footer 0.05.
    expect(await page.evaluate(() => (globalThis as { shifted?: number }).shifted)).toBeLessThan(0.01);
  });
});
