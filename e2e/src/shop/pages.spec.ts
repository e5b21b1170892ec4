import { expect, test } from '@playwright/test';
import { watchConsole } from '../support/screens.js';

/** The documented routes that a guest may see (specification §2), with a text that each must show. */
const pages: Record<string, RegExp> = {
  '/': /Our Saree Collection/, '/customised-sarees': /Customised Sarees/i, '/handloom-saree': /Handloom Sarees?/i, '/pattu-saree': /Pattu Sarees?/i,
  '/family-combo': /Customised Family Combos/i, '/accessaries': /Accessories/, '/all': /All Products/i, '/pant': /Pants?/i, '/cart': /Cart/, '/checkout': /./,
  '/login': /Login/, '/register': /Register|Sign ?up/i, '/tnc': /Terms/, '/refund': /7 days/, '/shipping': /0–7 days/, '/privacy': /Privacy/,
  '/contact': /Hyderabad/, '/about': /About Us/, '/trending': /Kanchipuram Pattu/, '/nowhere': /not found|could not find/i,
};

for (const width of [390, 1440]) {
  test(`every public page shows itself at ${width} px without an error, a broken picture or a sideways scroll`, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width, height: 900 });
    // A page that is not there is told to the browser as 404, which it notes.
    const consoleIsClean = watchConsole(page, [/404.*\/nowhere/]);
    for (const [path, text] of Object.entries(pages)) {
      await test.step(path, async () => {
        await page.goto(path);
        await expect(page.getByRole('main')).toContainText(text);
        await page.waitForLoadState('networkidle');
        const broken = await page.evaluate(() => [...document.images].filter((image) => image.complete && image.naturalWidth === 0 && image.currentSrc).map((image) => image.currentSrc));
        expect(broken).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        expect(overflow).toBeLessThanOrEqual(0);
      });
    }
    consoleIsClean();
  });
}

test('the shop shows its pictures also where it is opened by its number instead of its name', async ({ page, baseURL }) => {
  const consoleIsClean = watchConsole(page);
  const { port } = new URL(baseURL ?? '');
  for (const path of ['/', '/all']) {
    await page.goto(`http://127.0.0.1:${port}${path}`);
    await expect.poll(() => page.evaluate(() => [...document.images].some(({ naturalWidth }) => naturalWidth > 0))).toBe(true);
  }
  consoleIsClean();
});
