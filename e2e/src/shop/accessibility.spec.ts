import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { aProduct, theAdmin } from '../support/people.js';

/** Every route that a guest may see (specification §2, and those added). */
const routes = [
  '/', '/customised-sarees', '/handloom-saree', '/pattu-saree', '/family-combo', '/accessaries', '/kidswear', '/pant', '/all',
  '/search', '/search?q=silk', '/cart', '/checkout', '/payment-success', '/login', '/register',
  '/tnc', '/refund', '/shipping', '/privacy', '/contact', '/about', '/trending', '/nowhere', '/design',
];

/** What axe finds against WCAG 2.2 A and AA on the page as it stands, in few words. */
async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']).analyze();
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary?.split('\n')[1]?.trim() ?? ''}`));
}


for (const width of [390, 1440]) {
  test.describe(`at ${width} px`, () => {
    // Without motion nothing is half faded when axe looks at colours.
    test.use({ viewport: { width, height: 900 }, contextOptions: { reducedMotion: 'reduce' } });

    test('no public page has a fault that axe can find', async ({ page }) => {
      test.setTimeout(300_000);
      const product = await aProduct(await theAdmin(), { sizes: ['Free Size', 'With blouse'] });
      for (const route of [...routes, `/product/${product._id}`]) {
        await test.step(route, async () => {
          await page.goto(route);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await page.waitForLoadState('networkidle');
          expect.soft(await violations(page), route).toEqual([]);
        });
      }
    });

    test('neither the search nor the mobile menu has one', async ({ page }) => {
      await page.goto('/about');
      await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
      await page.getByRole('combobox', { name: 'Search the shop' }).fill('saree');
      await expect(page.getByRole('option').first()).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      if (width < 960) {
        await page.getByRole('button', { name: 'Open menu' }).click();
        await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
        expect(await violations(page)).toEqual([]);
      }
    });
  });
}
