import { expect, test } from '@playwright/test';
import { findViolations } from '../support/screens.js';

for (const width of [390, 1440]) {
  test.describe(`at ${width} px`, () => {
    // Without motion, axe sees final colours.
    test.use({ viewport: { width, height: 900 }, contextOptions: { reducedMotion: 'reduce' } });

    test('search and mobile menu have no axe violations', async ({ page }) => {
      await page.goto('/about');
      await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
      await page.getByRole('combobox', { name: 'Search the shop' }).fill('saree');
      await expect(page.getByRole('option').first()).toBeVisible();
      expect(await findViolations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      if (width < 960) {
        await page.getByRole('button', { name: 'Open menu' }).click();
        await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
        expect(await findViolations(page)).toEqual([]);
      }
    });
  });
}
