import { expect, test } from '@playwright/test';
import { control, eventually, run } from '../support/store.js';

test.describe.configure({ mode: 'serial', timeout: 90_000 });

/** Where each slice is missed, and what must go on meanwhile. */
const slices: { name: string; path: string }[] = [
  { name: 'mf-catalog', path: '/all' },
  { name: 'mf-checkout', path: '/cart' },
  { name: 'mf-account', path: '/login' },
  { name: 'mf-admin', path: '/admin/dashboard' },
  { name: 'catalog', path: '/all' },
  { name: 'cart', path: '/cart' },
  { name: 'order', path: '/user/orders' },
  { name: 'payment', path: '/checkout' },
  { name: 'user', path: '/login' },
];

for (const { name, path } of slices) {
  test(`without ${name} the shell, the header and the other slices go on`, async ({ page }) => {
    await control(name, 'stop');
    try {
      await page.goto(path);
      await expect(page.getByRole('banner')).toContainText('Rangavalli');
      if (name.startsWith('mf-'))
        await expect(page.getByRole('main').getByRole('button', { name: /try again|retry/i })).toBeVisible({
          timeout: 20_000,
        });
      await page.goto('/tnc');
      await expect(page.getByRole('main')).toContainText('Terms');
      await expect(page.getByRole('contentinfo')).toBeAttached();
      const elsewhere =
        name === 'mf-catalog' || name === 'catalog'
          ? { path: '/login', button: 'Login' }
          : { path: '/all', button: undefined };
      await page.goto(elsewhere.path);
      if (elsewhere.button)
        await expect(page.getByRole('main').getByRole('button', { name: elsewhere.button })).toBeVisible();
      else await expect(page.getByRole('article').first()).toBeVisible();
    } finally {
      await control(name, 'start');
      await eventually(async () =>
        expect((await fetch(`${run().processes[name]?.address}/health/ready`)).status).toBe(200),
      );
    }
    await page.goto(path);
    await expect(page.getByRole('main')).not.toContainText(/try again/i);
  });
}
